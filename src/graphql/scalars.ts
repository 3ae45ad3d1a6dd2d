import { GraphQLError } from 'graphql';
import { isCalendarDate } from '../kernel/clock.ts';
import { type Money, majorAmount } from '../kernel/money.ts';
import { builder } from './builder.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

builder.scalarType('DateTime', {
  description: 'A moment in UTC, RFC 3339.',
  serialize: (value) => value.toISOString() as unknown as Date,
  parseValue: (value) => {
    const date = typeof value === 'string' ? new Date(value) : undefined;
    if (!date || Number.isNaN(date.getTime()))
      throw new GraphQLError('must be a date and time such as 2026-11-20T12:00:00Z');
    return date;
  },
});

builder.scalarType('Date', {
  description: 'A calendar date, YYYY-MM-DD.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value !== 'string' || !isCalendarDate(value)) {
      throw new GraphQLError('must be a real calendar date in the form YYYY-MM-DD');
    }
    return value;
  },
});

builder.scalarType('JSONObject', {
  description: 'An object whose keys are data, for example form field names.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (!isObject(value)) throw new GraphQLError('must be an object');
    return value;
  },
});

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: (value) => value,
});

/** An amount in major units, exact to the minor unit of its currency. */
export const MoneyType = builder.objectRef<Money>('Money').implement({
  description: 'An amount of money: major units, exact to the minor unit of the currency.',
  fields: (t) => ({
    amount: t.float({ description: 'Amount in major units, e.g. 40.27.', resolve: majorAmount }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code, lower case.' }),
  }),
});
