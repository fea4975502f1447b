import { join } from 'node:path';
import type { WorkingFiles } from '../../base/collected/collected.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { type BlobCache, openBlobCache } from './blob-cache.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { checkEnclave, namesIn } from './next-transfer.ts';
import { historyOf } from './oc-mirror-history.ts';
import { workingFiles } from './working-files.ts';
import { readFormat } from './workspace.ts';

/** A workspace, or a directory that may become one, for planning. Needs no lock, because only the cache is written. */
export interface PlanningSpace {
  files: WorkingFiles;
  /** Files of Airlock's own state. */
  state: WorkingFiles;
  cache: BlobCache;
  /** `.airlock/cache` */
  cacheDirectory: string;
  ledger(enclave: string): Promise<Ledger>;
  /** Enclaves that have a ledger. */
  enclaves(): Promise<string[]>;
}

/** Opens the files of a workspace for reading. @throws AirlockError `workspace-format` for another format */
export async function recordsOf(directory: string): Promise<Pick<PlanningSpace, 'files' | 'state'>> {
  await readFormat(directory);
  const readable = ({ read, list }: WorkingFiles): WorkingFiles => ({ read, list });
  return {
    files: readable(workingFiles(join(directory, 'working-dir'), { colons: true })),
    state: readable(workingFiles(airlockDirectory(directory), { colons: true })),
  };
}

/** Opens a workspace for planning. @throws AirlockError `workspace-format` for another format */
export async function openPlanningSpace(directory: string): Promise<PlanningSpace> {
  const records = await recordsOf(directory);
  const workingDir = join(directory, 'working-dir');
  const own = airlockDirectory(directory);
  const cacheDirectory = join(own, 'cache');
  return {
    ...records,
    cache: await openBlobCache(cacheDirectory),
    cacheDirectory,
    async ledger(enclave) {
      checkEnclave(enclave);
      return openLedger(
        join(own, 'enclaves', enclave, 'ledger.jsonl'),
        enclave,
        await historyOf(workingDir, enclave),
      );
    },
    enclaves: () => namesIn(join(own, 'enclaves')),
  };
}
