/**
 * Feeds mostly valid documents to one parser and reports every answer that isn't a result or an AirlockError, and every
 * input that takes too long. `node stress/parsers/fuzz.ts PARSER SECONDS SEED` prints one JSON line at the end.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { seededRandom } from '../effort.ts';
import { PARSERS, type ParserEntry } from './parser-entries.ts';

export interface FuzzResult {
  parser: string;
  seed: number;
  seconds: number;
  executions: number;
  /** Executions that ended with a result, not an error. */
  accepted: number;
  defects: { text: string; what: string }[];
}

const CORPUS = join(import.meta.dirname, '../corpus');
const MOST_SECONDS = 1;

/** Small valid documents that the mutations start from. */
export function corpusOf(parser: string): string[] {
  return readdirSync(CORPUS)
    .filter((name) => name.startsWith(`${parser}.`))
    .sort()
    .map((name) => readFileSync(join(CORPUS, name), 'utf8'));
}

const WORDS = [
  ...[
    '__proto__',
    'constructor',
    'toString',
    '<<',
    '~',
    'null',
    'yes',
    'No',
    '.inf',
    '-.Inf',
    '.nan',
    '0o7',
    '010',
  ],
  ...[
    '1e309',
    '-0',
    '9007199254740993',
    '99999999999999999999999',
    '1_000',
    '0x',
    '-',
    '?',
    ':',
    '[]',
    '{}',
    '""',
  ],
  ...[
    "''",
    '|',
    '>-',
    '&a',
    '*a',
    '!!str',
    '!x',
    '\u0000',
    '\uFEFF',
    '\u2028',
    '\uD800',
    'ä',
    '😀',
    '\t',
    '\r\n',
    '\r',
  ],
  ...[
    '2001:db8::/129',
    '10.0.0.0/33',
    '::',
    '4.16.99999999999999999999',
    'v1',
    '../..',
    'a@sha256:0',
    'file:///',
    '%',
  ],
  ...[
    '{{ .Values.image }}',
    '{{',
    '}}',
    '{{- end }}',
    '"',
    "'",
    '\\',
    '#',
    '---',
    '...',
    '%YAML 1.3',
    '=',
    '[[a]]',
    ',',
  ],
];

/** Mutates a text by lines, tokens and characters. */
function mutated(samples: readonly string[], random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  let text = pick(samples);
  for (let changes = 1 + Math.floor(random() * 4); changes > 0; changes--) {
    const lines = text.split('\n');
    const line = Math.floor(random() * lines.length);
    const tokens = [...text.matchAll(/[\w.+/:@-]+|[^\s\w]/g)];
    const token = tokens.length > 0 ? pick(tokens) : undefined;
    const replaceToken = (by: string) =>
      token ? text.slice(0, token.index) + by + text.slice(token.index + token[0].length) : by;
    const at = Math.floor(random() * (text.length + 1));
    const choices: (() => string)[] = [
      () => replaceToken(pick(WORDS)),
      () => replaceToken(token && tokens.length > 0 ? pick(tokens)[0] : ''),
      () => replaceToken(`"${token?.[0] ?? ''}"`),
      () => replaceToken(`[${token?.[0] ?? ''}]`),
      () => replaceToken(`${token?.[0] ?? ''}${pick(WORDS)}`),
      () => lines.toSpliced(line, 1).join('\n'),
      () => lines.toSpliced(line, 0, lines[line]!).join('\n'),
      () => lines.toSpliced(line, 1, `  ${lines[line]}`).join('\n'),
      () => lines.toSpliced(line, 1, lines[line]!.replace(/^ {2}/, '')).join('\n'),
      () => lines.toSpliced(line, 1, lines[line]!.replace(/^ +/, '\t')).join('\n'),
      () => lines.toSpliced(line, 0, pick(pick(samples).split('\n'))).join('\n'),
      () => text.slice(0, at) + pick(WORDS) + text.slice(at),
      () => text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 8)),
      () => text.replaceAll('\n', '\r\n'),
      () => `\uFEFF${text}`,
      () => `${text}\n---\n${pick(samples)}`,
      () => text.slice(0, at),
    ];
    text = pick(choices)();
    if (text.length > 20_000) text = text.slice(0, 20_000);
  }
  return text;
}

/** Returns the fault of the place that an error names; undefined for a place inside the text, or none. */
function wrongPlace({ at, message }: AirlockError, text: string): string | undefined {
  if (at?.line === undefined) return undefined;
  const line = text.split('\n')[at.line - 1];
  // Ends of lines and of the text can be places, too.
  const inside = line !== undefined && (at.column ?? 1) >= 1 && (at.column ?? 1) <= line.length + 2;
  return inside ? undefined : `names line ${at.line}, column ${at.column}: ${message.slice(0, 200)}`;
}

const LONGEST_MESSAGE = 20_000;

function longMessage({ message }: AirlockError): string | undefined {
  return message.length > LONGEST_MESSAGE ? `has a message of ${message.length} characters` : undefined;
}

/** Returns the fault of the answer to a text; undefined for a valid answer. */
export async function defectOf(
  { run }: ParserEntry,
  text: string,
): Promise<{ accepted: boolean; what?: string }> {
  const before = process.cpuUsage();
  let accepted = false;
  try {
    const result = await run(text);
    JSON.stringify(result);
    // Some readers answer a text of another kind with undefined.
    accepted = result !== undefined;
  } catch (error) {
    if (!(error instanceof AirlockError) || error.code === 'internal')
      return { accepted, what: String((error as Error).stack).slice(0, 600) };
    const what = wrongPlace(error, text) ?? longMessage(error);
    if (what) return { accepted, what };
  }
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  return seconds > MOST_SECONDS ? { accepted, what: `took ${seconds} s of CPU time` } : { accepted };
}

/** Fuzzes one parser for some time. Defects with the same stack are reported once. */
export async function fuzz(parser: string, seconds: number, seed: number): Promise<FuzzResult> {
  const random = seededRandom(seed);
  const samples = corpusOf(parser);
  const defects = new Map<string, { text: string; what: string }>();
  const end = performance.now() + seconds * 1000;
  let executions = 0;
  let accepted = 0;
  while (performance.now() < end) {
    const text = executions < samples.length ? samples[executions]! : mutated(samples, random);
    const found = await defectOf(PARSERS[parser]!, text);
    executions++;
    if (found.accepted) accepted++;
    const key = found.what?.split('\n').slice(0, 2).join();
    if (found.what && key && !defects.has(key)) defects.set(key, { text, what: found.what });
  }
  return { parser, seed, seconds, executions, accepted, defects: [...defects.values()] };
}

if (process.argv[1] === import.meta.filename) {
  const [parser = '', seconds = '60', seed = '1'] = process.argv.slice(2);
  process.stdout.write(`${JSON.stringify(await fuzz(parser, Number(seconds), Number(seed)))}\n`);
}
