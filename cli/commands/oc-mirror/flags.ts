import { InvalidArgumentError } from '../../terminal/commander.ts';
import { durationMs } from '../../terminal/options.ts';

/** Commands of oc-mirror v2. The mirroring command has no name. */
export type OcMirrorCommand =
  | 'mirror'
  | 'delete'
  | 'list'
  | 'list operators'
  | 'list releases'
  | 'version'
  | 'completion'
  | 'help';

type Kind = 'text' | 'boolean' | 'integer' | 'unsigned' | 'port' | 'duration';

export interface Flag {
  name: string;
  short?: string;
  kind: Kind;
  /** Commands that have it. Absent: all. */
  commands?: readonly OcMirrorCommand[];
  /** Not shown in the help of oc-mirror. */
  hidden?: true;
  /** Accepted without an effect, because Airlock doesn't have what it configures. */
  ignored?: true;
}

const MIRROR: readonly OcMirrorCommand[] = ['mirror'];
const DELETE: readonly OcMirrorCommand[] = ['delete'];
const OPERATORS: readonly OcMirrorCommand[] = ['list operators'];
const RELEASES: readonly OcMirrorCommand[] = ['list releases'];

/** Flags of oc-mirror v2 (openshift/oc-mirror, internal/pkg/cli and internal/pkg/mirror/options.go). */
export const FLAGS: readonly Flag[] = [
  { name: 'config', short: 'c', kind: 'text' },
  { name: 'workspace', kind: 'text' },
  { name: 'cache-dir', kind: 'text' },
  { name: 'log-level', kind: 'text' },
  { name: 'loglevel', kind: 'text', hidden: true },
  { name: 'port', short: 'p', kind: 'port', ignored: true },
  { name: 'parallel-images', kind: 'unsigned' },
  { name: 'parallel-layers', kind: 'unsigned' },
  { name: 'retry-times', kind: 'integer' },
  { name: 'retry-delay', kind: 'duration' },
  { name: 'authfile', kind: 'text' },
  { name: 'src-tls-verify', kind: 'boolean' },
  { name: 'dest-tls-verify', kind: 'boolean' },
  { name: 'registries.d', kind: 'text' },
  { name: 'policy', kind: 'text' },
  { name: 'from', kind: 'text', commands: MIRROR },
  { name: 'dry-run', kind: 'boolean', commands: MIRROR },
  { name: 'dry-run-manifest-lists', kind: 'boolean', commands: MIRROR },
  { name: 'since', kind: 'text', commands: MIRROR },
  { name: 'image-timeout', kind: 'duration', commands: MIRROR, ignored: true },
  { name: 'secure-policy', kind: 'boolean', commands: MIRROR },
  { name: 'remove-signatures', kind: 'boolean', commands: MIRROR },
  { name: 'max-nested-paths', kind: 'integer', commands: ['mirror', 'delete'] },
  { name: 'strict-archive', kind: 'boolean', commands: MIRROR },
  { name: 'rootless-storage-path', kind: 'text', commands: MIRROR, ignored: true },
  { name: 'ignore-release-signature', kind: 'boolean', commands: MIRROR },
  { name: 'generate', kind: 'boolean', commands: DELETE },
  { name: 'delete-yaml-file', kind: 'text', commands: DELETE },
  { name: 'delete-id', kind: 'text', commands: DELETE },
  { name: 'force-cache-delete', kind: 'boolean', commands: DELETE },
  { name: 'delete-signatures', kind: 'boolean', commands: DELETE, ignored: true },
  { name: 'delete-v1-images', kind: 'boolean', commands: DELETE },
  { name: 'catalogs', kind: 'boolean', commands: OPERATORS },
  { name: 'catalog', kind: 'text', commands: OPERATORS },
  { name: 'package', kind: 'text', commands: OPERATORS },
  { name: 'channel', kind: 'text', commands: [...OPERATORS, ...RELEASES] },
  { name: 'version', kind: 'text', commands: [...OPERATORS, ...RELEASES] },
  { name: 'version', short: 'v', kind: 'boolean', commands: MIRROR },
  { name: 'channels', kind: 'boolean', commands: RELEASES },
  { name: 'filter-by-archs', kind: 'text', commands: RELEASES },
  { name: 'output', kind: 'text', commands: ['version'] },
  { name: 'short', kind: 'boolean', commands: ['version'] },
  { name: 'no-descriptions', kind: 'boolean', commands: ['completion'], ignored: true },
  { name: 'help', short: 'h', kind: 'boolean' },
  // Hidden flags.
  { name: 'v2', kind: 'boolean', hidden: true, ignored: true },
  { name: 'v1', kind: 'boolean', hidden: true },
  { name: 'force', short: 'f', kind: 'boolean', commands: MIRROR, hidden: true, ignored: true },
  { name: 'quiet', short: 'q', kind: 'boolean', commands: MIRROR, hidden: true, ignored: true },
  { name: 'tls-verify', kind: 'boolean', hidden: true },
  ...['src', 'dest'].flatMap((side): Flag[] => [
    { name: `${side}-authfile`, kind: 'text', hidden: true },
    { name: `${side}-creds`, kind: 'text', hidden: true },
    { name: `${side}-username`, kind: 'text', hidden: true },
    { name: `${side}-password`, kind: 'text', hidden: true },
    { name: `${side}-registry-token`, kind: 'text', hidden: true },
    { name: `${side}-no-creds`, kind: 'boolean', hidden: true },
    { name: `${side}-cert-dir`, kind: 'text', hidden: true },
    { name: `${side}-shared-blob-dir`, kind: 'text', hidden: true, ignored: true },
    { name: `${side}-daemon-host`, kind: 'text', hidden: true, ignored: true },
  ]),
  { name: 'screds', kind: 'text', hidden: true },
  { name: 'dcreds', kind: 'text', hidden: true },
  { name: 'dest-compress', kind: 'boolean', hidden: true, ignored: true },
  { name: 'dest-decompress', kind: 'boolean', hidden: true, ignored: true },
  { name: 'dest-compress-format', kind: 'text', hidden: true, ignored: true },
  { name: 'dest-compress-level', kind: 'integer', hidden: true, ignored: true },
  { name: 'dest-oci-accept-uncompressed-layers', kind: 'boolean', hidden: true, ignored: true },
  { name: 'dest-precompute-digests', kind: 'boolean', hidden: true, ignored: true },
  { name: 'cpu-prof', kind: 'boolean', hidden: true, ignored: true },
  { name: 'mem-prof', kind: 'boolean', hidden: true, ignored: true },
];

