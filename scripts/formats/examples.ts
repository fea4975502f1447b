import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run.ts';

/** The directory with the files of all formats since the first examples: `1`, `2`, … */
export const EXAMPLES: string = join(ROOT, 'scripts/formats/examples');

/** The file of an example with the numbers that {@link formatNumbers} found when it was written. */
export const FORMAT_LIST = 'formats.json';

/** Returns the directories of examples, the oldest first. */
export function examplesOf(): string[] {
  const names = existsSync(EXAMPLES) ? readdirSync(EXAMPLES) : [];
  return names.toSorted((a, b) => Number(a) - Number(b)).map((name) => join(EXAMPLES, name));
}
