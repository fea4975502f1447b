import { readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { WritableFiles } from '../../base/collected/collected.ts';
import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { makeDirectory, syncDirectory } from '../../base/files/atomic-file.ts';
import { checkDirectory } from '../../base/files/created-files.ts';
import { type FileFormat, inCurrentFormat, writeInFormat } from '../../base/formats/file-format.ts';
import { JOURNAL_NAME } from '../set-format/journal.ts';
import { readSetIndex, type SetIndex } from '../set-format/set-index.ts';
import { type BlobCache, openBlobCache } from './blob-cache.ts';
import { probeFileSystem } from './file-system.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { ledgerContentOf } from './ledger-content.ts';
import { sweepWorkspace } from './leftovers.ts';
import { takeLock } from './lock.ts';
import { t } from './messages.ts';
import {
  checkEnclave,
  namesIn,
  nextTransfer,
  parseTransferName,
  type TransferPlace,
} from './next-transfer.ts';
import { historyOf } from './oc-mirror-history.ts';
import { workingFiles } from './working-files.ts';

export type { TransferPlace } from './next-transfer.ts';

const FORMAT = 2;
const WORKSPACE = { kind: 'workspace', current: FORMAT } as const satisfies FileFormat;

/** A workspace whose lock this process has, so that it may write to it. Reading needs no lock (`openImageSource`). */
export interface Workspace {
  readonly root: string;
  /** `DIR/working-dir`. */
  readonly workingDir: string;
  readonly files: WritableFiles;
  /** Files of Airlock's own state, below `DIR/.airlock`. */
  readonly state: WritableFiles;
  readonly cache: BlobCache;
  /** `DIR/.airlock/runs`, which the first run creates. */
  readonly runs: string;
  /**
   * Returns the ledger of an enclave. Complete sets that a killed run didn't record are recorded first.
   * @throws AirlockError `usage` for an invalid name
   */
  ledger(enclave: string): Promise<Ledger>;
  /** Returns the place of the enclave's unfinished or next transfer. @throws AirlockError `usage` for an invalid name */
  nextTransfer(enclave: string): Promise<TransferPlace>;
  /** Records a set that `SetWriter.finish` completed. */
  record(index: SetIndex): Promise<void>;
  /** Releases the lock. */
  close(): Promise<void>;
}

/**
 * Opens a workspace for writing. With `create`, creates a missing directory, and turns a directory of oc-mirror into a
 * workspace by adding only `.airlock` and `transfers`.
 * @param options.onWarning receives notices, such as the takeover of a dead process's lock
 * @throws AirlockError `workspace-format`, `workspace-locked`, `workspace-invalid`, `disk`
 */
export async function openWorkspace(
  directory: string,
  options: { create?: boolean; onWarning: (problem: Problem) => void },
): Promise<Workspace> {
  const workingDir = join(directory, 'working-dir');
  const own = airlockDirectory(directory);
  const transfers = join(directory, 'transfers');
  try {
    const format = await readFormat(directory);
    if (format === undefined && !options.create) throw noWorkspace(directory);
    await makeDirectory(workingDir);
    await makeDirectory(own);
    const release = await takeLock(join(own, 'lock'), { onTakeover: options.onWarning });
    try {
      // Sets and records are also renamed and removed there.
      for (const each of [transfers, join(own, 'runs')]) checkDirectory(each);
      if (format !== FORMAT)
        await writeInFormat(join(own, 'format.json'), `{"format":${FORMAT}}\n`, WORKSPACE);
      // Each directory is probed separately, because `transfers/` and the state may be separate mounts.
      const { colons } = await probeFileSystem(workingDir);
      await completeRenames(transfers);
      await sweepWorkspace(directory);
      const cache = await openBlobCache(join(own, 'cache'));
      const ledgers = new Map<string, Promise<Ledger>>();
      const ledger = (enclave: string): Promise<Ledger> => {
        checkEnclave(enclave);
        let opened = ledgers.get(enclave);
        if (!opened) {
          opened = openEnclaveLedger(
            join(own, 'enclaves', enclave, 'ledger.jsonl'),
            enclave,
            workingDir,
            transfers,
          );
          ledgers.set(enclave, opened);
        }
        return opened;
      };
      return {
        root: directory,
        workingDir,
        files: workingFiles(workingDir, { colons, ...options }),
        state: workingFiles(own, { colons: true }),
        cache,
        runs: join(own, 'runs'),
        ledger: async (enclave) => ledger(enclave),
        nextTransfer: async (enclave) =>
          nextTransfer(transfers, enclave, (await ledger(enclave)).transfers()),
        record: async (index) => recordIndex(await ledger(index.enclave), index),
        close: release,
      };
    } catch (error) {
      await release();
      throw error;
    }
  } catch (error) {
    throw asAirlockError(error);
  }
}

/**
 * Returns the format of a workspace, undefined for other directories.
 * @throws AirlockError `workspace-format` for another format
 */
export async function readFormat(directory: string): Promise<number | undefined> {
  const path = airlockDirectory(directory, 'format.json');
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw asAirlockError(error);
  }
  let format: unknown;
  try {
    format = (JSON.parse(text) as { format?: unknown } | null)?.format;
  } catch (cause) {
    throw new AirlockError('workspace-invalid', t('formatFileNotJson', { path }), { side: 'local', cause });
  }
  if (!Number.isSafeInteger(format) || (format as number) < 1)
    throw new AirlockError('workspace-invalid', t('formatFileInvalid', { path }), { side: 'local' });
  inCurrentFormat({ format }, directory, WORKSPACE);
  return format as number;
}

/** Renames the directories of complete sets whose run was killed before the rename. */
async function completeRenames(transfers: string): Promise<void> {
  for (const name of await namesIn(transfers)) {
    const parsed = parseTransferName(name);
    if (!parsed?.partial) continue;
    const folder = join(transfers, name);
    const names = await namesIn(folder);
    if (!names.includes('index.json') || names.includes(JOURNAL_NAME)) continue;
    await rename(folder, join(transfers, parsed.transfer));
    await syncDirectory(transfers);
  }
}

async function openEnclaveLedger(
  path: string,
  enclave: string,
  workingDir: string,
  transfers: string,
): Promise<Ledger> {
  const ledger = await openLedger(path, enclave, await historyOf(workingDir, enclave));
  const known = new Set(ledger.transfers().map(({ name }) => name));
  for (const name of (await namesIn(transfers)).toSorted()) {
    const parsed = parseTransferName(name);
    if (!parsed || parsed.partial || parsed.enclave !== enclave || known.has(name)) continue;
    if (!(await stat(join(transfers, name))).isDirectory()) continue;
    const index = await readSetIndex(join(transfers, name));
    if (index) await recordIndex(ledger, index);
  }
  return ledger;
}

async function recordIndex(ledger: Ledger, index: SetIndex): Promise<void> {
  const { transfer: name, number, created, status } = index;
  const { volumes, ...content } = ledgerContentOf(index);
  await ledger.record({ name, number, created, status, volumes }, content);
}

/** Returns the error for a directory that isn't a workspace. */
export function noWorkspace(directory: string): AirlockError {
  return new AirlockError('workspace-invalid', t('notWorkspace', { directory }), {
    side: 'local',
    remedy: t('notWorkspaceRemedy'),
  });
}
