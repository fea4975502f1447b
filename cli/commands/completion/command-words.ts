import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';

/** What can be entered as a value: one of some words, a path, a `file://` or `docker://` address, or any text. */
export interface ValueWords {
  words: readonly string[];
  /** Completes names of files, or only of directories. */
  path?: 'file' | 'directory';
}

export interface OptionWords {
  /** `--config`, `-c`. */
  names: readonly string[];
  description: string;
  /** Absent for an option without a value. */
  value?: ValueWords;
}

/** A command, its options and its arguments, as far as a shell can complete them. */
export interface CommandWords {
  /** The words that call it: `['airlock', 'media', 'export']`. */
  path: readonly string[];
  summary: string;
  commands: readonly CommandWords[];
  options: readonly OptionWords[];
  argument: ValueWords;
}

/** Returns the visible commands and options of a command line, for completions of shells. */
export function commandWords(command: CommandUnknownOpts, above: readonly string[] = []): CommandWords {
  const path = [...above, command.name()];
  const help = command.createHelp();
  const places = command.registeredArguments.map((argument) => argument.name());
  return {
    path,
    summary: help.subcommandDescription(command),
    commands: help
      .visibleCommands(command)
      .filter((each) => each.name() !== 'help')
      .map((each) => commandWords(each, path)),
    options: help.visibleOptions(command).map(optionWords),
    argument: valueWords(places.join('|'), command.registeredArguments[0]?.argChoices),
  };
}

/** Returns a command and all commands below it. */
export function allCommands(command: CommandWords): CommandWords[] {
  return [command, ...command.commands.flatMap(allCommands)];
}

function optionWords(option: Option): OptionWords {
  const { flags, short, long, description, argChoices } = option;
  const hasValue = option.required || option.optional;
  const placeholder = hasValue ? flags.slice(flags.search(/[<[]/) + 1, -1) : undefined;
  const names = [long, short].filter((name) => name !== undefined);
  const [line = ''] = description.split('\n', 1);
  const known = placeholder === 'boolean' ? ['true', 'false'] : argChoices;
  return placeholder === undefined
    ? { names, description: line }
    : { names, description: line, value: valueWords(placeholder, known) };
}

/** @param placeholder of the help, such as `file`, `directory`, `file://DIR|docker://REGISTRY` */
function valueWords(placeholder: string, choices: readonly string[] = []): ValueWords {
  // The help explains the forms of a destination below the usage.
  const places = placeholder === 'destination' ? 'file://DIR|docker://HOST' : placeholder;
  const words = [...choices, ...['file://', 'docker://'].filter((scheme) => places.includes(scheme))];
  const plain = places.replaceAll(/file:\/\/|docker:\/\//g, '');
  if (/file|code\|file|config|path/.test(plain)) return { words, path: 'file' };
  return /directory/.test(plain) ? { words, path: 'directory' } : { words };
}
