import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { Failure } from './failure.ts';

/** What a command was told: the words after its name, and its options. */
export interface CommandInput {
  positionals: readonly string[];
  /** One text for an option; a list for one that can be repeated. */
  values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
}

/** One command of the operators' command line. */
export interface Command<Needs> {
  /** Its words, e.g. `key create`. */
  name: string;
  /** What it does, in one line. */
  summary: string;
  /** How it is written, without the name, e.g. `--scope operator [--mode live]`. */
  usage: string;
  options: ParseArgsOptionsConfig;
  /** How many words must follow the name. */
  positionals: number;
  /** Does it; `print` writes a line for the operator. Throws CommandError for what was told wrongly. */
  run(needs: Needs, input: CommandInput, print: (line: string) => void): Promise<void>;
}

/** A command that was told something wrong; the message says what. */
export class CommandError extends Error {}

/** Returns a text option, undefined when it was not given. */
export function textOption({ values }: CommandInput, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns an option that is one of some words; throws CommandError for another. */
export function choiceOption<Choice extends string>(
  input: CommandInput,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = textOption(input, name);
  if (value === undefined) return undefined;
  const choice = choices.find((known) => known === value);
  if (choice === undefined) throw new CommandError(`--${name} is one of ${choices.join(', ')}`);
  return choice;
}

/** What a command line writes to and opens. */
export interface CommandLine<Needs> {
  commands: readonly Command<Needs>[];
  /** How the command line is called, for its help. */
  called: string;
  print(line: string): void;
  complain(line: string): void;
  /** Opens what commands need; called for a command that was understood. */
  open(): Promise<{ needs: Needs; close(): Promise<void> }>;
}

/** Runs one command and returns the exit code: 0 done, 1 refused, 2 not understood. Throws only what is nobody's mistake. */
export async function runCommand<Needs>(line: CommandLine<Needs>, words: readonly string[]): Promise<number> {
  const { commands, called, print, complain } = line;
  const named = words.join(' ');
  const command = commands.find(({ name }) => named === name || named.startsWith(`${name} `));
  if (!command) {
    const asked = words.length === 0 || words.includes('--help') || words[0] === 'help';
    const listed = commands.map(({ name, usage, summary }) => `  ${name} ${usage}\n      ${summary}`);
    const help = `Usage: ${called} <command>\n\n${listed.join('\n')}`;
    if (asked) print(help);
    else complain(`There is no such command.\n${help}`);
    return asked ? 0 : 2;
  }
  const usage = `Usage: ${called} ${command.name} ${command.usage}`;
  const input = readWords(command, words);
  if (typeof input === 'string') {
    complain(`${input}\n${usage}`);
    return 2;
  }
  const { needs, close } = await line.open();
  try {
    await command.run(needs, input, print);
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

function readWords(command: Command<never>, words: readonly string[]): CommandInput | string {
  const args = words.slice(command.name.split(' ').length);
  try {
    const input = parseArgs({ args, options: command.options, allowPositionals: command.positionals > 0 });
    return input.positionals.length === command.positionals ? input : 'Something is missing, or too much.';
  } catch (error) {
    return (error as Error).message;
  }
}
