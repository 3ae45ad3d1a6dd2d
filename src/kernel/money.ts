import currencyCodes from 'currency-codes';

/** An amount in integer minor units of a currency (ISO 4217, lower case): 4027 usd is 40.27 US dollars. */
export interface Money {
  minor: number;
  currency: string;
}

const digitsByCurrency = new Map(currencyCodes.data.map((entry) => [entry.code.toLowerCase(), entry.digits]));

/** Returns how many decimals a currency has (usd 2, jpy 0, kwd 3); undefined for what ISO 4217 does not know. */
export function minorDigits(currency: string): number | undefined {
  return digitsByCurrency.get(currency);
}

/** Makes money from minor units. */
export function money(minor: number, currency: string): Money {
  return { minor, currency };
}

/** Returns the amount in major units, exact to the minor unit: the number that goes on the wire. */
export function majorAmount({ minor, currency }: Money): number {
  // A quotient of integers is the number nearest to it, which is the one that the decimal text stands for.
  return minor / 10 ** (minorDigits(currency) ?? 2);
}

/** Makes money from a decimal amount in major units, rounded half up to the minor unit. */
export function fromMajor(amount: number, currency: string): Money {
  const digits = minorDigits(currency) ?? 2;
  return { minor: Math.round(Number((amount * 10 ** digits).toFixed(6))), currency };
}

/** Adds amounts of one currency. */
export function sum(amounts: readonly Money[], currency: string): Money {
  let minor = 0;
  for (const amount of amounts) {
    if (amount.currency !== currency) throw new Error(`cannot add ${amount.currency} to ${currency}`);
    minor += amount.minor;
  }
  return { minor, currency };
}
