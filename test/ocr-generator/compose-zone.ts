/** The three shapes of a zone. */
export type MrzType = 'TD1' | 'TD2' | 'TD3';
/** What a zone says, dates as six digits. */
export interface Person {
  surname: string;
  given: string;
  nationality: string;
  issuer: string;
  documentNumber: string;
  birth: string;
  sex: 'M' | 'F' | 'X';
  expiry: string;
  optional: string;
  optional2?: string;
  code: string;
}
const SPECIAL: Record<string, string> = {
  Ä: 'AE',
  Ö: 'OE',
  Ü: 'UE',
  ß: 'SS',
  ẞ: 'SS',
  Å: 'AA',
  Ø: 'OE',
  Æ: 'AE',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Þ: 'TH',
  Œ: 'OE',
  İ: 'I',
  I: 'I',
  Ħ: 'H',
  Ŋ: 'N',
  Ñ: 'N',
};
/** Writes a name in letters of the zone, independently of the service. */
export function transliterate(name: string): string {
  let out = '';
  for (const ch of name.toUpperCase()) {
    if (SPECIAL[ch] !== undefined) {
      out += SPECIAL[ch];
      continue;
    }
    const base = ch.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
    if (/[A-Z]/.test(base)) out += base;
    else if (base === ' ' || base === '-') out += '<';
    else if (base === "'" || base === '.' || base === '’') out += '';
  }
  return out.replace(/<+/g, '<').replace(/^<|<$/g, '');
}
const W = [7, 3, 1];
/** Computes a check digit, independently of the service. */
export function checkDigit(s: string): string {
  let sum = 0;
  for (let i = 0; i < s.length; i++) {
    const c = s.charCodeAt(i);
    const v = c >= 48 && c <= 57 ? c - 48 : c >= 65 && c <= 90 ? c - 55 : 0;
    sum += v * W[i % 3]!;
  }
  return String(sum % 10);
}
const pad = (s: string, n: number): string => (s + '<'.repeat(n)).slice(0, n);
/** Writes the name field, cut where it does not fit. */
export function nameField(p: Person, n: number): string {
  const sur = transliterate(p.surname),
    giv = transliterate(p.given);
  let f = giv ? `${sur}<<${giv}` : sur;
  if (f.length > n) {
    // Doc 9303-3: truncate given names first, keep at least one character of every name part where possible
    const keep = Math.max(n - sur.length - 2, 0);
    f = keep > 0 ? `${sur}<<${giv.slice(0, keep)}` : `${sur.slice(0, n - 3)}<<${giv.slice(0, 1)}`;
    f = f.slice(0, n);
  }
  return pad(f, n);
}
const sexChar = (s: string): string => (s === 'X' ? '<' : s);
/** Writes the lines of a zone. */
export function composeZone(type: MrzType, p: Person, opts: { personalCheckFiller?: boolean } = {}): string[] {
  if (type === 'TD3') {
    const l1 = pad(p.code, 2) + pad(p.issuer, 3) + nameField(p, 39);
    const dn = pad(p.documentNumber, 9),
      pn = pad(p.optional, 14);
    const pc = p.optional === '' && opts.personalCheckFiller ? '<' : checkDigit(pn);
    const body =
      dn +
      checkDigit(dn) +
      pad(p.nationality, 3) +
      p.birth +
      checkDigit(p.birth) +
      sexChar(p.sex) +
      p.expiry +
      checkDigit(p.expiry) +
      pn +
      pc;
    const comp = checkDigit(body.slice(0, 10) + body.slice(13, 20) + body.slice(21, 43));
    return [l1, body + comp];
  }
  if (type === 'TD2') {
    const l1 = pad(p.code, 2) + pad(p.issuer, 3) + nameField(p, 31);
    const dn = pad(p.documentNumber, 9);
    const body =
      dn +
      checkDigit(dn) +
      pad(p.nationality, 3) +
      p.birth +
      checkDigit(p.birth) +
      sexChar(p.sex) +
      p.expiry +
      checkDigit(p.expiry) +
      pad(p.optional, 7);
    return [l1, body + checkDigit(body.slice(0, 10) + body.slice(13, 20) + body.slice(21, 35))];
  }
  let dn = pad(p.documentNumber, 9),
    dc = checkDigit(dn),
    opt1 = pad(p.optional, 15);
  if (p.documentNumber.length > 9) {
    // long number: check digit position is '<', remainder and digit start the optional data
    dn = p.documentNumber.slice(0, 9);
    dc = '<';
    opt1 = pad(`${p.documentNumber.slice(9) + checkDigit(p.documentNumber)}<`, 15);
  }
  const l1 = pad(p.code, 2) + pad(p.issuer, 3) + dn + dc + opt1;
  const l2h =
    p.birth +
    checkDigit(p.birth) +
    sexChar(p.sex) +
    p.expiry +
    checkDigit(p.expiry) +
    pad(p.nationality, 3) +
    pad(p.optional2 ?? '', 11);
  const comp = checkDigit(l1.slice(5, 30) + l2h.slice(0, 7) + l2h.slice(8, 15) + l2h.slice(18, 29));
  return [l1, l2h + comp, nameField(p, 30)];
}
