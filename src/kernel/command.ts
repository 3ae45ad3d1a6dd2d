import type { ParseArgsOptionsConfig } from 'node:util';

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
