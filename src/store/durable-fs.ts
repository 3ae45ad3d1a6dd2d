import fs from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Options = Parameters<NodeFS['init']>[1];

/** The part of Emscripten's file system that this file reaches into; tied to the exact version of PGlite. */
interface Emscripten {
  NODEFS: {
    stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number };
    realPath(node: unknown): string;
  };
}

/**
 * A directory on disk whose `fsync` reaches the disk. PGlite's own never does: its committed rows survive the end of the
 * process, but after a power cut the directory can be unreadable.
 */
export class DurableFS extends NodeFS {
  override async init(pg: PGlite, options: Options): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const mendSync = (module: unknown): void => {
      const { NODEFS } = module as Emscripten;
      NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd === undefined) syncPath(NODEFS.realPath(stream.node));
        else fs.fsyncSync(stream.nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), mendSync] } as Options };
  }
}

/** Brings a file, or the entries of a directory, to the disk. */
export function syncPath(path: string): void {
  const descriptor = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Brings a directory with everything in it to the disk. */
export function syncTree(dir: string): void {
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    if (entry.isDirectory()) syncTree(join(dir, entry.name));
    else if (entry.isFile()) syncPath(join(dir, entry.name));
  }
  syncPath(dir);
}
