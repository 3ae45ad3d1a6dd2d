import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { reportComputingTime } from './measured.ts';

/** One tool written by hand on the SDK's own server: it answers from a constant, so that only the protocol is measured. */
const answer = { answer: 'Nationals of Germany need an ESTA.', required: true, visa_type: 'ESTA' };
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'by-hand', version: '1' });
  server.registerTool(
    'check_eligibility',
    {
      description: 'Find out which authorization a passport needs.',
      inputSchema: z.object({ nationality: z.string().length(2), destination: z.string().length(2) }),
      outputSchema: z.object({ answer: z.string(), required: z.boolean(), visa_type: z.string() }),
    },
    async () => ({
      content: [
        { type: 'text', text: answer.answer },
        { type: 'text', text: JSON.stringify(answer) },
      ],
      structuredContent: answer,
    }),
  );
  return server;
});
const serve = toNodeHandler(handler);
const http = createServer((request, response) => void serve(request as never, response as never));
http.listen(0, '127.0.0.1', () => reportComputingTime(`http://127.0.0.1:${(http.address() as AddressInfo).port}`));
process.once('SIGTERM', () => process.exit(0));
