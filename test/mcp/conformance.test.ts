import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { mcpUrl } from './client.ts';
import { conformanceCatalog } from './conformance.catalog.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ overrides: { catalogs: [conformanceCatalog] } });
});

interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  errorMessage?: string;
}

/** Runs a suite against the service and returns the checks of every scenario: a scenario without any prints a tick too. */
async function run(suite: string, args: string[], target: TestService = service): Promise<Map<string, Check[]>> {
  const script = join(folderOf(suite), 'dist/index.js');
  const out = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    await new Promise<void>((resolve) => {
      execFile(
        process.execPath,
        [script, 'server', '--url', mcpUrl(target).href, '-o', out, ...args],
        { maxBuffer: 64 * 1024 * 1024 },
        () => resolve(),
      );
    });
    const scenarios = new Map<string, Check[]>();
    for (const folder of await readdir(out)) {
      const name = folder.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T.*$/, '');
      scenarios.set(name, JSON.parse(await readFile(join(out, folder, 'checks.json'), 'utf8')));
    }
    return scenarios;
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

const folderOf = (suite: string) => dirname(createRequire(import.meta.url).resolve(`${suite}/package.json`));

/** The scenarios that count for servers of a revision, as the suite froze them. */
async function required(revision: string): Promise<Set<string>> {
  const yaml = await readFile(join(folderOf('conformance-next'), `requirements/${revision}.yaml`), 'utf8');
  const section = /^server:\n((?: {2}- .*\n)+)/m.exec(yaml)![1]!;
  return new Set([...section.matchAll(/- (.+)/g)].map((match) => match[1]!));
}

const withStatus = (scenarios: Map<string, Check[]>, status: Check['status']) =>
  [...scenarios].flatMap(([name, checks]) =>
    checks.filter((check) => check.status === status).map(({ id, errorMessage }) => `${name} ${id}: ${errorMessage}`),
  );

describe('conformance', () => {
  it('passes every active scenario of 0.1.16', async () => {
    const scenarios = await run('@modelcontextprotocol/conformance', []);
    expect(withStatus(scenarios, 'FAILURE')).toEqual([]);
    expect(withStatus(scenarios, 'SUCCESS').length).toMatchSnapshot();
  }, 120_000);

  it.each(['2025-11-25', '2026-07-28'])(
    'passes what %s requires',
    async (revision) => {
      const scenarios = await run('conformance-next', ['--requirements', revision]);
      const scored = await required(revision);
      expect([...scored].filter((name) => !scenarios.has(name))).toEqual([]);
      const judged = new Map([...scenarios].filter(([name]) => scored.has(name)));
      expect(withStatus(judged, 'FAILURE')).toEqual([]);
      expect(withStatus(judged, 'SUCCESS').length).toMatchSnapshot();
    },
    180_000,
  );
});

describe('conformance without fixtures', () => {
  it.each([
    [
      '2025-11-25',
      ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list', 'completion-complete'],
    ],
    ['2025-11-25', ['server-sse-multiple-streams', 'dns-rebinding-protection']],
    ['2026-07-28', ['tools-list', 'resources-list', 'prompts-list', 'completion-complete', 'caching']],
    [
      '2026-07-28',
      ['sep-2164-resource-not-found', 'input-required-result-unsupported-methods', 'dns-rebinding-protection'],
    ],
  ])(
    'passes what applies of %s: %j',
    async (version, names) => {
      const bare = await startService();
      for (const name of names) {
        const scenarios = await run('conformance-next', ['--scenario', name, '--spec-version', version], bare);
        expect(withStatus(scenarios, 'FAILURE')).toEqual([]);
        expect(withStatus(scenarios, 'SUCCESS').length, name).toBeGreaterThan(0);
      }
    },
    180_000,
  );
});
