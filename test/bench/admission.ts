import { createKeyRing } from '../../src/domain/keys/authenticate.ts';
import { createKey } from '../../src/domain/keys/create-key.ts';
import { openLimits } from '../../src/domain/limits/spend-limit.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { openStore } from '../../src/store/open.ts';
import { createVault } from '../../src/store/vault.ts';

/** Prints what recognizing a key and counting a call add to a request on one instance: `node test/bench/admission.ts`. */
const calls = 400_000;
const rounds = 5;

async function measure(name: string, act: (index: number) => unknown): Promise<void> {
  const micros: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    for (let index = 0; index < calls; index += 1) await act(index);
    micros.push(((performance.now() - started) * 1000) / calls);
  }
  micros.sort((left, right) => left - right);
  process.stdout.write(
    `${name}: ${micros[rounds >> 1]!.toFixed(2)} µs a call (median of ${rounds} rounds of ${calls})\n`,
  );
}

const log = { debug() {}, info() {}, warn() {}, error() {} };
const store = await openStore({ kind: 'memory' });
const services = { db: store.db, clock: systemClock, log };
const keyRing = createKeyRing(services);
const liveClaims = { claim: async () => {} };
const { apiKey } = await createKey(
  {
    address: '192.0.2.1',
    db: store.db,
    vault: createVault([Buffer.alloc(32)]),
    realClock: systemClock,
    limits: { spendKey: async () => {} },
    liveClaims,
  },
  {},
);
const limits = await openLimits({ public: 1e9, guest: 30, key: 60 }, { kind: 'memory' }, services);

await measure('await of nothing', () => undefined);
await measure('recognize a key', () => keyRing.identify(`Bearer ${apiKey}`));
await measure('count a call of one address', () => limits.spend('public', '192.0.2.1'));
await measure('count calls of 1,000 addresses', (index) => limits.spend('public', `192.0.2.${index % 1000}`));
await measure('refuse a call that is one too many', () => limits.spend('guest', '192.0.2.1'));
await keyRing.close();
await limits.close();
await store.close();
