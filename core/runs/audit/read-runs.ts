import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { lineValues } from '../../base/files/line-files.ts';
import { readRegularFile } from '../../base/files/regular-file.ts';
import { t } from '../messages.ts';
import {
  CONFIGURATION_FOLDER,
  EVENTS_FILE,
  IMAGES_FILE,
  parseRunFile,
  type RecordedImage,
  RUN_FILE,
  type RunFile,
  runFormatError,
  sequenceOf,
} from './run-file.ts';
import { isAlive } from './run-life.ts';

/** Bytes. More than any run.json or configuration has. */
const MOST_BYTES = 256 * 2 ** 20;

/** A listed record. `interrupted`: its status is running, but its process has ended. `damaged`: its run.json is unreadable. */
export interface ListedRun {
  sequence: number;
  name: string;
  directory: string;
  status: RunFile['status'] | 'interrupted' | 'damaged';
  run?: RunFile;
  /** Why run.json can't be read, if its format is unknown to this version. */
  formatError?: AirlockError | undefined;
}

/** A record with all its content. */
export interface ReadRun extends ListedRun {
  configurations: { name: string; text: string }[];
  /** One result for each image: its last line, because a copied image may turn out to be damaged later. */
  images: RecordedImage[];
  events: { at: string; type: string; [field: string]: unknown }[];
}

/**
 * Returns all records of a runs folder, sorted by sequence. Empty if the folder doesn't exist.
 * @throws AirlockError `disk` if the folder can't be read
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

/** Returns the current run.json of a record, and the status that takes its process into account. Never throws. */
export async function readRunFile(
  directory: string,
): Promise<Pick<ListedRun, 'status' | 'run' | 'formatError'>> {
  const file = join(directory, RUN_FILE);
  const textOf = () => regularText(file).catch(() => '');
  const read = async () => parseRunFile(await textOf());
  const run = await read();
  if (!run) return { status: 'damaged', formatError: runFormatError(await textOf(), file) };
  if (run.status !== 'running' || (await isAlive(run, directory))) return { status: run.status, run };
  // It may have ended normally in the meantime.
  const again = (await read()) ?? run;
  return { status: again.status === 'running' ? 'interrupted' : again.status, run: again };
}

/**
 * Returns a record with all its content, without incomplete lines of killed runs.
 * @throws AirlockError `not-found` if no record has this sequence
 */
export async function readRun(runsDirectory: string, sequence: number): Promise<ReadRun> {
  const listed = (await listRuns(runsDirectory)).find((run) => run.sequence === sequence);
  if (!listed)
    throw new AirlockError('not-found', t('runMissing', { run: sequence, runs: runsDirectory }), {
      remedy: t('runMissingRemedy'),
      side: 'local',
    });
  return readListedRun(listed);
}

/** The same for a record that is listed already, so that a loop over records doesn't list all of them each time. */
export async function readListedRun(listed: ListedRun): Promise<ReadRun> {
  return {
    ...listed,
    configurations: await readConfigurations(listed.directory),
    images: lastResults((await linesOf(join(listed.directory, IMAGES_FILE))) as RecordedImage[]),
    events: (await linesOf(join(listed.directory, EVENTS_FILE))) as ReadRun['events'],
  };
}

/** Returns the configuration files that a run used. @throws AirlockError `disk` if they can't be read */
export async function readConfigurations(directory: string): Promise<ReadRun['configurations']> {
  const folder = join(directory, CONFIGURATION_FOLDER);
  const names = (await namesIn(folder)).sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  try {
    return await Promise.all(
      names.map(async (file) => ({
        name: file.replace(/^\d+-/, ''),
        text: await regularText(join(folder, file)),
      })),
    );
  } catch (error) {
    throw asAirlockError(error);
  }
}

/** @throws AirlockError `disk` for a pipe or a device, which somebody may have put into the folder; system errors */
async function regularText(path: string): Promise<string> {
  const content = await readRegularFile(path, MOST_BYTES);
  if (typeof content !== 'string') return content.toString('utf8');
  throw new AirlockError('disk', t('fileUnreadable', { file: path }), { side: 'local' });
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
