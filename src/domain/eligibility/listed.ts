/** Joins names as a sentence does: `Iran, Iraq and Syria`. */
export function listed(names: readonly string[], last: 'and' | 'or' = 'and'): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
}
