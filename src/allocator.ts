/** Read by glibc's allocator when a process starts, and only then (mallopt(3)): few arenas, and buffers from 4 MiB on given back when freed. */
const settings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '4194304' };

/**
 * Starts this process over as the same program, with an allocator that gives the memory of pictures and networks back: by default each
 * thread keeps what it has freed, some 150 MB after a few hundred passports. Returns where there is nothing to set or somebody has set it.
 */
export function startOverWithAllocator(env: Readonly<Record<string, string | undefined>>): void {
  if (process.platform !== 'linux' || Object.keys(settings).some((name) => env[name] !== undefined)) return;
  const program = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  // Node before 22.15 cannot; it then runs as it is.
  process.execve?.(process.execPath, program, { ...env, ...settings });
}