/** An error that ends oc-mirror, in its words. */
export class OcMirrorError extends Error {
  /** Bit mask: 1 generic, 2 release, 4 operator, 8 additional image, 16 Helm. */
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export interface CommandLine {
  command: OcMirrorCommand;
  /** Values by name: text, boolean, or a number (durations in ms). */
  values: ReadonlyMap<string, string | boolean | number>;
  /** The words that aren't flags, without those of the command. */
  args: string[];
}

/**
 * Parses the words after `oc-mirror` as oc-mirror does (spf13/pflag): flags may precede the command and follow arguments,
 * `--flag=value` and `--flag value` are equal, and a boolean only takes a value after `=`.
 * @throws OcMirrorError for an unknown flag and an invalid value
 */
export function parseCommandLine(words: readonly string[]): CommandLine {
  const command = commandOf(words);
  const values = new Map<string, string | boolean | number>();
  const args: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === '--') {
      args.push(...words.slice(i + 1));
      break;
    }
    if (!word.startsWith('-') || word === '-') {
      args.push(word);
      continue;
    }
    for (const { flag, shown, value } of flagsIn(word, command))
      if (value !== undefined) values.set(flag.name, parsed(flag, shown, value));
      else if (flag.kind === 'boolean') values.set(flag.name, true);
      else if (i + 1 < words.length) values.set(flag.name, parsed(flag, shown, words[++i]!));
      else throw new OcMirrorError(`flag needs an argument: ${shownMissing(flag, word)}`);
  }
  const named = command === 'mirror' ? 0 : command.split(' ').length;
  return { command, values, args: args.slice(named) };
}

