import { Column, fillPlaceholders, getTableName, is, SQL } from 'drizzle-orm';
import type { Db } from './db.ts';
import type { Pool } from './pool.ts';

/** One column of a prepared statement's rows, as drizzle keeps it. */
interface SelectedField {
  /** The property it becomes: `['id']`, or `['order', 'id']` for one of a group. */
  path: readonly string[];
  field: unknown;
}

/** The part of drizzle's prepared statement that says how its rows are read. */
interface RowReading {
  fields?: readonly SelectedField[];
  /** By table name, whether a joined row is always there. */
  joinsNotNullableMap?: Readonly<Record<string, boolean>>;
  customResultMapper?: (rows: readonly unknown[][]) => unknown;
}

/** The part that says how it runs: on the pool of PostgreSQL, on a transaction, or on the embedded engine. */
interface Running {
  client: Partial<Pool>;
  queryString: string;
  params: unknown[];
  execute(values?: Record<string, unknown>): Promise<unknown>;
}

let names = 0;

/**
 * Makes a named prepared statement once per database and returns it from then on: building the SQL anew costs ten times the
 * query. Not for use inside a transaction, which has a connection of its own.
 */
export function prepared<Statement>(
  purpose: string,
  build: (db: Db) => { prepare(name: string): Statement },
): (db: Db) => Statement {
  return makeOnce(purpose, build, () => {});
}

/** Makes a prepared statement that finds single rows by their key, so quickly that on PostgreSQL such reads share connections. */
export function pointRead<Statement>(
  purpose: string,
  build: (db: Db) => { prepare(name: string): Statement },
): (db: Db) => Statement {
  return makeOnce(purpose, build, (statement) => {
    const { client, queryString, params, customResultMapper } = statement as Running & Required<RowReading>;
    const { shared } = client;
    if (!shared) return;
    (statement as Running).execute = async (values = {}) =>
      customResultMapper(
        (await shared
          .unsafe(queryString, fillPlaceholders(params, values), { prepare: true })
          .values()) as readonly unknown[][],
      );
  });
}

function makeOnce<Statement>(
  purpose: string,
  build: (db: Db) => { prepare(name: string): Statement },
  settle: (statement: Statement) => void,
): (db: Db) => Statement {
  const statements = new WeakMap<Db, Statement>();
  return (db) => {
    let statement = statements.get(db);
    if (statement === undefined) {
      names += 1;
      statement = build(db).prepare(`${purpose}_${names}`);
      compileRows(statement as RowReading);
      settle(statement);
      statements.set(db, statement);
    }
    return statement;
  };
}

/**
 * Decides once how the columns of a statement become objects. drizzle decides it again for every value of every row, which costs more
 * than all else that is done for a read.
 */
function compileRows(statement: RowReading): void {
  if (!statement.fields) return;
  const readers: Reader[] = [];
  const groups = new Map<string, { literal: string[]; columns: { at: number; table: string }[] }>();
  const whole: string[] = [];
  for (const [at, { path, field }] of statement.fields.entries()) {
    const [name, member] = path as [string, string?];
    if (path.length > 2) throw new Error(`a row of groups within groups: ${path.join('.')}`);
    const value = valueCode(readers, field, at);
    if (member === undefined) {
      whole.push(`${JSON.stringify(name)}: ${value}`);
      continue;
    }
    let group = groups.get(name);
    if (!group) {
      group = { literal: [], columns: [] };
      groups.set(name, group);
      whole.push(name);
    }
    group.literal.push(`${JSON.stringify(member)}: ${value}`);
    if (is(field, Column)) group.columns.push({ at, table: getTableName(field.table) });
  }
  const joins = statement.joinsNotNullableMap;
  const literal = whole.map((entry) => {
    const group = groups.get(entry);
    if (!group) return entry;
    const object = `{ ${group.literal.join(', ')} }`;
    const [first, ...others] = group.columns;
    // As drizzle has it: the row of a table that was joined loosely is not there when its first column is null.
    const mayBeMissing = first && joins && !joins[first.table] && others.every(({ table }) => table === first.table);
    return `${JSON.stringify(entry)}: ${mayBeMissing ? `row[${first.at}] === null ? null : ` : ''}${object}`;
  });
  // Only names of columns and properties in this code's own queries become part of it.
  const read = new Function('readers', `return (row) => ({ ${literal.join(', ')} })`)(readers) as (
    row: readonly unknown[],
  ) => unknown;
  statement.customResultMapper = (rows) => rows.map(read);
}

/** Reads a value as the driver gives it. */
interface Reader {
  mapFromDriverValue(value: unknown): unknown;
}

/** Returns the code that reads one value; what the driver gives already is taken as it is. */
function valueCode(readers: Reader[], field: unknown, at: number): string {
  const reader = readerOf(field);
  if (reader.mapFromDriverValue === Column.prototype.mapFromDriverValue) return `row[${at}]`;
  readers.push(reader);
  return `(row[${at}] === null ? null : readers[${readers.length - 1}].mapFromDriverValue(row[${at}]))`;
}

/** A column reads itself; an expression has a reader, and so has one with a name. */
function readerOf(field: unknown): Reader {
  if (is(field, Column)) return field;
  const expression = is(field, SQL) ? field : (field as { sql: SQL }).sql;
  return (expression as unknown as { decoder: Reader }).decoder;
}
