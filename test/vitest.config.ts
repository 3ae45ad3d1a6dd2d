import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;

export default defineConfig({
  root,
  resolve: {
    // The very file that Node.js resolves for the packages that use it: two instances of graphql refuse each other.
    alias: [{ find: /^graphql$/, replacement: `${root}node_modules/graphql/index.mjs` }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bench/**', 'node_modules/**'],
    globalSetup: ['test/support/database-setup.ts'],
    setupFiles: ['test/support/each-file.ts'],
    maxWorkers: availableParallelism(),
    // Loading the service costs more than most files take: the files of one worker share it. Each has databases of its own.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    restoreMocks: true,
  },
});
