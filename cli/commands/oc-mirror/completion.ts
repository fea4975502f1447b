import type { CommandWords, ValueWords } from '../completion/command-words.ts';
import { completionScript } from '../completion/shells.ts';
import { FLAGS, OcMirrorError } from './flags.ts';

const SHELLS = ['bash', 'fish', 'powershell', 'zsh'];
const FILES: ValueWords = { words: [], path: 'file' };
const ADDRESSES: ValueWords = { words: ['file://', 'docker://'] };
const OPTIONS = FLAGS.filter(({ hidden }) => !hidden).map(({ name, short, kind }) => ({
  names: short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`],
  description: name.replaceAll('-', ' '),
  value: kind === 'boolean' ? undefined : name === 'from' || name === 'workspace' ? ADDRESSES : FILES,
}));
const PROGRAM: CommandWords = {
  ...commandOf('', 'mirror images', [
    commandOf('delete', 'delete images from a registry'),
    commandOf('list', 'list content', [
      commandOf('list operators', 'list operators of a catalog'),
      commandOf('list releases', 'list releases of a channel'),
    ]),
    commandOf('completion', 'print a completion script'),
    commandOf('version', 'print the version'),
    commandOf('help', 'print the help'),
  ]),
  argument: ADDRESSES,
};

/**
 * Returns a completion script of a shell for the words of oc-mirror: its commands and flags, otherwise file names. It
 * applies to `alias oc-mirror='airlock oc-mirror'`.
 * @returns undefined for another shell, for which oc-mirror prints its help
 * @throws OcMirrorError for other arguments
 */
export function ocMirrorCompletion([shell, other]: readonly string[]): string | undefined {
  if (shell === undefined || !SHELLS.includes(shell)) return undefined;
  if (other !== undefined)
    throw new OcMirrorError(`unknown command "${other}" for "oc-mirror completion ${shell}"`);
  return completionScript(shell, PROGRAM) ?? powershellCompletion();
}

function commandOf(name: string, summary: string, commands: CommandWords[] = []): CommandWords {
  const path = ['oc-mirror', ...name.split(' ').filter((word) => word !== '')];
  return { path, summary, commands, options: OPTIONS, argument: FILES };
}

function powershellCompletion(): string {
  const words = [
    ...PROGRAM.commands.map(({ path }) => path[1]),
    ...OPTIONS.flatMap(({ names }) => names),
  ].join(' ');
  return (
    `Register-ArgumentCompleter -Native -CommandName oc-mirror -ScriptBlock {\n` +
    `  param($word)\n  '${words}'.Split(' ') | Where-Object { $_ -like "$word*" }\n}\n`
  );
}
