import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** The database, or one transaction on it: the embedded engine and PostgreSQL behind one type. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** Returns the rows of a raw `db.execute(sql…)`, whose shape differs between the two engines' drivers. */
export function rowsOf<Row extends Record<string, unknown>>(result: unknown): Row[] {
  return (Array.isArray(result) ? result : (result as { rows: Row[] }).rows) as Row[];
}

/**
 * Makes a prepared statement once per database and returns it from then on: building the SQL anew costs ten times the
 * query. Not for use inside a transaction, which has a connection of its own.
 */
export function prepared<Statement>(build: (db: Db) => Statement): (db: Db) => Statement {
  const statements = new WeakMap<Db, Statement>();
  return (db) => {
    let statement = statements.get(db);
    if (statement === undefined) {
      statement = build(db);
      statements.set(db, statement);
    }
    return statement;
  };
}

let names = 0;

/** Returns a name for a prepared statement that no other has. */
export function statementName(purpose: string): string {
  names += 1;
  return `${purpose}_${names}`;
}
