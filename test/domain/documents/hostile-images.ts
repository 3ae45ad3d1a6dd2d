import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { facePhoto, heicPage, type TestFile } from '../../support/images.ts';

/** What every planted payload contains: it must be in nothing that is kept. */
export const marker = 'PLANTED-PAYLOAD-7c1f';

/** A file that means harm, and what becomes of it: refused with a code, or kept without its payload. */
export interface HostileFile extends TestFile {
  name: string;
  outcome: 'MIME' | 'SIZE' | 'EXTENSION' | 'CORRUPT' | 'kept';
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** One chunk of a PNG file (ISO/IEC 15948, 5.3). */
function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}

/** A PNG whose header states a size, whatever its data says. */
function png(width: number, height: number, data: Buffer, ...more: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const pixels = (width: number, height: number) => Buffer.alloc((width + 1) * height);

/** Puts a segment behind the first two bytes of a JPEG file. */
function withSegment(jpeg: Buffer, marked: number, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xff00 + marked, 0);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

/** States another size in the frame header of a JPEG file. */
function withStatedSize(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg);
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]));
  copy.writeUInt16BE(height, frame + 5);
  copy.writeUInt16BE(width, frame + 7);
  return copy;
}

/** States another size in the image spatial extents of a HEIC file (ISO/IEC 23008-12, 6.5.3). */
function withStatedExtents(heic: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(heic);
  for (let at = copy.indexOf('ispe'); at !== -1; at = copy.indexOf('ispe', at + 4)) {
    copy.writeUInt32BE(width, at + 8);
    copy.writeUInt32BE(height, at + 12);
  }
  return copy;
}

const script = `<script>/* ${marker} */alert(1)</script>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${script}</svg>`;
const zip = Buffer.concat([
  Buffer.from('504b0304140000000000', 'hex'),
  Buffer.from(marker),
  Buffer.from('504b0506000000000000', 'hex'),
]);

