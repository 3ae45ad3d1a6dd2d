import type { DocumentCheck, DocumentKind } from './document.ts';
import type { PictureMeasures } from './file-cleaner.port.ts';

/** What a picture must measure up to, by what it shows. */
interface Standard {
  /** Pixels of the longer and of the shorter side. */
  longSide: number;
  shortSide: number;
  sharpness: number;
  /** Width divided by height. */
  proportions?: { from: number; to: number };
  plainBackground: boolean;
  subject: string;
}

/**
 * Passport pages: at 900 pixels of width a zone character has the 18 pixels that readers need. Photos: 600 pixels is the least that
 * the US visa photo allows (travel.state.gov, "Photo requirements"); proportions from 35 x 45 mm to square.
 */
const standards: Record<DocumentKind, Standard> = {
  passport_bio_page: { longSide: 900, shortSide: 560, sharpness: 8, plainBackground: false, subject: 'passport page' },
  applicant_photo: {
    longSide: 600,
    shortSide: 600,
    sharpness: 6,
    proportions: { from: 0.7, to: 1.05 },
    plainBackground: true,
    subject: 'photo',
  },
  selfie: {
    longSide: 600,
    shortSide: 480,
    sharpness: 6,
    proportions: { from: 0.5, to: 1.05 },
    plainBackground: true,
    subject: 'selfie',
  },
  supporting: { longSide: 600, shortSide: 400, sharpness: 5, plainBackground: false, subject: 'document' },
};

/** A picture that was decoded. */
export interface Picture {
  width: number;
  height: number;
  measures: PictureMeasures;
}

/** Judges a picture by what it is to show; says of each check what the traveler can do. Never refuses: that is for whoever files. */
export function judgePicture(kind: DocumentKind, picture: Picture): DocumentCheck[] {
  const standard = standards[kind];
  const checks = [resolution(standard, picture), sharpness(standard, picture), brightness(standard, picture)];
  if (standard.proportions) checks.push(proportions(standard, picture));
  if (standard.plainBackground) checks.push(background(standard, picture));
  return checks;
}

/** Judges a PDF, whose pictures are not looked into. */
export function judgePdf(kind: DocumentKind): DocumentCheck[] {
  const photo = kind === 'applicant_photo' || kind === 'selfie';
  const message = photo
    ? 'A photo has to be a picture. Send it as JPEG, PNG, WebP or HEIC instead of PDF.'
    : kind === 'passport_bio_page'
      ? 'The PDF is accepted, but it cannot be checked here whether the page is readable; a JPEG photo can.'
      : 'The PDF is accepted.';
  return [{ check: 'format', ok: !photo, message }];
}

/** Words the outcome of reading the zone of a passport page. */
export function judgeZone(zone: 'read' | 'wrong_digits' | 'none' | 'unknown'): DocumentCheck {
  const messages = {
    read: 'The two or three lines at the bottom of the page were read and their check digits are right.',
    wrong_digits:
      'The lines at the bottom of the page were read, but a check digit is wrong. Photograph them again, flat, sharp and without glare.',
    none: 'The lines at the bottom of the page cannot be read. Photograph the whole page flat, sharp, in even light, with nothing cut off.',
    unknown:
      'The lines at the bottom of the page could not be checked just now. The file is kept; make sure that they are sharp.',
  };
  return { check: 'readable_zone', ok: zone === 'read' || zone === 'unknown', message: messages[zone] };
}

function resolution({ longSide, shortSide, subject }: Standard, { width, height }: Picture): DocumentCheck {
  const ok = Math.max(width, height) >= longSide && Math.min(width, height) >= shortSide;
  return {
    check: 'resolution',
    ok,
    message: ok
      ? `${width} x ${height} pixels are enough.`
      : `The ${subject} has ${width} x ${height} pixels; at least ${longSide} x ${shortSide} are needed. Move closer or use the original file instead of a screenshot or preview.`,
  };
}

function sharpness(standard: Standard, { measures }: Picture): DocumentCheck {
  const ok = measures.sharpness >= standard.sharpness;
  return {
    check: 'sharpness',
    ok,
    message: ok
      ? `The ${standard.subject} is sharp.`
      : `The ${standard.subject} is blurred. Hold still, let the camera focus, and wipe the lens.`,
  };
}

function brightness({ subject }: Standard, { measures }: Picture): DocumentCheck {
  const dark = measures.brightness < 45;
  const bright = measures.brightness > 248;
  return {
    check: 'brightness',
    ok: !dark && !bright,
    message: dark
      ? `The ${subject} is too dark. Take it in daylight or with a lamp beside you.`
      : bright
        ? `The ${subject} is overexposed. Turn off the flash and avoid direct light.`
        : 'The light is good.',
  };
}

function proportions({ proportions, subject }: Standard, { width, height, measures }: Picture): DocumentCheck {
  const { from, to } = proportions!;
  const ratio = width / height;
  const { share, top, centre } = measures.subject;
  const plain = measures.plainShare >= 0.8;
  const message =
    ratio > to
      ? `The ${subject} is too wide. Crop it upright or square, with head and shoulders.`
      : ratio < from
        ? `The ${subject} is too narrow. Crop it to about 35 x 45 or square, with head and shoulders.`
        : plain && (share < 0.12 || top > 0.45)
          ? 'The person is too small in the picture. Come closer: head and shoulders should fill most of it.'
          : plain && Math.abs(centre - 0.5) > 0.18
            ? 'The person is not in the middle of the picture. Face the camera and take it again.'
            : undefined;
  return { check: 'proportions', ok: message === undefined, message: message ?? 'The proportions fit.' };
}

function background({ subject }: Standard, { measures }: Picture): DocumentCheck {
  const message =
    measures.plainShare < 0.8
      ? `The background of the ${subject} is not plain. Stand before a plain light wall, a step away from it, without shadows.`
      : measures.backgroundBrightness < 150
        ? `The background of the ${subject} is too dark. Stand before a white or light grey wall.`
        : undefined;
  return { check: 'background', ok: message === undefined, message: message ?? 'The background is plain and light.' };
}
