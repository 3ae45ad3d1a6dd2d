import type { FileCleaner } from '../../domain/documents/file-cleaner.port.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { CleanerLimits } from './file-cleaner.ts';

/** The cleaner of files, whose libraries take longer to load than the rest of the service: no start waits for them. */
export function fileCleanerWhenNeeded(limits: CleanerLimits): FileCleaner {
  const cleaner = whenNeeded(async () => (await import('./file-cleaner.ts')).createFileCleaner(limits));
  return {
    detect: async (bytes) => (await cleaner.get()).detect(bytes),
    clean: async (bytes, type) => (await cleaner.get()).clean(bytes, type),
  };
}
