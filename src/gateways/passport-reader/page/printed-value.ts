import type { PrintedPlace } from '../../../domain/ocr/passport-reader.port.ts';
import { median } from '../image/geometry.ts';
import { foldText, lettersOf } from './captions.ts';
import type { PageCharacter } from './page-text.ts';

/** Puts the characters of a value together, with the spaces that the print shows, up to the next column; null for no name of a place. */
export function printedValue(
  characters: readonly PageCharacter[],
  height: number,
  source: PrintedPlace['source'],
): PrintedPlace | null {
  const [first] = characters;
  if (first === undefined) return null;
  const usual = median(characters.slice(1).map((character, i) => character.x - characters[i]!.x)) || 0.5;
  let text = first.char;
  let sum = first.p;
  let count = 1;
  for (let i = 1; i < characters.length; i++) {
    const character = characters[i]!;
    const previous = characters[i - 1]!;
    if (character.x - previous.x > Math.max(3.2 * usual, 1.9 * height)) break;
    const spaced = previous.blankAfter > 0.2 && !text.endsWith(' ') && character.char !== ' ';
    if (spaced && !/[,.\-/(]$/.test(text) && !/[,.\-/)]/.test(character.char)) text += ' ';
    text += character.char;
    sum += character.p;
    count++;
  }
  const value = text
    .replace(/,(?=\S)/g, ', ')
    .replace(/(?<=[A-Za-z])\((?=[A-Z])/g, ' (')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.:;,\-_*'"|]+|[\s:;,_*'"|-]+$/g, '');
  if (lettersOf(value).length < 2 || /^\d+[\s./]/.test(value)) return null;
  return { value, source, confidence: sum / count };
}

/** Tells whether a text looks like a printed date. */
export function looksLikeDate(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  if (text.length >= 22 || digits < 4 || digits > 8 || !/^\s*[0-3OIl]?\d[ ./-]?/.test(text)) return false;
  return digits >= 6 || /[A-Za-z]{3}/.test(text);
}

/** Tells whether a text prints a given date, in any order of its parts that documents use. */
export function printsDate(text: string, date: string): boolean {
  if (!looksLikeDate(text)) return false;
  const [year = '', month = '', day = ''] = date.split('-');
  const plain = foldText(text.replace(/[A-Za-z]{3,}|0CT/gi, ' '))
    .replace(/[OQD]/g, '0')
    .replace(/[IL]/g, '1');
  const digits = plain.replace(/\D/g, '');
  const short = year.slice(2);
  return [day + month + year, day + year, day + short, day + month + short, year + month + day].includes(digits);
}
