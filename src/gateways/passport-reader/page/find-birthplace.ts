import type { PrintedPlace } from '../../../domain/ocr/passport-reader.port.ts';
import type { Zone } from '../../../domain/ocr/zone.ts';
import { median } from '../image/geometry.ts';
import { type CaptionHit, findCaption, isCaption, lettersOf } from './captions.ts';
import type { Page, PageLine, PageText } from './page-text.ts';
import { looksLikeDate, printedValue, printsDate } from './printed-value.ts';

/** Issuers whose data page has no place of birth, or prints it only in a script that the recogniser does not know. */
const issuersWithout = new Set(['JPN', 'CHE', 'KOR', 'LIE', 'UKR']);

/** Tells whether looking for a place of birth makes sense at all. */
export function printsBirthplace(issuingState: string): boolean {
  return !issuersWithout.has(issuingState);
}

/** Finds the place of birth on a page: at its caption, or between the dates when the caption is unreadable. */
export async function findBirthplace(page: Page, zone: Zone): Promise<PrintedPlace | null> {
  const captioned = await searchCaption(page);
  if (captioned !== null) {
    const place = await valueAt(page, captioned.text, captioned.hit);
    if (place !== null) return place;
  }
  return zone.format === 'TD1' ? null : await valueByLayout(page, zone);
}

/**
 * What is legible is among the likeliest lines: where the caption or the date of birth is not, reading all lines for it would take longer than
 * everything else.
 */
const mostCaptions = 7;
const mostDates = 10;

/** Captions are small print in the middle of the page: likely lines are read first, and a sure caption ends the search. */
async function searchCaption(page: Page): Promise<{ text: PageText; hit: CaptionHit } | null> {
  let best: { text: PageText; hit: CaptionHit } | null = null;
  const wide = page.lines.filter((line) => line.right - line.left >= 4);
  for (const line of likelyFirst(wide, page.lines).slice(0, mostCaptions)) {
    const text = await page.read(line);
    const hit = findCaption(text);
    if (hit === null || (best !== null && hit.ratio >= best.hit.ratio)) continue;
    best = { text, hit };
    if (hit.ratio < 0.12) break;
  }
  return best;
}

function likelyFirst(lines: readonly PageLine[], all: readonly PageLine[]): PageLine[] {
  const usual = median(all.map((line) => line.height)) || 1;
  const rank = (line: PageLine): number =>
    Math.abs(line.y + 11) + (line.height > usual * 1.12 ? 6 : 0) + (line.right - line.left < 6 ? 4 : 0);
  return [...lines].sort((a, b) => rank(a) - rank(b));
}

/** Reads the value under the caption, beside it, or after it on the same line. */
async function valueAt(page: Page, caption: PageText, hit: CaptionHit): Promise<PrintedPlace | null> {
  const start = captionStart(caption, hit);
  const reach = (line: PageLine): number => line.y - caption.y + Math.abs(line.left - start) * 0.12;
  const below = page.lines
    .filter((line) => {
      const drop = line.y - caption.y;
      return drop > 0.55 && drop < 2.3 && line.right > start - 0.5 && line.left < start + 9;
    })
    .sort((a, b) => reach(a) - reach(b));
  const beside = page.lines
    .filter((line) => {
      const level = Math.abs(line.y - caption.y) < 0.55;
      return level && line.line !== caption.line && line.left > hit.right - 0.5 && line.left < hit.right + 14;
    })
    .sort((a, b) => a.x - b.x);
  const from = (line: PageLine): number => (below.includes(line) ? start - 1.2 : -99);
  for (const line of [...below, ...beside]) {
    const text = await page.read(line);
    if (isCaption(text.text) || looksLikeDate(text.text)) continue;
    const characters = text.characters.filter((character) => character.x >= from(line));
    const place = printedValue(characters, text.height, 'visual_zone_caption');
    if (place !== null) return place;
  }
  const small = caption.characters.filter((character) => /[a-z]/.test(character.char)).map((character) => character.x);
  const end = Math.max(hit.right, ...small) + 1.2;
  const tail = caption.characters.filter((character) => character.x > end);
  return tail.length >= 3 ? printedValue(tail, caption.height, 'visual_zone_caption') : null;
}

/** A caption in several languages starts with the first of them, unless another caption stands before it on the line. */
function captionStart(caption: PageText, hit: CaptionHit): number {
  const before = caption.characters.findIndex((character) => character.x >= hit.left);
  const opening = lettersOf(caption.text.slice(0, Math.max(0, before)));
  if (hit.left - caption.left < 22 && !/SEX|DATE|DATUM|FECHA/.test(opening)) return caption.left;
  const leads = caption.characters.some((character) => character.x < hit.left - 3);
  return leads && lettersOf(caption.text.slice(0, 1)) !== '' ? Math.min(hit.left, caption.right) : caption.left;
}

/** How far below the date of birth its place may stand, in characters of the zone. */
const reach = 7;

/** Pages print date of birth, sex, place of birth and date of issue in this order (ICAO Doc 9303-4, section 4.1.1). */
async function valueByLayout(page: Page, zone: Zone): Promise<PrintedPlace | null> {
  if (zone.dateOfBirth === null) return null;
  const birth = await findBirthdate(page, zone.dateOfBirth);
  if (birth === null) return null;
  const texts: PageText[] = [];
  for (const line of page.lines) {
    if (line.y > birth.y - 0.4 && line.y < birth.y + reach) texts.push(await page.read(line));
  }
  const later = texts.filter((text) => text.y > birth.y + 0.8 && looksLikeDate(text.text)).map((text) => text.y);
  const end = later.length > 0 ? Math.min(...later) : birth.y + reach;
  const named = new Set([zone.lastName, zone.firstName ?? '', zone.documentNumber].map(lettersOf));
  const isUnder = (text: PageText): number => (text.y > birth.y + 0.5 ? 1 : 0);
  const candidates = texts
    .filter((text) => text !== birth && text.y < end - 0.5 && text.height > birth.height * 0.78)
    .filter((text) => text.confidence > 0.75 && !/\d{3}/.test(text.text) && isValue(text.text))
    .filter((text) => lettersOf(text.text).length >= 3 && !named.has(lettersOf(text.text)))
    .sort((a, b) => isUnder(b) - isUnder(a) || a.y - b.y || a.x - b.x);
  const [first, second] = candidates;
  if (first === undefined || (second !== undefined && second.y - first.y <= 0.8)) return null;
  const place = printedValue(first.characters, first.height, 'visual_zone_layout');
  return place && { ...place, confidence: place.confidence * 0.8 };
}

/** Finds the line that prints the date of birth: dates are short, and this one stands where captions do. */
async function findBirthdate(page: Page, date: string): Promise<PageText | null> {
  const short = page.lines.filter((line) => line.right - line.left > 3.5 && line.right - line.left < 12);
  for (const line of likelyFirst(short, page.lines).slice(0, mostDates)) {
    const text = await page.read(line);
    if (printsDate(text.text, date)) return text;
  }
  return null;
}

function isValue(text: string): boolean {
  if (isCaption(text)) return false;
  return text.replace(/[^a-z]/g, '').length < text.length * 0.4 || /^[A-Z][a-z]+$/.test(text);
}
