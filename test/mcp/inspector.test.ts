import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { mcpUrl } from './client.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});

/** Runs the inspector's command line against the service. */
function inspect(args: string[]): Promise<{ code: number; out: string; err: string }> {
  const folder = dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json'));
  const script = join(folder, 'clients/launcher/build/index.js');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [script, '--cli', mcpUrl(service).href, '--transport', 'http', ...args],
      { maxBuffer: 16 * 1024 * 1024, env: { PATH: process.env.PATH, HOME: '/nonexistent' } },
      (error, out, err) => resolve({ code: Number((error as { code?: number } | null)?.code ?? 0), out, err }),
    );
  });
}

describe('the inspector', () => {
  it('finds no tool schema that some client could not use', async () => {
    const { code, out, err } = await inspect(['--method', 'tools/list', '--strict']);
    expect(err).not.toMatch(/error/i);
    expect(code).toBe(0);
    expect(JSON.parse(out).tools.length).toBeGreaterThan(15);
  }, 60_000);

  it('calls a tool and reads a resource', async () => {
    const call = await inspect([
      '--method',
      'tools/call',
      '--tool-name',
      'check_eligibility',
      '--tool-arg',
      'nationality=DE',
      'destination=US',
    ]);
    expect(JSON.parse(call.out).structuredContent).toMatchObject({ visa_type: 'ESTA' });
    const read = await inspect(['--method', 'resources/read', '--uri', 'requirements://ESTA']);
    expect(JSON.parse(read.out).contents[0].text).toContain('# US ESTA');
  }, 60_000);
});