/** Returns the command of the words. A flag before it may have a value. */
function commandOf(words: readonly string[]): OcMirrorCommand {
  const positional: string[] = [];
  for (let i = 0; i < words.length && words[i] !== '--'; i++) {
    const word = words[i]!;
    if (!word.startsWith('-') || word === '-') positional.push(word);
    else if (!word.includes('=') && takesValue(word)) i++;
  }
  const [first, second] = positional;
  if (first === 'list') return second === 'operators' || second === 'releases' ? `list ${second}` : 'list';
  return first === 'delete' || first === 'version' || first === 'completion' || first === 'help'
    ? first
    : 'mirror';
}

/** Returns whether the next word is the value of the last flag in this word. */
function takesValue(word: string): boolean {
  if (word.startsWith('--')) {
    const flag = FLAGS.find(({ name }) => name === word.slice(2));
    return flag !== undefined && flag.kind !== 'boolean';
  }
  const kinds = [...word.slice(1)].map((letter) => FLAGS.find(({ short }) => short === letter)?.kind);
  const valued = kinds.findIndex((kind) => kind !== undefined && kind !== 'boolean');
  return valued >= 0 && valued === kinds.length - 1;
}

interface GivenFlag {
  flag: Flag;
  /** Its name in errors. */
  shown: string;
  value?: string;
}

/** Returns the flags in a word: one for `--name`, and several for `-fq`, of which the last may have a value (`-fcFILE`). */
function flagsIn(word: string, command: OcMirrorCommand): GivenFlag[] {
  const known = FLAGS.filter(({ commands }) => !commands || commands.includes(command));
  if (word.startsWith('--')) {
    const [, name, value] = /^--([^=]*)(?:=(.*))?$/s.exec(word)!;
    const flag = known.find((each) => each.name === name);
    if (!flag) throw new OcMirrorError(`unknown flag: --${name}`);
    return [{ flag, shown: `--${name}`, value }];
  }
  const found: GivenFlag[] = [];
  for (let i = 1; i < word.length; i++) {
    const letter = word[i]!;
    const flag = known.find((each) => each.short === letter);
    if (!flag) throw new OcMirrorError(`unknown shorthand flag: '${letter}' in -${word.slice(i)}`);
    const shown = `-${letter}, --${flag.name}`;
    const rest = word.slice(i + 1);
    if (rest.startsWith('=')) return [...found, { flag, shown, value: rest.slice(1) }];
    if (flag.kind !== 'boolean') return [...found, { flag, shown, value: rest === '' ? undefined : rest }];
    found.push({ flag, shown });
  }
  return found;
}

function shownMissing({ name, short }: Flag, word: string): string {
  return word.startsWith('--') ? `--${name}` : `'${short}' in ${word}`;
}

function parsed({ kind }: Flag, shown: string, text: string): string | boolean | number {
  const invalid = (reason: string) =>
    new OcMirrorError(`invalid argument "${text}" for "${shown}" flag: ${reason}`);
  switch (kind) {
    case 'text':
      return text;
    case 'boolean':
      // Go: strconv.ParseBool
      if (/^(?:1|t|T|TRUE|true|True)$/.test(text)) return true;
      if (/^(?:0|f|F|FALSE|false|False)$/.test(text)) return false;
      throw invalid(`strconv.ParseBool: parsing "${text}": invalid syntax`);
    case 'duration':
      try {
        // Go needs a unit except for zero.
        if (/^\d+$/.test(text) && Number(text) !== 0) throw new InvalidArgumentError('');
        return durationMs(text);
      } catch (error) {
        if (!(error instanceof InvalidArgumentError)) throw error;
        throw invalid(
          /^\d+$/.test(text)
            ? `time: missing unit in duration "${text}"`
            : `time: invalid duration "${text}"`,
        );
      }
    default: {
      const parse = kind === 'integer' ? 'ParseInt' : 'ParseUint';
      if (!(kind === 'integer' ? /^-?\d+$/ : /^\d+$/).test(text))
        throw invalid(`strconv.${parse}: parsing "${text}": invalid syntax`);
      if (kind === 'port' && Number(text) > 65535)
        throw invalid(`strconv.${parse}: parsing "${text}": value out of range`);
      return Number(text);
    }
  }
}
