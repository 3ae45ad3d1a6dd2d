import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureKinds } from '../../src/kernel/failure.ts';
import { conformanceOf } from '../support/conformance.ts';
import { startService } from '../support/service.ts';

const { api, service } = await startService();
const answer = await api.get('/openapi.json');
const document = answer.body;
const bin = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
  await writeFile(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a linter on the document; a linter that finds an error ends with one. */
const lint = (command: string, args: string[]) =>
  promisify(execFile)(process.execPath, [join(bin, command), ...args], {
    cwd: folder,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', DO_NOT_TRACK: '1', CI: 'true' },
  });

// biome-ignore lint/suspicious/noExplicitAny: the document is read as data
const operations = Object.entries<any>(document.paths).flatMap(([path, methods]) =>
  // biome-ignore lint/suspicious/noExplicitAny: the document is read as data
  Object.entries<any>(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

describe('the OpenAPI document', () => {
  it('is passed by redocly', { timeout: 120_000 }, async () => {
    const { stdout } = await lint('redocly', ['lint', 'openapi.json', '--format=json']);
    expect(JSON.parse(stdout).totals).toMatchObject({ errors: 0, warnings: 0 });
  });

  it('is passed by spectral', { timeout: 120_000 }, async () => {
    const { stdout } = await lint('spectral', ['lint', 'openapi.json', '--ruleset', '.spectral.yaml', '--format=json']);
    expect(stdout).toMatch(/^\[\]/);
  });

  it('has every endpoint of the documents and no other', () => {
    const served = service.documents.all.flatMap(({ rest }) => (rest ? [`${rest.method} ${rest.path}`] : []));
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(served.sort());
  });

  it('has the codes that a document names under their status, and those that follow from its directives', () => {
    for (const { method, path, operation } of operations) {
      const stored = service.documents.all.find(({ rest }) => rest?.method === method && rest.path === path)!;
      const told = Object.values<{ $ref?: string }>(operation.responses)
        .flatMap(({ $ref }) => ($ref ? [document.components.responses[$ref.split('/').at(-1)!]] : []))
        .flatMap((response) => Object.keys(response.content['application/json'].examples));
      expect(told).toEqual(expect.arrayContaining([...stored.errors, 'INTERNAL', 'INVALID_API_KEY']));
      if (stored.idempotent) expect(told).toContain('IDEMPOTENCY_KEY_REUSED');
      for (const code of told) {
        expect(Object.keys(operation.responses)).toContain(
          String(failureKinds[code as keyof typeof failureKinds].status),
        );
      }
    }
  });

  it('gives an example of a request that its own schema takes', () => {
    const ajv = new Ajv2020({ strict: false });
    (formats as unknown as (ajv: Ajv2020) => void)(ajv);
    ajv.addSchema({ $id: 'openapi', components: document.components });
    let count = 0;
    for (const { operation } of operations) {
      const { schema, example } = operation.requestBody?.content['application/json'] ?? {};
      if (example === undefined) continue;
      count += 1;
      const check = ajv.compile(
        JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')),
      );
      expect(check(example), `${operation.operationId}: ${JSON.stringify(check.errors)}`).toBe(true);
    }
    expect(count).toBeGreaterThan(8);
  });

  it('may be kept, and is not sent again to who has it', async () => {
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    const again = await fetch(`${api.url}/api/v1/agent/openapi.json`, {
      headers: { 'if-none-match': answer.headers.get('etag')! },
    });
    expect(again.status).toBe(304);
  });

  it('is what every answer in the tests is held to', () => {
    const conforms = conformanceOf(document);
    expect(() => conforms('POST', '/eligibility', 418, {})).toThrow('is not in the OpenAPI document');
    expect(() => conforms('POST', '/eligibility', 200, { success: true, data: {}, _meta: {} })).toThrow('differs');
    expect(() =>
      conforms('POST', '/eligibility', 404, { success: false, error: { code: 'OOPS', message: 'a' } }),
    ).toThrow('differs');
  });
});
