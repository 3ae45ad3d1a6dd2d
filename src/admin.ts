import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from './config.ts';
import { keyCommands } from './domain/keys/keys.commands.ts';
import { systemClock } from './kernel/clock.ts';
import { type Command, CommandError } from './kernel/command.ts';
import { Failure } from './kernel/failure.ts';
import { generatedDataKey } from './store/data-key.ts';
import { openStore } from './store/open.ts';
import { createVault } from './store/vault.ts';

/** What every command can ask for. */
type Needs = Awaited<ReturnType<typeof open>>['needs'];

/** One line for each concept with commands. */
const commands: readonly Command<Needs>[] = [...keyCommands];

async function open() {
  const config = readConfig(process.env);
  const store = await openStore(config.database);
  const keys =
    config.dataKeys.kind === 'given' ? config.dataKeys.keys : ([await generatedDataKey(config.dataKeys.dir)] as const);
  const needs = {
    caller: { kind: 'system', mode: 'live' } as const,
    db: store.db,
    vault: createVault(keys),
    clock: systemClock,
    realClock: systemClock,
    // Instances of the service forget a revoked key by themselves, within a second.
    keyRing: { forget: () => {} },
  };
  return { needs, close: store.close };
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);

function help(): string {
  const lines = commands.map(({ name, usage, summary }) => `  ${name} ${usage}\n      ${summary}`);
  return `Usage: npm run admin -- <command>\n\n${lines.join('\n')}`;
}

/** Runs one command of the operators' command line and returns the exit code: 0 done, 1 refused, 2 not understood. */
async function main(words: string[]): Promise<number> {
  const named = words.join(' ');
  const command = commands.find(({ name }) => named === name || named.startsWith(`${name} `));
  if (!command) {
    const asked = words.length === 0 || words.includes('--help') || words[0] === 'help';
    (asked ? print : complain)(asked ? help() : `There is no such command.\n${help()}`);
    return asked ? 0 : 2;
  }
  const usage = `Usage: npm run admin -- ${command.name} ${command.usage}`;
  const args = words.slice(command.name.split(' ').length);
  let input: ReturnType<typeof parseArgs>;
  try {
    input = parseArgs({ args, options: command.options, allowPositionals: command.positionals > 0 });
  } catch (error) {
    complain(`${(error as Error).message}\n${usage}`);
    return 2;
  }
  if (input.positionals.length !== command.positionals) {
    complain(usage);
    return 2;
  }
  const { needs, close } = await open();
  try {
    await command.run(needs, input as Parameters<typeof command.run>[1], print);
    return 0;
  } catch (error) {
    if (error instanceof CommandError) complain(`${error.message}\n${usage}`);
    else if (error instanceof Failure) complain(`${error.code}: ${error.message}`);
    else throw error;
    return 1;
  } finally {
    await close();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const reason = error as Error;
  const isExpected = reason instanceof ConfigError || 'code' in reason;
  complain(isExpected ? reason.message : (reason.stack ?? reason.message));
  process.exitCode = 1;
}
