/**
 * National letters and what the zone writes for them, the recommended form first, then the forms that states also use
 * (ICAO Doc 9303-3, section 6, table A; Cyrillic from table B).
 */
const letters: Record<string, readonly string[]> = {
  Ä: ['AE', 'A'],
  Å: ['AA', 'A'],
  Æ: ['AE'],
  Ç: ['C'],
  Đ: ['D'],
  Ð: ['D'],
  Ħ: ['H'],
  I: ['I'],
  İ: ['I'],
  ĸ: ['K', 'Q'],
  Ł: ['L'],
  Ŋ: ['N'],
  Ñ: ['N', 'NXX'],
  Ö: ['OE', 'O'],
  Ø: ['OE', 'O'],
  Œ: ['OE'],
  ẞ: ['SS'],
  ß: ['SS'],
  Ŧ: ['T'],
  Þ: ['TH'],
  Ü: ['UE', 'UXX', 'U'],
  Ĳ: ['IJ'],
  А: ['A'],
  Б: ['B'],
  В: ['V'],
  Г: ['G', 'H'],
  Ґ: ['G'],
  Д: ['D'],
  Ђ: ['D'],
  Ѓ: ['G'],
  Е: ['E'],
  Ё: ['E', 'IO'],
  Є: ['IE', 'YE'],
  Ж: ['ZH', 'Z'],
  З: ['Z'],
  И: ['I', 'Y'],
  Й: ['I'],
  І: ['I'],
  Ї: ['I'],
  Ј: ['J'],
  К: ['K'],
  Л: ['L'],
  Љ: ['LJ'],
  М: ['M'],
  Н: ['N'],
  Њ: ['NJ'],
  О: ['O'],
  П: ['P'],
  Р: ['R'],
  С: ['S'],
  Т: ['T'],
  Ћ: ['C'],
  Ќ: ['K', 'KJ'],
  У: ['U'],
  Ў: ['U'],
  Ф: ['F'],
  Х: ['KH', 'H'],
  Ц: ['TS', 'C'],
  Ч: ['CH', 'C'],
  Џ: ['DZ', 'DJ'],
  Ш: ['SH', 'S'],
  Щ: ['SHCH', 'SHT'],
  Ъ: ['IE'],
  Ы: ['Y'],
  Ь: ['', 'X'],
  Э: ['E'],
  Ю: ['IU', 'U', 'YU'],
  Я: ['IA', 'YA'],
};

/** Returns what the zone can write for one character of a name; empty for what it leaves out, a filler for a separator. */
function formsOf(char: string): readonly string[] {
  const known = letters[char];
  if (known !== undefined) return known;
  const base = char.normalize('NFD').replace(/\p{M}/gu, '');
  if (/^[A-Z]+$/.test(base)) return [base];
  const plain = letters[base];
  if (plain !== undefined) return plain;
  return /^[\s\-‐–,]$/.test(char) ? ['<'] : [''];
}

const tidy = (text: string): string => text.replace(/<+/g, '<').replace(/^<|<$/g, '');
// Upper-casing a sharp s yields SS, and a dotless i an I, before the table is asked.
const characters = (name: string): string[] => [...name.normalize('NFC').toUpperCase()];

/** Writes a name as the zone does: recommended letters, a filler between its parts, apostrophes and full stops left out. */
export function transliterate(name: string): string {
  return tidy(characters(name).reduce((text, char) => text + (formsOf(char)[0] ?? ''), ''));
}

/** Returns every way the zone may write a name, the recommended one first; at most 64, which nine doubtful letters reach. */
export function transliterations(name: string): string[] {
  let texts = [''];
  for (const char of characters(name)) {
    const forms = texts.length < 64 ? formsOf(char) : formsOf(char).slice(0, 1);
    texts = forms.flatMap((form) => texts.map((text) => text + form)).slice(0, 64);
  }
  return [...new Set(texts.map(tidy))];
}

/**
 * Writes the name field of a zone. Where both names do not fit, given names are shortened from the end, and the last
 * place holds a letter to show it (ICAO Doc 9303-3, section 4.6); a last name that fills the field keeps one initial.
 */
export function zoneNames(lastName: string, firstName: string | null, width: number): string {
  const last = transliterate(lastName);
  const first = firstName === null ? '' : transliterate(firstName);
  const whole = first === '' ? last : `${last}<<${first}`;
  if (whole.length <= width) return whole.padEnd(width, '<');
  if (first === '') return endInLetter(whole, width);
  if (last.length + 3 > width) return `${last.slice(0, width - 3)}<<${first.slice(0, 1)}`;
  return endInLetter(whole, width);
}

/** Cuts a text to a width so that a letter stands last: where a separator would, the part before gives up a letter for the next initial. */
function endInLetter(text: string, width: number): string {
  const cut = text.slice(0, width);
  return cut.endsWith('<') ? `${cut.slice(0, -2)}<${text.charAt(width)}` : cut;
}
