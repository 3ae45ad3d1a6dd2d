import { locate } from './locate.ts';
import type { PageText } from './page-text.ts';

const specials: Record<string, string> = { Ł: 'L', Ø: 'O', Đ: 'D', Ð: 'D', Þ: 'TH', Æ: 'AE', ẞ: 'SS' };

/** Returns a text in upper case without accents, as captions are compared. */
export function foldText(text: string): string {
  const plain = text.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '');
  return plain.replace(/[ŁØĐÐÞÆẞ]/g, (char) => specials[char]!);
}

/** Returns only the letters of a text, folded. */
export function lettersOf(text: string): string {
  return foldText(text).replace(/[^\p{L}]/gu, '');
}

/** What passports print above the place of birth (ICAO Doc 9303-4 data element 09/I, in the languages of issuers). */
const birthplaceCaptions = [
  ...['Place of birth', 'Lieu de naissance', 'Lugar de nacimiento', 'Local de nascimento', 'Naturalidade'],
  ...['Geburtsort', 'Luogo di nascita', 'Geboorteplaats', 'Miejsce urodzenia', 'Místo narození', 'Miesto narodenia'],
  ...['Születési hely', 'Locul nașterii', 'Doğum yeri', 'Födelseort', 'Fødested', 'Syntymäpaikka', 'Fæðingarstaður'],
  ...['Nơi sinh', 'Tempat lahir', 'Lugar ng kapanganakan', 'Kraj rojstva', 'Mjesto rođenja', 'Sünnikoht'],
  ...['Dzimšanas vieta', 'Gimimo vieta', '出生地点', '出生地'],
].map(lettersOf);

const otherCaptions = [
  ...[
    'Place of origin',
    'Lieu d’origine',
    'Geburtsdatum',
    'Data urodzenia',
    'Fecha de nacimiento',
    'Data de nascimento',
  ],
  ...[
    'Data di nascita',
    'Födelsedatum',
    'Fødselsdato',
    'Syntymäaika',
    'Fæðingardagur',
    'Doğum tarihi',
    'Datum narození',
  ],
  ...['Geboortedatum', 'Ngày sinh', 'Petsa ng kapanganakan', 'Surname', 'Given names', 'Prénoms', 'Nationality'],
  ...['Nationalité', 'Date of birth', 'Date de naissance', 'Date of issue', 'Date de délivrance', 'Date of expiry'],
  ...['Date d’expiration', 'Authority', 'Autorité', 'Passport No', 'Personal No', 'Sex Sexe', 'Place of issue'],
  ...['Registered domicile', 'Valid until', 'Signature', 'Data vydání', 'Datum vydání', 'Fecha de', 'Gültig bis'],
  ...['Ausstellung', 'Type Type'],
].map(lettersOf);

const longCaptions = [...otherCaptions, ...birthplaceCaptions].filter((caption) => caption.length >= 6);

/** The caption of the place of birth on a line: its span along the page, and the share of letters that differ. */
export interface CaptionHit {
  left: number;
  right: number;
  ratio: number;
}

/** Finds the caption of the place of birth on a line that was read; null when another caption fits as well. */
export function findCaption({ characters }: PageText): CaptionHit | null {
  const owners: number[] = [];
  let letters = '';
  characters.forEach((character, i) => {
    for (const letter of lettersOf(character.char)) {
      letters += letter;
      owners.push(i);
    }
  });
  let best: { from: number; to: number; ratio: number } | undefined;
  for (const caption of birthplaceCaptions) {
    if (caption.length > letters.length + 3) continue;
    const { edits, from, to } = locate(caption, letters);
    const ratio = edits / caption.length;
    const limit = caption.length <= 4 ? 0 : caption.length < 9 ? 0.13 : 0.25;
    if (ratio <= limit && to > from && (best === undefined || ratio < best.ratio - 0.01)) best = { from, to, ratio };
  }
  if (best === undefined) return null;
  const found = best;
  const around = letters.slice(Math.max(0, found.from - 2), found.to + 2);
  const rivals = otherCaptions.filter((caption) => caption.length >= 8);
  if (rivals.some((caption) => locate(caption, around).edits / caption.length <= found.ratio)) return null;
  const left = characters[owners[found.from]!]!.x;
  return { left, right: characters[owners[found.to - 1]!]!.x, ratio: found.ratio };
}

/** Tells whether a text is a caption rather than a value. */
export function isCaption(text: string): boolean {
  if (/\p{Ll}{2}/u.test(text) && /[/·]/.test(text)) return true;
  const letters = lettersOf(text);
  return longCaptions.some((caption) => locate(caption, letters).edits <= Math.floor(caption.length * 0.2));
}
