import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { airlockDirectory } from '../../../base/files/airlock-directory.ts';
import { readRunFile } from '../../../runs/audit/read-runs.ts';
import { sequenceOf } from '../../../runs/audit/run-file.ts';

/** Runs with fewer bytes are ignored, because their rate depends mostly on the start. */
const LEAST_BYTES = 20e6;
const RUNS = 5;
const LOOKED_AT = 20;

/** Returns the bytes per second of the last downloading runs of a workspace. Reads the records again after a new run. */
export function measuredRate(directory: string): () => Promise<number | undefined> {
  const runs = airlockDirectory(directory, 'runs');
  let last: { stamp: number; rate: number | undefined } | undefined;
  return async () => {
    const stamp = (await stat(runs).catch(() => undefined))?.mtimeMs ?? 0;
    if (last?.stamp !== stamp) last = { stamp, rate: await rateOf(runs) };
    return last.rate;
  };
}

async function rateOf(runs: string): Promise<number | undefined> {
  const names = (await readdir(runs).catch(() => []))
    .filter((name) => sequenceOf(name) !== undefined)
    .sort((a, b) => sequenceOf(b)! - sequenceOf(a)!)
    .slice(0, LOOKED_AT);
  const rates: number[] = [];
  for (const name of names) {
    const { run } = await readRunFile(join(runs, name));
    const bytes = run?.counts?.bytes.fetched ?? 0;
    const ms = run?.endedAt ? Date.parse(run.endedAt) - Date.parse(run.startedAt) : 0;
    if (bytes >= LEAST_BYTES && ms > 0) rates.push((bytes / ms) * 1000);
    if (rates.length === RUNS) break;
  }
  // The median, because a run that paused overnight has no useful rate.
  return rates.length > 0
    ? Math.round(rates.sort((a, b) => a - b)[Math.floor(rates.length / 2)]!)
    : undefined;
}
