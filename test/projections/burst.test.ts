import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startProcess } from '../support/process.ts';

const largestQueue = () => Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
const canHold = process.platform === 'linux' && largestQueue() >= 1_100;

it.runIf(canHold)(
  'a thousand connections at once wait until a busy service gets to them: none is turned away',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'burst-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const service = await startProcess({ dataDir });
    onTestFinished(() => service.kill());
    const { port, hostname } = new URL(service.url);

    // What a process that is busy for long looks like to the network: nobody takes connections.
    process.kill(service.pid, 'SIGSTOP');
    let connected = 0;
    const sockets: Socket[] = Array.from({ length: 1_000 }, () =>
      connect(Number(port), hostname, () => {
        connected += 1;
      }).on('error', () => {}),
    );
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (let tries = 0; connected < sockets.length && tries < 20; tries += 1) await pause(100);
    expect(connected).toBe(1_000);

    process.kill(service.pid, 'SIGCONT');
    const answered = sockets.map(
      (socket) => new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes).slice(9, 12)))),
    );
    for (const socket of sockets) socket.write('GET /api/v1/agent/changelog HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(new Set(await Promise.all(answered))).toEqual(new Set(['200']));
  },
  60_000,
);
