import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** A file as a caller would send it. */
export interface TestFile {
  filename: string;
  mime: string;
  bytes: Buffer;
}

type Format = 'jpeg' | 'png' | 'webp';

const extensions = { jpeg: 'jpg', png: 'png', webp: 'webp' } as const;

/** The lines of the ICAO 9303 specimen. */
export const specimenZone = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
] as const;

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Encodes an SVG drawing, by default at its own size. */
export async function drawing(svg: string, format: Format, name: string): Promise<TestFile> {
  const bytes = await sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).toFormat(format).toBuffer();
  return { filename: `${name}.${extensions[format]}`, mime: `image/${format}`, bytes };
}

/** Draws the data page of a passport, large and sharp enough for every check; the zone is not set in OCR-B. */
export async function passportPage(
  options: { format?: Format; width?: number; zone?: readonly string[] } = {},
): Promise<TestFile> {
  const { format = 'jpeg', width = 1400, zone = specimenZone } = options;
  const height = Math.round(width / 1.42);
  const waves = Array.from(
    { length: 24 },
    (_, row) => `<path d="M0 ${20 + row * 40} q 175 -30 350 0 t 350 0 t 350 0 t 350 0" fill="none" stroke="#9db3c9"/>`,
  ).join('');
  const lines = zone
    .map((line, row) => `<text x="40" y="${880 + row * 56}" textLength="1320" font-size="44">${escapeXml(line)}</text>`)
    .join('');
  return drawing(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1400 986">
      <rect width="1400" height="986" fill="#f4f1e8"/>${waves}
      <rect x="60" y="200" width="360" height="480" fill="#d9d9d9" stroke="#333"/>
      <ellipse cx="240" cy="400" rx="90" ry="125" fill="#b98d6f"/><path d="M110 680 q 130 -180 260 0 z" fill="#39424e"/>
      <g font-family="monospace" fill="#111"><text x="480" y="260" font-size="52">UTOPIA PASSPORT</text>
      <text x="480" y="360" font-size="40">SPECIMEN</text>${lines}</g>
      <g fill="#111">${[...Array(44).keys()].map((at) => `<rect x="${42 + at * 30}" y="800" width="14" height="4"/>`).join('')}</g>
    </svg>`,
    format,
    'passport',
  );
}

/** Draws a photo of a person before a plain light background that passes every check of an applicant's photo. */
export async function facePhoto(
  options: { format?: Format; width?: number; height?: number; background?: string } = {},
): Promise<TestFile> {
  const { format = 'jpeg', width = 900, height = 1100, background = '#eef0f1' } = options;
  const hair = [...Array(60).keys()].map(
    (at) =>
      `<path d="M${262 + at * 6} 420 q ${150 - at * 5} -260 ${190 - at * 6} -190" stroke="#20130b" stroke-width="3" fill="none"/>`,
  );
  const shirt = [...Array(30).keys()].map(
    (at) => `<path d="M${100 + at * 25} 1100 v -210" stroke="#11161d" stroke-width="4"/>`,
  );
  return drawing(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 900 1100" preserveAspectRatio="xMidYMax slice">
      <rect x="-900" y="-900" width="2700" height="2900" fill="${background}"/>
      <path d="M90 1100 q 30 -240 260 -260 h 200 q 230 20 260 260 z" fill="#2f4a6d"/>${shirt.join('')}
      <rect x="375" y="700" width="150" height="170" fill="#b98062"/>
      <ellipse cx="450" cy="520" rx="195" ry="265" fill="#c99274"/>${hair.join('')}
      <g fill="#1c1410"><ellipse cx="372" cy="490" rx="27" ry="13"/><ellipse cx="528" cy="490" rx="27" ry="13"/>
      <rect x="335" y="452" width="75" height="8"/><rect x="490" y="452" width="75" height="8"/></g>
      <path d="M450 510 l -22 90 h 44" fill="none" stroke="#7c4e3a" stroke-width="6"/>
      <path d="M385 660 q 65 30 130 0" fill="none" stroke="#7a2f2a" stroke-width="12"/>
    </svg>`,
    format,
    'photo',
  );
}

/** A passport page as a phone stores it: HEIC with HEVC, 1400 x 986. */
export async function heicPage(): Promise<TestFile> {
  const bytes = await readFile(fileURLToPath(new URL('./files/passport.heic', import.meta.url)));
  return { filename: 'IMG_0001.HEIC', mime: 'image/heic', bytes };
}

/** The JSON body of an upload. */
export function uploadBody<More extends Record<string, unknown>>(file: TestFile, more?: More) {
  return { filename: file.filename, mime: file.mime, base64: file.bytes.toString('base64'), ...(more as More) };
}
