import { transliterations, zoneNames } from './transliteration.ts';

/** What the zone says of a name: letters and single spaces; null for a holder with one name only. */
export interface ZoneName {
  lastName: string;
  firstName: string | null;
  /** The name fills its field, so the zone may hold less than the page. */
  namesCut: boolean;
  /** Characters of the name field. */
  width: number;
}

/** How a written name compares with the zone, part by part. Given names that leave some of the zone's out are incomplete. */
export interface NameMatch {
  lastName: 'same' | 'different';
  firstName: 'same' | 'incomplete' | 'different';
  /** Each part stands where the other belongs. */
  swapped: boolean;
}

/** What forms write for a name that a passport does not have. */
const noName = new Set(['FNU', 'LNU', 'XXX', '']);

/** Compares a written name with the zone by ICAO Doc 9303: every way in which its letters may be transliterated, names in several parts, and names that the zone cuts short. */
export function matchName(written: { lastName: string; firstName: string }, zone: ZoneName): NameMatch {
  const zoneLast = fillers(zone.lastName);
  const zoneFirst = fillers(zone.firstName ?? '');
  const [last, first] = [spellings(written.lastName), spellings(written.firstName)];
  const shown = (zoneFirst === '' ? zoneLast : `${zoneLast}<<${zoneFirst}`).padEnd(zone.width, '<');
  const fitsCut = (lasts: string[], firsts: string[]): boolean =>
    zone.namesCut &&
    lasts.some((one) => firsts.some((other) => zoneNames(spaced(one), spaced(other) || null, zone.width) === shown));
  if (fitsCut(last, first)) return { lastName: 'same', firstName: 'same', swapped: false };
  const sameLast = last.includes(zoneLast) || fitsCut(last, [zoneFirst]);
  const sameFirst = first.includes(zoneFirst) || fitsCut([zoneLast], first);
  const parts = zoneFirst.split('<');
  const someOfThem = first.some((text) => text !== '' && text.split('<').every((part) => parts.includes(part)));
  return {
    lastName: sameLast ? 'same' : 'different',
    firstName: sameFirst ? 'same' : someOfThem ? 'incomplete' : 'different',
    swapped: !sameLast && !sameFirst && last.includes(zoneFirst) && first.includes(zoneLast),
  };
}

/** Returns the letter of a name, counted in the zone's spelling from 1, from which a written name departs from it. */
export function whereNamesDiffer(written: string, zoneName: string): number {
  const zone = fillers(zoneName);
  const shared = spellings(written).map((text) => {
    const place = [...zone].findIndex((char, i) => char !== text[i]);
    return place === -1 ? zone.length : place;
  });
  return Math.max(...shared) + 1;
}

function spellings(name: string): string[] {
  return noName.has(name.toUpperCase()) ? [''] : transliterations(name);
}

function fillers(text: string): string {
  return text.trim().replace(/ +/g, '<');
}

function spaced(text: string): string {
  return text.replaceAll('<', ' ');
}
