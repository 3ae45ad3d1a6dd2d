/** Calendar arithmetic on dates written as `YYYY-MM-DD`, which compare as texts. Years stay within 0001 to 9999. */

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

const parts = (date: string): [number, number, number] => [
  Number(date.slice(0, 4)),
  Number(date.slice(5, 7)),
  Number(date.slice(8, 10)),
];

/** Returns the date so many days later. */
export function addDays(date: string, days: number): string {
  const moved = new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000);
  return moved.getUTCFullYear() > 9999 ? '9999-12-31' : moved.toISOString().slice(0, 10);
}

/** Returns the date so many months later, or the last day of that month where it is shorter. */
export function addMonths(date: string, months: number): string {
  const [year, month, day] = parts(date);
  const count = year * 12 + (month - 1) + months;
  const toYear = Math.floor(count / 12);
  if (toYear > 9999) return '9999-12-31';
  const toMonth = (count % 12) + 1;
  const leap = toYear % 4 === 0 && (toYear % 100 !== 0 || toYear % 400 === 0);
  const length = toMonth === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(toMonth) ? 30 : 31;
  return `${pad(toYear, 4)}-${pad(toMonth, 2)}-${pad(Math.min(day, length), 2)}`;
}

/** Returns the age in full years on a day; who was born on 29 February turns a year older on 1 March of a common year. */
export function ageOn(birth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return day.slice(5) < birth.slice(5) ? years - 1 : years;
}
