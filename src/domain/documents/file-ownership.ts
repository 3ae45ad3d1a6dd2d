import type { Owner } from '../../kernel/caller.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { findOwners, findZones } from './document.store.ts';
import { documentIdOf } from './document.ts';
import type { ReadZone } from './zone-reader.port.ts';

/** Whose upload a URL names: `foreign` is somebody else's or none that exists, `unknown` is no URL of this service. */
export type UrlOwnership = 'own' | 'foreign' | 'unknown';

/** Tells for each URL whether its upload is one of the owners', in one statement. */
export async function fileOwnership(
  ctx: { db: Db; baseUrl: string },
  owners: readonly Owner[],
  urls: readonly string[],
): Promise<Map<string, UrlOwnership>> {
  const ids = idsOf(ctx.baseUrl, urls);
  const rows = await findOwners(ctx.db, [...new Set(ids.values())]);
  const own = new Set(
    rows
      .filter((row) =>
        owners.some((owner) =>
          owner.kind === 'account' ? row.accountId === owner.accountId : row.guestId === owner.guestId,
        ),
      )
      .map((row) => row.id),
  );
  return new Map(
    urls.map((url) => {
      const id = ids.get(url);
      return [url, id === undefined ? 'unknown' : own.has(id) ? 'own' : 'foreign'];
    }),
  );
}

/** Returns the zones that were read at the upload of the owners' passport pages, by URL; pages without one are absent. */
export async function readZones(
  ctx: { db: Db; vault: Vault; baseUrl: string },
  owners: readonly Owner[],
  urls: readonly string[],
): Promise<Map<string, ReadZone>> {
  const ids = idsOf(ctx.baseUrl, urls);
  const rows = await findZones(ctx.db, owners, [...new Set(ids.values())]);
  const zones = new Map(rows.map(({ id, zone }) => [id, ctx.vault.openJson<ReadZone>(zone!, `documents.zone:${id}`)]));
  return new Map([...ids].flatMap(([url, id]) => (zones.has(id) ? [[url, zones.get(id)!] as const] : [])));
}

function idsOf(baseUrl: string, urls: readonly string[]): Map<string, string> {
  return new Map(
    urls.flatMap((url) => {
      const id = documentIdOf(baseUrl, url);
      return id === undefined ? [] : [[url, id] as const];
    }),
  );
}
