import { afterAll } from 'vitest';
import { endFile } from './at-the-end.ts';

// Here, for each file: a hook that is made within another one never runs.
afterAll(endFile);
