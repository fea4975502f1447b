import { expect, test } from 'vitest';
import { FULL, SEED } from '../effort.ts';
import { corpusOf, defectOf, fuzz } from './fuzz.ts';
import { PARSERS } from './parser-entries.ts';

/** Seconds per parser: `FUZZ_MINUTES` (default 30) in the full run. */
const SECONDS = FULL ? Number(process.env.FUZZ_MINUTES ?? 30) * 60 : 0.25;
/** The brief run repeats the same texts, so that its result never changes by chance. */
const seed = FULL ? SEED : 1;

test.each(Object.keys(PARSERS))('%s answers any text with a result or a named error', async (parser) => {
  expect(corpusOf(parser)).not.toEqual([]);
  const { executions, accepted, defects } = await fuzz(parser, SECONDS, seed);
  console.log(`${parser}: ${executions} executions in ${SECONDS} s, ${accepted} accepted, seed ${seed}`);
  expect(defects, `seed ${seed}`).toEqual([]);
  // Mutations of samples that the first validation step rejects would test nothing after it.
  expect(accepted, `seed ${seed}`).toBeGreaterThan(0);
  const samples = await Promise.all(corpusOf(parser).map((text) => defectOf(PARSERS[parser]!, text)));
  expect(samples.some((sample) => sample.accepted)).toBe(true);
});
