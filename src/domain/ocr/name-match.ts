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

/** How a written name compares with the zone. */
export type NameMatch = 'same' | 'given_names_incomplete' | 'swapped' | 'different';

/** What forms write for a name that a passport does not have. */
const noName = new Set(['FNU', 'LNU', 'XXX', '']);

const fillers = (text: string) => text.trim().replace(/ +/g, '<');

/**
 * Compares a written name with the zone by ICAO Doc 9303: every way in which its letters may be transliterated, names in several
 * parts, and names that the zone cuts short. Given names that leave some of the zone's out are incomplete, not different.
 */
export function matchName(written: { lastName: string; firstName: string }, zone: ZoneName): NameMatch {
  const zoneLast = fillers(zone.lastName);
  const zoneFirst = fillers(zone.firstName ?? '');
  const last = noName.has(written.lastName.toUpperCase()) ? [''] : transliterations(written.lastName);
  const first = noName.has(written.firstName.toUpperCase()) ? [''] : transliterations(written.firstName);
  if (last.includes(zoneLast) && first.includes(zoneFirst)) return 'same';
  if (zone.namesCut && fitsCut(last, first, zoneLast, zoneFirst, zone.width)) return 'same';
  if (last.includes(zoneFirst) && first.includes(zoneLast)) return 'swapped';
  const parts = zoneFirst.split('<');
  const someOfThem = first.some((text) => text !== '' && text.split('<').every((part) => parts.includes(part)));
  return last.includes(zoneLast) && someOfThem ? 'given_names_incomplete' : 'different';
}

function fitsCut(last: string[], first: string[], zoneLast: string, zoneFirst: string, width: number): boolean {
  const shown = zoneFirst === '' ? zoneLast : `${zoneLast}<<${zoneFirst}`;
  const spaced = (text: string) => text.replaceAll('<', ' ');
  return last.some((one) =>
    first.some((other) => zoneNames(spaced(one), spaced(other) || null, width) === shown.padEnd(width, '<')),
  );
}
