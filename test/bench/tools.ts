import autocannon from 'autocannon';
import { type Measured, startMeasured } from './servers/start.ts';

/**
 * Compares a call of `check_eligibility` on the tool server with one hand-written tool on the SDK's McpServer, in both eras of
 * the protocol: computing time for each call and calls a second, medians over pairs of rounds. Ours decides, prices and
 * counts; the other answers a constant. The goal is at least 2.
 */
const pairs = Number(process.env.BENCH_PAIRS ?? 7);
const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const env = {
  BASE_URL: 'http://localhost:3000',
  PORT: '0',
  DATA_DIR: `/tmp/bench-tools-${process.pid}`,
  LOG_LEVEL: 'silent',
  RATE_LIMIT_PUBLIC: '0',
  RATE_LIMIT_GUEST: '0',
  RATE_LIMIT_KEY: '0',
};
const ours = await startMeasured('ours', env);
const byHand = await startMeasured('sdk-tool', {});

const params = { name: 'check_eligibility', arguments: { nationality: 'DE', destination: 'US' } };
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const common = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'user-agent': 'bench',
};
const eras = {
  '2026-07-28': {
    headers: {
      ...common,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'check_eligibility',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, _meta: meta } }),
  },
  '2025-11-25': {
    headers: { ...common, 'mcp-protocol-version': '2025-11-25' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  },
};

async function round(server: Measured, path: string, request: object, duration: number) {
  const before = await server.cpu();
  const result = await autocannon({
    url: server.url,
    connections: 16,
    duration,
    requests: [{ method: 'POST', path, ...request }],
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} broken`);
  const count = result['2xx'];
  return { micros: ((await server.cpu()) - before) / count, rate: count / result.duration };
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1]!;
const path = '/api/v1/agent/mcp';

process.stdout.write('protocol      µs ours  µs by hand  ratio    calls/s ours  by hand  ratio\n');
for (const [era, request] of Object.entries(eras)) {
  await round(ours, path, request, 2);
  await round(byHand, '/mcp', request, 2);
  const rounds: [Awaited<ReturnType<typeof round>>, Awaited<ReturnType<typeof round>>][] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    rounds.push([await round(ours, path, request, seconds), await round(byHand, '/mcp', request, seconds)]);
  }
  const of = (read: (pair: (typeof rounds)[number]) => number) => median(rounds.map(read));
  const cells = [
    of(([one]) => one.micros)
      .toFixed(0)
      .padStart(10),
    of(([, other]) => other.micros)
      .toFixed(0)
      .padStart(12),
    of(([one, other]) => other.micros / one.micros)
      .toFixed(2)
      .padStart(7),
    of(([one]) => one.rate)
      .toFixed(0)
      .padStart(16),
    of(([, other]) => other.rate)
      .toFixed(0)
      .padStart(9),
    of(([one, other]) => one.rate / other.rate)
      .toFixed(2)
      .padStart(7),
  ];
  process.stdout.write(`${era}${cells.join('')}\n`);
}
await ours.stop();
await byHand.stop();
