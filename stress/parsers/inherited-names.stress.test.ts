import { expect, test } from 'vitest';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { FULL, seededRandom } from '../effort.ts';
import { corpusOf } from './fuzz.ts';
import { PARSERS, type ParserEntry } from './parser-entries.ts';

/** Names that every object inherits, each with an ordinary one of the same length, letters and order. */
const NAMES: readonly (readonly [inherited: string, ordinary: string])[] = [
  ['__proto__', '__prote__'],
  ['constructor', 'constructer'],
  ['toString', 'toStrink'],
  ['hasOwnProperty', 'hasOwnPropertz'],
];
/** Places of each sample that get a name; the brief run takes some. */
const PLACES = FULL ? Number.POSITIVE_INFINITY : 8;

/** The answer of a parser as text: its result or its error. */
async function answerOf({ run }: ParserEntry, text: string): Promise<string> {
  try {
    return `result ${JSON.stringify(await run(text), (_, value) => (value instanceof Map || value instanceof Set ? [...value] : value))}`;
  } catch (error) {
    if (!(error instanceof AirlockError)) return `UNEXPECTED ${(error as Error).stack}`;
    return `${error.code}: ${error.message} ${JSON.stringify([error.at, error.expected, error.found])}`;
  }
}

/** Texts with a word of the sample replaced, in pairs that differ only in the name. */
function* pairsOf(sample: string, syntax: ParserEntry['syntax'], random: () => number) {
  const words = [...sample.matchAll(/[\w.+/:@-]+/g)];
  for (const word of words) {
    if (random() > PLACES / words.length) continue;
    for (const [inherited, ordinary] of NAMES) {
      const withName = (name: string) =>
        sample.slice(0, word.index) + name + sample.slice(word.index + word[0].length);
      // A function that templates of Helm can call.
      if (inherited === 'toString' && syntax === 'template') continue;
      yield { inherited, ordinary, texts: [withName(inherited), withName(ordinary)] as const };
    }
  }
}

/** An acknowledgment code has only letters and digits, and similar ones are equal. */
const parsers = Object.keys(PARSERS).filter((name) => name !== 'acknowledgment');

test.each(parsers)('%s treats inherited names as any others', async (parser) => {
  const random = seededRandom(1);
  const faults: unknown[] = [];
  for (const sample of corpusOf(parser))
    for (const { inherited, ordinary, texts } of pairsOf(sample, PARSERS[parser]!.syntax, random)) {
      const [found, other] = [
        await answerOf(PARSERS[parser]!, texts[0]),
        await answerOf(PARSERS[parser]!, texts[1]),
      ];
      const expected = comparable(other).replaceAll(comparable(ordinary), comparable(inherited));
      if (comparable(found) !== expected || found.startsWith('UNEXPECTED'))
        faults.push({ text: texts[0], found: found.slice(0, 1_500), expected: other.slice(0, 1_500) });
    }
  expect(faults).toEqual([]);
  for (const [name] of NAMES)
    expect(Object.getOwnPropertyDescriptor(Object.prototype, name)?.enumerable).toBe(false);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

/** Digests and times depend on the name, as do names of temporary folders; some notations are unified. */
function comparable(answer: string): string {
  return answer
    .toLowerCase()
    .replaceAll(/[0-9a-f]{16,}|airlock-parsers-\w+|\d{4}-\d\d-\d\dt[\d:.]+z/g, '…')
    .replaceAll(/[_\s-]/g, '');
}
