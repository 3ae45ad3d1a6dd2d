import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './db.ts';
import type { Vault } from './vault.ts';

/** A column that the vault seals, and where each of its values is bound to. */
export interface SealedColumn {
  table: PgTable;
  /** The primary key: a text column. */
  id: PgColumn;
  column: PgColumn;
  /** The place that a value was sealed for, from its row's id. */
  place(id: string): string;
}

/**
 * Returns the sealed columns of tables: all that hold bytes, for the rows hold no other. The place of each value is
 * `<table>.<column>:<id>`.
 */
export function sealedColumnsOf(tables: readonly PgTable[]): SealedColumn[] {
  return tables.flatMap((table) => {
    const { name, columns } = getTableConfig(table);
    const id = columns.find((column) => column.name === 'id');
    return columns
      .filter((column) => column.getSQLType() === 'bytea')
      .map((column) => {
        if (!id) throw new Error(`${name}.${column.name} is sealed, but its table has no id`);
        return { table, id, column, place: (value: string) => `${name}.${column.name}:${value}` };
      });
  });
}

/** What a run of `resealOutdated` did. */
export interface ResealReport {
  /** Values looked at. */
  examined: number;
  /** Values sealed anew. */
  resealed: number;
}

const defaultBatch = 200;

/**
 * Seals anew everything that an old key sealed, in batches of one short transaction each. It can be stopped at any
 * moment and run again: what is done is recognised and skipped. A value that changes meanwhile is left as it is.
 * Once it has run through without `DATA_KEYS_OLD` losing a key, the old keys can be taken away.
 */
export async function resealOutdated(
  ctx: { db: Db; vault: Vault },
  columns: readonly SealedColumn[],
  batch: number = defaultBatch,
): Promise<ResealReport> {
  const report = { examined: 0, resealed: 0 };
  for (const sealed of columns) {
    let after = '';
    for (;;) {
      const last = await resealBatch(ctx, sealed, after, batch, report);
      if (last === undefined) break;
      after = last;
    }
  }
  return report;
}

/** Reseals the rows that follow `after` and returns the last id it saw, or nothing when there are no more. */
async function resealBatch(
  { db, vault }: { db: Db; vault: Vault },
  sealed: SealedColumn,
  after: string,
  batch: number,
  report: ResealReport,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const rows = (await tx
      .select({ id: sealed.id, value: sealed.column })
      .from(sealed.table)
      .where(and(gt(sealed.id, after), isNotNull(sealed.column)))
      .orderBy(asc(sealed.id))
      .limit(batch)
      .for('update')) as { id: string; value: Uint8Array }[];
    for (const { id, value } of rows) {
      report.examined += 1;
      if (!vault.isOutdated(value)) continue;
      const place = sealed.place(id);
      const renewed = vault.seal(vault.open(value, place), place);
      await tx
        .update(sealed.table)
        .set({ [propertyOf(sealed)]: renewed })
        .where(eq(sealed.id, id));
      report.resealed += 1;
    }
    return rows.at(-1)?.id;
  });
}

/** The name under which drizzle knows the column in its table. */
function propertyOf({ table, column }: SealedColumn): string {
  const found = Object.entries(table).find(([, value]) => value === column);
  if (!found) throw new Error('the sealed column is not a column of its table');
  return found[0];
}
