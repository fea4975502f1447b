import { createReadStream } from 'node:fs';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack } from 'tar-stream';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { atPath } from '../../base/errors/system-error.ts';
import { makeDirectory, syncDirectory, temporaryName } from '../../base/files/atomic-file.ts';
import { open } from '../../base/files/created-files.ts';
import type { Digest } from '../../base/image/digest.ts';
import { finish, newHash, sha256 } from '../../base/image/sha256.ts';
import { t } from '../messages.ts';
import { type ListedRun, listRuns } from './read-runs.ts';
import { noteExported } from './removed-records.ts';
import { CONFIGURATION_FOLDER, LIVE_FILE, RUN_FILE } from './run-file.ts';

/** An additional file for the tar, below the folder of the record. */
export interface Adjacent {
  /** For example `resources/idms-oc-mirror.yaml`. */
  name: string;
  file: string;
}

/** The exported file. */
export interface RecordsExport {
  bytes: number;
  digest: Digest;
  /** Names of the records in it. */
  records: string[];
}

/**
 * Writes audit records to one tar, each in a folder with its name: all of its files except `live.json`. Records of ended
 * runs are noted as exported, so that `workspace prune --audit` may remove them.
 * @param options.sequences numbers of the records. Default: all that have ended
 * @throws AirlockError `not-found` for an unknown number, `disk`, `disk-full`. Leaves no file then
 */
export async function exportRecords(
  runsDirectory: string,
  file: string,
  options: { sequences?: readonly number[]; adjacent?: readonly Adjacent[]; signal?: AbortSignal } = {},
): Promise<RecordsExport> {
  const { sequences, adjacent = [], signal } = options;
  const all = await listRuns(runsDirectory);
  const chosen = sequences
    ? all.filter(({ sequence }) => sequences.includes(sequence))
    : all.filter(hasEnded);
  const missing = sequences?.find((sequence) => !all.some((run) => run.sequence === sequence));
  if (missing !== undefined || chosen.length === 0)
    throw new AirlockError(
      'not-found',
      missing === undefined
        ? t('noEndedRun', { runs: runsDirectory })
        : t('runMissing', { run: missing, runs: runsDirectory }),
      { remedy: t('runMissingRemedy'), side: 'local' },
    );
  try {
    const written: { record: ListedRun; run: Digest }[] = [];
    const { bytes, digest } = await writeTar(file, signal, async (tar) => {
      for (const record of chosen) {
        const run = await addRecord(tar, record, adjacent);
        if (run && hasEnded(record)) written.push({ record, run });
      }
    });
    await noteExported(
      runsDirectory,
      written.map(({ record: { sequence, name }, run }) => ({
        sequence,
        name,
        run,
        file: basename(file),
        digest,
      })),
    );
    return { bytes, digest, records: chosen.map(({ name }) => name) };
  } catch (error) {
    throw asAirlockError(error);
  }
}

/** Returns whether a run has ended, so that its record no longer changes. */
export function hasEnded({ status }: Pick<ListedRun, 'status'>): boolean {
  return status === 'complete' || status === 'partial' || status === 'paused' || status === 'failed';
}

async function filesIn(folder: string, before: string): Promise<Adjacent[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return found
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => ({ name: `${before}${name}`, file: join(folder, name) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Adds a record to a tar. @returns the digest of its run.json, or undefined if it has none */
async function addRecord(
  tar: Pack,
  { name: top, directory }: ListedRun,
  adjacent: readonly Adjacent[],
): Promise<Digest | undefined> {
  const entries: Adjacent[] = [
    { name: RUN_FILE, file: join(directory, RUN_FILE) },
    ...(await filesIn(directory, '')).filter(({ name }) => name !== RUN_FILE && name !== LIVE_FILE),
    ...(await filesIn(join(directory, CONFIGURATION_FOLDER), `${CONFIGURATION_FOLDER}/`)),
    ...adjacent,
  ];
  let run: Digest | undefined;
  for (const { name, file } of entries) {
    const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!content) continue;
    if (name === RUN_FILE) run = sha256(content);
    const { mtime } = await stat(file);
    tar.entry({ name: `${top}/${name}`, mtime, mode: 0o644 }, content);
  }
  return run;
}

/** Writes a tar atomically: temporary name, fsync, verification, rename. */
async function writeTar(
  file: string,
  signal: AbortSignal | undefined,
  fill: (tar: Pack) => Promise<void>,
): Promise<{ bytes: number; digest: Digest }> {
  const directory = dirname(file);
  const temporary = temporaryName(directory);
  try {
    await makeDirectory(directory);
    const hash = newHash();
    let bytes = 0;
    const handle = await open(temporary, 'wx', 0o644);
    try {
      const tar = pack();
      const filled = fill(tar).then(
        () => tar.finalize(),
        (error: Error) => tar.destroy(error),
      );
      for await (const chunk of tar as AsyncIterable<Buffer>) {
        signal?.throwIfAborted();
        hash.update(chunk);
        bytes += chunk.length;
        await handle.writeFile(chunk);
      }
      await filled;
      await handle.sync();
    } finally {
      await handle.close();
    }
    const digest = finish(hash);
    const found = newHash();
    await pipeline(createReadStream(temporary), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) found.update(chunk);
    });
    const read = finish(found);
    if (read !== digest)
      throw new AirlockError('digest-mismatch', t('exportDamaged', { file }), {
        side: 'local',
        expected: digest,
        found: read,
      });
    await rename(temporary, file);
    await syncDirectory(directory);
    return { bytes, digest };
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw atPath(error, file);
  }
}