/** Makes every hostile picture of the corpus. */
export async function hostileImages(): Promise<HostileFile[]> {
  const jpeg = (await facePhoto({ format: 'jpeg' })).bytes;
  const plain = (await facePhoto({ format: 'png', width: 600, height: 700 })).bytes;
  const webp = (await facePhoto({ format: 'webp' })).bytes;
  const heic = (await heicPage()).bytes;
  const located = await sharp(jpeg)
    .withExif({
      IFD0: { Artist: marker, ImageDescription: script },
      IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N', GPSLongitude: '13/1 24/1 0/1', GPSLongitudeRef: 'E' },
    })
    .jpeg()
    .toBuffer();
  const described = await sharp(webp)
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${marker}</x:xmpmeta>`)
    .webp()
    .toBuffer();
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#fff' }, limitInputPixels: false })
      .png({ compressionLevel: 9 })
      .toBuffer();
  const avif = await sharp(jpeg).resize(64).avif({ effort: 0 }).toBuffer();
  const gif = await sharp(jpeg).resize(64).gif().toBuffer();
  const file = (
    name: string,
    extension: string,
    bytes: Buffer | string,
    outcome: HostileFile['outcome'],
    mime?: string,
  ) => ({
    name,
    filename: `file.${extension}`,
    mime: mime ?? `image/${extension === 'jpg' ? 'jpeg' : extension}`,
    bytes: Buffer.from(bytes as string),
    outcome,
  });

  return [
    file('a JPEG that is a ZIP too', 'jpg', Buffer.concat([jpeg, zip]), 'kept'),
    file('a JPEG with HTML in a comment', 'jpg', withSegment(jpeg, 0xfe, Buffer.from(script)), 'kept'),
    file(
      'a JPEG with code in an application segment',
      'jpg',
      withSegment(jpeg, 0xef, Buffer.from(`<?php ${marker} ?>`)),
      'kept',
    ),
    file('a JPEG with a location and a script in its Exif', 'jpg', located, 'kept'),
    file(
      'a PNG with a script in a text chunk',
      'png',
      png(9, 9, pixels(9, 9), chunk('tEXt', Buffer.from(`Comment\0${script}`))),
      'kept',
    ),
    file('a PNG with a private chunk', 'png', png(9, 9, pixels(9, 9), chunk('prVt', Buffer.from(marker))), 'kept'),
    file('a PNG followed by HTML', 'png', Buffer.concat([plain, Buffer.from(script)]), 'kept'),
    file('a PNG followed by a ZIP', 'png', Buffer.concat([plain, zip]), 'kept'),
    file('a WebP with a payload in its XMP', 'webp', described, 'kept'),
    file(
      'a PNG with 512 MB of compressed text',
      'png',
      png(9, 9, pixels(9, 9), chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(2 ** 29))]))),
      'kept',
    ),
    file('a PNG whose data goes on for 500 MB', 'png', png(9, 9, Buffer.alloc(500_000_000)), 'kept'),
    file(
      'a PNG with a colour profile that is none',
      'png',
      png(
        9,
        9,
        pixels(9, 9),
        chunk('iCCP', Buffer.concat([Buffer.from(`${marker}\0\0`), deflateSync(Buffer.alloc(2 ** 26))])),
      ),
      'kept',
    ),
    file('an SVG named and declared as PNG', 'png', svg, 'MIME'),
    file('an SVG named and declared as JPEG', 'jpg', svg, 'MIME'),
    file('an SVG with a script', 'svg', svg, 'EXTENSION', 'image/svg+xml'),
    file('an SVG declared as PNG', 'svg', svg, 'EXTENSION', 'image/png'),
    file('HTML named and declared as PNG', 'png', `<!doctype html>${script}`, 'MIME'),
    file(
      'an executable named and declared as JPEG',
      'jpg',
      Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(500)]),
      'MIME',
    ),
    file('a GIF named and declared as PNG', 'png', gif, 'MIME'),
    file('a GIF', 'gif', gif, 'EXTENSION'),
    file('an AVIF named and declared as HEIC', 'heic', avif, 'MIME'),
    file('a JPEG named and declared as PNG', 'png', jpeg, 'MIME'),
    file('a PNG named as JPEG', 'jpg', plain, 'EXTENSION', 'image/png'),
    file('a JPEG declared as HTML', 'jpg', jpeg, 'MIME', 'text/html'),
    file('a name with two extensions', 'jpg.php', jpeg, 'EXTENSION', 'image/jpeg'),
    file('a truncated JPEG', 'jpg', jpeg.subarray(0, jpeg.length / 2), 'CORRUPT'),
    file('a truncated PNG', 'png', plain.subarray(0, plain.length / 2), 'CORRUPT'),
    file('a truncated WebP', 'webp', webp.subarray(0, webp.length / 2), 'CORRUPT'),
    file('a truncated HEIC', 'heic', heic.subarray(0, heic.length / 2), 'CORRUPT'),
    file('a JPEG of nothing but its first bytes', 'jpg', Buffer.from('ffd8ffe000104a464946', 'hex'), 'CORRUPT'),
    file('an empty file', 'png', Buffer.alloc(0), 'CORRUPT'),
    file('a PNG that states 60,000 x 60,000 pixels', 'png', png(60_000, 60_000, pixels(9, 9)), 'SIZE'),
    file('a PNG of 12,000 x 12,000 pixels that unpacks to 432 MB', 'png', await flat(12_000, 12_000), 'SIZE'),
    file('a PNG of 60,000 x 1,000 pixels', 'png', png(60_000, 1_000, pixels(9, 9)), 'SIZE'),
    file('a PNG with less data than it states', 'png', png(5_000, 5_000, pixels(9, 9)), 'CORRUPT'),
    file('a JPEG that states 65,000 x 65,000 pixels', 'jpg', withStatedSize(jpeg, 65_000, 65_000), 'SIZE'),
    file('a HEIC that states 9,000 x 9,000 pixels', 'heic', withStatedExtents(heic, 9_000, 9_000), 'CORRUPT'),
    file('a file of more than 10 MiB', 'png', Buffer.concat([plain, Buffer.alloc(10 * 1024 * 1024)]), 'SIZE'),
    file('a WebP with a broken header', 'webp', Buffer.from(webp).fill(0xff, 20, 30), 'CORRUPT'),
  ];
}
