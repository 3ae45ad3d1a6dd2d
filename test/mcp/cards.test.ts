import { beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});

const browser = { 'user-agent': 'Mozilla/5.0 (X11) AppleWebKit/537.36', accept: 'text/html' };
const open = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(new URL(path, service.api.url), { redirect: 'manual', ...init, headers: browser });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('cards', () => {
  it.each(['/.well-known/mcp.json', '/.well-known/mcp/server-card.json', '/.well-known/mcp-server-card'])(
    '%s leads to the tool server',
    async (path) => {
      const { status, text } = await open(path);
      expect(status).toBe(200);
      const { remotes } = JSON.parse(text);
      const answer = await fetch(remotes[0].url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      });
      expect(answer.status).toBe(200);
      await answer.text();
    },
  );
});
