import { FLAGS, OcMirrorError } from './flags.ts';

const COMMANDS = ['completion', 'delete', 'help', 'list', 'version'];
const SHELLS = ['bash', 'fish', 'powershell', 'zsh'];

/**
 * Returns a completion script of a shell for the words of oc-mirror: its commands and flags, otherwise file names. It
 * applies to `alias oc-mirror='airlock oc-mirror'`.
 * @returns undefined for another shell, for which oc-mirror prints its help
 * @throws OcMirrorError for other arguments
 */
export function completionScript([shell, other]: readonly string[]): string | undefined {
  if (shell === undefined || !SHELLS.includes(shell)) return undefined;
  if (other !== undefined)
    throw new OcMirrorError(`unknown command "${other}" for "oc-mirror completion ${shell}"`);
  const flags = FLAGS.filter(({ hidden }) => !hidden).map(({ name }) => `--${name}`);
  const words = [...COMMANDS, 'operators', 'releases', ...new Set(flags)].join(' ');
  switch (shell) {
    case 'bash':
      return `complete -o default -W '${words}' oc-mirror\n`;
    case 'zsh':
      return `#compdef oc-mirror\n_oc_mirror() {\n  compadd -- ${words}\n  _files\n}\ncompdef _oc_mirror oc-mirror\n`;
    case 'fish':
      return words
        .split(' ')
        .map((word) =>
          word.startsWith('--')
            ? `complete -c oc-mirror -l ${word.slice(2)}\n`
            : `complete -c oc-mirror -a ${word}\n`,
        )
        .join('');
    default:
      return (
        `Register-ArgumentCompleter -Native -CommandName oc-mirror -ScriptBlock {\n` +
        `  param($word)\n  '${words}'.Split(' ') | Where-Object { $_ -like "$word*" }\n}\n`
      );
  }
}
