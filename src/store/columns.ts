import { customType, timestamp } from 'drizzle-orm/pg-core';

/** A moment in time, as a Date, to the millisecond. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

/** Bytes, among them everything that the vault sealed. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/** Which transactions a statement could see (PostgreSQL's pg_snapshot), as text: `xmin:xmax:running,running`. */
export const snapshot = customType<{ data: string; driverData: string }>({ dataType: () => 'pg_snapshot' });

/** A transaction id that never wraps around (PostgreSQL's xid8), as decimal text. */
export const transactionId = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });
