import type { CommandUnknownOpts } from '@commander-js/extra-typings';

/** What an option takes after its name. */
type Value = 'none' | 'optional' | 'required';

/** A command as its own `--help` describes it. */
export interface CommandHelp {
  /** `airlock registry serve` */
  name: string;
  commands: Map<string, CommandHelp>;
  /** By `--name` and `-n`. */
  options: Map<string, Value>;
  /** Arguments beside options. */
  fewest: number;
  most: number;
}

/** Reads the texts of `--help`, of a command and everything below it: what users see. */
export function readCommandHelp(command: CommandUnknownOpts, path: string[] = []): CommandHelp {
  const help = command.helpInformation();
  const usage = /^Usage: (.*)$/m.exec(help)?.[1] ?? '';
  const [options, commands] = [section(help, 'Options'), section(help, 'Commands')];
  const names = [...commands.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name]) => name!);
  const below = command.commands
    .filter((each) => names.includes(each.name()))
    .map((each) => readCommandHelp(each, [...path, each.name()]));
  const words = usage
    .split(' ')
    .filter((word) => /^[<[]/.test(word) && !/^\[(options|command)\]$/.test(word));
  return {
    name: ['airlock', ...path].join(' '),
    commands: new Map(below.map((command) => [command.name.split(' ').at(-1)!, command])),
    options: optionsOf(options),
    fewest: words.filter((word) => word.startsWith('<')).length,
    most: words.length,
  };
}

/** Commands that do something, in the order of the help. */
export function leavesOf(command: CommandHelp): CommandHelp[] {
  return command.commands.size === 0 ? [command] : [...command.commands.values()].flatMap(leavesOf);
}

/**
 * What the program would say against a command line, or undefined.
 * @param words behind `airlock`
 * @param mention only named in passing: arguments may be left out
 */
export function faultOf(program: CommandHelp, words: string[], mention: boolean): string | undefined {
  let command = program;
  let rest = words;
  while (command.commands.size > 0 && rest[0] !== undefined && !rest[0].startsWith('-')) {
    const next = command.commands.get(rest[0]);
    if (!next) return `${command.name} has no command ${rest[0]}`;
    command = next;
    rest = rest.slice(1);
  }
  let given = 0;
  for (let i = 0; i < rest.length; i++) {
    const word = rest[i]!;
    if (!word.startsWith('-')) {
      given++;
      continue;
    }
    const value = command.options.get(word.split('=')[0]!);
    if (value === undefined) return `${command.name} has no option ${word}`;
    if (value === 'none' || word.includes('=')) continue;
    const next = rest[i + 1];
    if (value === 'required' && next === undefined && !mention)
      return `${command.name}: ${word} needs a value`;
    if (next !== undefined && !next.startsWith('-')) i++;
  }
  const helps = rest.some((word) => ['--help', '-h', '--version', '-V'].includes(word));
  if (given > command.most) return `${command.name} takes ${command.most} arguments, not ${given}`;
  if (given < command.fewest && !mention && !helps)
    return `${command.name} needs ${command.fewest} arguments, not ${given}`;
  if (command.commands.size > 0 && !mention && !helps) return `${command.name} needs a command`;
  return undefined;
}

function section(help: string, title: string): string {
  return new RegExp(`^${title}:\\n((?: {2}.*\\n?)*)`, 'm').exec(help)?.[1] ?? '';
}

function optionsOf(text: string): Map<string, Value> {
  const options = new Map<string, Value>();
  for (const [, short, long, value] of text.matchAll(/^ {2}(?:(-\w), )?(--[\w.-]+)(?: ([<[]))?/gm)) {
    const replaces = value === '<' ? 'required' : value === '[' ? 'optional' : 'none';
    if (short) options.set(short, replaces);
    options.set(long!, replaces);
  }
  return options;
}
