import { ConfigError, readConfig } from './config.ts';
import { paymentCommands } from './domain/checkout/payments.commands.ts';
import { resealFiles } from './domain/documents/reseal-files.ts';
import { keyCommands } from './domain/keys/keys.commands.ts';
import { partnerCommands } from './domain/partners/partners.commands.ts';
import { openFileStore } from './gateways/file-store/open.ts';
import { systemClock } from './kernel/clock.ts';
import { type Command, runCommand } from './kernel/command.ts';
import { generatedDataKey } from './store/data-key.ts';
import { DirectoryInUse } from './store/directory-lock.ts';
import { openStore } from './store/open.ts';
import { resealCommand } from './store/reseal.command.ts';
import { createVault } from './store/vault.ts';

/** What every command can ask for. */
type Needs = Awaited<ReturnType<typeof open>>['needs'];

/** One line for each concept with commands. */
const commands: readonly Command<Needs>[] = [...keyCommands, ...partnerCommands, ...paymentCommands, resealCommand];

async function open() {
  const config = readConfig(process.env);
  const store = await openStore(config.database);
  const keys =
    config.dataKeys.kind === 'given' ? config.dataKeys.keys : ([await generatedDataKey(config.dataKeys.dir)] as const);
  const vault = createVault(keys);
  const needs = {
    caller: { kind: 'system', mode: 'live' } as const,
    db: store.db,
    vault,
    clock: systemClock,
    realClock: systemClock,
    // Instances of the service forget a revoked key by themselves, within a second.
    keyRing: { forget: () => {} },
    resealFiles: async () => resealFiles({ db: store.db, vault, files: await openFileStore(config.files, store) }),
  };
  return { needs, close: store.close };
}

const complain = (line: string) => process.stderr.write(`${line}\n`);

try {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  process.exitCode = await runCommand(
    { commands, called: 'npm run admin --', print, complain, open },
    process.argv.slice(2),
  );
} catch (error) {
  const reason = error as Error;
  const isExpected = reason instanceof ConfigError || reason instanceof DirectoryInUse || 'code' in reason;
  complain(isExpected ? reason.message : (reason.stack ?? reason.message));
  if (reason instanceof DirectoryInUse) {
    complain('While the service runs, do the same with an operator key over GraphQL: issueKey, apiKeys, revokeApiKey.');
  }
  process.exitCode = 1;
}
