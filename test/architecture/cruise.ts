import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { importRules } from './rules.ts';

/** One import that a rule forbids. */
export interface ImportViolation {
  rule: string;
  from: string;
  to: string;
}

/** Files of concepts without a suffix in which nothing is asynchronous: words and rules, as against operations. */
export function wordsOf(root: string): string[] {
  return globSync('src/domain/**/*.ts', { cwd: root }).filter(
    (file) => !/\.[a-z]+\.ts$/.test(file) && !/\basync\b|\bPromise</.test(readFileSync(join(root, file), 'utf8')),
  );
}

/**
 * Returns every import under `src` and `test` that breaks a rule, type-only ones included. Parsed with swc: TypeScript 7
 * has no compiler API that dependency-cruiser could use, and its JavaScript parser does not see types.
 */
export async function importViolations(root: string): Promise<ImportViolation[]> {
  const folders = ['src', 'test'].filter((folder) => globSync(folder, { cwd: root }).length > 0);
  const result = await cruise(folders, {
    baseDir: root,
    parser: 'swc',
    tsPreCompilationDeps: true,
    validate: true,
    doNotFollow: { path: 'node_modules' },
    ruleSet: { forbidden: importRules(wordsOf(root)) },
  });
  return (result.output as ICruiseResult).summary.violations.map(({ rule, from, to }) => ({
    rule: rule.name,
    from,
    to,
  }));
}

/** Names the gateways that know more than one concept: a gateway implements one port. */
export function gatewaysOfSeveralConcepts(root: string): string[] {
  return globSync('src/gateways/**/*.ts', { cwd: root }).filter((file) => {
    const imported = readFileSync(join(root, file), 'utf8').matchAll(/from '(?:\.\.\/)+domain\/([^/]+)\//g);
    return new Set([...imported].map(([, concept]) => concept)).size > 1;
  });
}
