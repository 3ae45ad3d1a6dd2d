import fs from 'node:fs';
import { Failure } from '../kernel/failure.ts';

/** Below this much free space nothing is written any more: the embedded engine never comes back from a full disk. */
export const freeSpaceFloorBytes = 64 * 1024 * 1024;
const cachedMilliseconds = 1000;

/** Watches the free space of the disk that holds a directory. */
export interface SpaceGuard {
  /** Tells whether there is room for writes; looks at the disk at most once a second. */
  hasRoom(): boolean;
  /** Throws SERVICE_UNAVAILABLE when there is no room for writes. */
  assertWritable(): void;
}

/** Makes the guard of a directory. `freeBytes` is asked for the free space, in bytes. */
export function guardSpace(
  dir: string,
  freeBytes: () => number = () => {
    const { bavail, bsize } = fs.statfsSync(dir);
    return bavail * bsize;
  },
): SpaceGuard {
  let room = true;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const hasRoom = (): boolean => {
    const now = performance.now();
    if (now - checkedAt >= cachedMilliseconds) {
      room = freeBytes() >= freeSpaceFloorBytes;
      checkedAt = now;
    }
    return room;
  };
  return {
    hasRoom,
    assertWritable: () => {
      if (hasRoom()) return;
      throw new Failure('SERVICE_UNAVAILABLE', {
        message: 'The service is short of disk space and takes no changes. Nothing was changed.',
        retryAfterSeconds: 60,
      });
    },
  };
}
