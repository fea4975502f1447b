import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { lineValues } from '../../base/files/line-files.ts';
import {
  CONFIGURATION_FOLDER,
  EVENTS_FILE,
  IMAGES_FILE,
  parseRunFile,
  type RecordedImage,
  RUN_FILE,
  type RunFile,
  sequenceOf,
} from './run-file.ts';
import { isAlive } from './run-life.ts';

/** A record as listed. `interrupted`: it says running, but its process is gone. `damaged`: its run.json cannot be read. */
export interface ListedRun {
  sequence: number;
  name: string;
  directory: string;
  status: RunFile['status'] | 'interrupted' | 'damaged';
  run?: RunFile;
}

/** A whole record. */
export interface ReadRun extends ListedRun {
  configurations: { name: string; text: string }[];
  /** One result for each image: the last line counts, because an image that was copied may be found damaged later. */
  images: RecordedImage[];
  events: { at: string; type: string; [field: string]: unknown }[];
}

/**
 * All records of a runs folder, in the order of their sequence; empty when there is no such folder.
 * @throws AirlockError `disk` when the folder cannot be read
 */
export async function listRuns(runsDirectory: string): Promise<ListedRun[]> {
  const names = await namesIn(runsDirectory);
  const found = names.flatMap((name) => {
    const sequence = sequenceOf(name);
    return sequence === undefined ? [] : [{ sequence, name, directory: join(runsDirectory, name) }];
  });
  found.sort((a, b) => a.sequence - b.sequence || (a.name < b.name ? -1 : 1));
  const runs: ListedRun[] = [];
  for (const place of found) {
    runs.push({ ...place, ...(await readRunFile(place.directory)) });
  }
  return runs;
}

/** The run.json of a record as it is now, with what is known of its process. Never throws. */
export async function readRunFile(directory: string): Promise<Pick<ListedRun, 'status' | 'run'>> {
  const read = async () => parseRunFile(await readFile(join(directory, RUN_FILE), 'utf8').catch(() => ''));
  const run = await read();
  if (!run) return { status: 'damaged' };
  if (run.status !== 'running' || (await isAlive(run, directory))) return { status: run.status, run };
  // It may have ended well between the two looks.
  const again = (await read()) ?? run;
  return { status: again.status === 'running' ? 'interrupted' : again.status, run: again };
}

/**
 * One record with everything in it. Lines that a killed run left unfinished are left out.
 * @throws AirlockError `not-found` when no record has this sequence
 */
export async function readRun(runsDirectory: string, sequence: number): Promise<ReadRun> {
  const listed = (await listRuns(runsDirectory)).find((run) => run.sequence === sequence);
  if (!listed)
    throw new AirlockError('not-found', `there is no run ${sequence} in ${runsDirectory}`, {
      remedy: 'See `airlock runs list`.',
      side: 'local',
    });
  return {
    ...listed,
    configurations: await readConfigurations(listed.directory),
    images: lastResults((await linesOf(join(listed.directory, IMAGES_FILE))) as RecordedImage[]),
    events: (await linesOf(join(listed.directory, EVENTS_FILE))) as ReadRun['events'],
  };
}

/** The configuration files of a record, as the run used them. @throws AirlockError `disk` when they cannot be read */
export async function readConfigurations(directory: string): Promise<ReadRun['configurations']> {
  const folder = join(directory, CONFIGURATION_FOLDER);
  const names = (await namesIn(folder)).sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  try {
    return await Promise.all(
      names.map(async (file) => ({
        name: file.replace(/^\d+-/, ''),
        text: await readFile(join(folder, file), 'utf8'),
      })),
    );
  } catch (error) {
    throw asAirlockError(error);
  }
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw asAirlockError(error);
  }
}

function lastResults(lines: RecordedImage[]): RecordedImage[] {
  return [...new Map(lines.map((line) => [JSON.stringify([line.source, line.destination]), line])).values()];
}

async function linesOf(path: string): Promise<unknown[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return lineValues(text.split('\n'), (value) =>
    typeof value === 'object' && value !== null ? value : undefined,
  );
}
