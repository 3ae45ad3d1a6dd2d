import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** The database, or one transaction on it: the embedded engine and PostgreSQL behind one type. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** Returns the rows of a raw `db.execute(sql…)`, whose shape differs between the two engines' drivers. */
export function rowsOf<Row extends Record<string, unknown>>(result: unknown): Row[] {
  return (Array.isArray(result) ? result : (result as { rows: Row[] }).rows) as Row[];
}
