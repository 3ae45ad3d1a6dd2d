import type { FileStore } from '../../domain/documents/file-store.port.ts';
import type { Store } from '../../store/open.ts';

/** Where uploads are kept, as the configuration says. */
export type FileStoreConfig = { kind: 'disk'; dir: string } | { kind: 's3'; url: string };

/**
 * Opens where uploads are kept; the client of buckets is loaded only where one is configured. Files on the disk are refused together with
 * rows: what fills the disk up would keep the embedded database from ever coming back.
 */
export async function openFileStore(config: FileStoreConfig, store: Pick<Store, 'assertWritable'>): Promise<FileStore> {
  if (config.kind === 'disk') {
    const { createDiskFileStore } = await import('./disk.ts');
    return createDiskFileStore(config.dir, store);
  }
  const { createS3FileStore, readBucketAddress } = await import('./s3.ts');
  return createS3FileStore(readBucketAddress(config.url));
}
