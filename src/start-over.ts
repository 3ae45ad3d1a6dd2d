import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Read by glibc's allocator when a process starts, and only then (mallopt(3)): few arenas, and buffers from 4 MiB on given back when freed. */
const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '4194304' };

/**
 * Starts this process over as the same program, with what can be set at the start of a process alone: an allocator that gives the memory of
 * pictures and networks back (by default each thread keeps what it has freed, some 150 MB after a few hundred passports), and Node's cache of
 * compiled code from the first module on. Returns where there is nothing to set or somebody has set it.
 */
export function startOver(env: Readonly<Record<string, string | undefined>>): void {
  if (process.platform !== 'linux' || Object.keys(allocator).some((name) => env[name] !== undefined)) return;
  const program = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const cache = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') };
  // Node before 22.15 cannot; it then runs as it is.
  process.execve?.(process.execPath, program, { ...cache, ...env, ...allocator });
}
