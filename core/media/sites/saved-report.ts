import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { makeDirectory, writeFileAtomic } from '../../base/files/atomic-file.ts';
import { parseReport, type SiteReport } from './site-report.ts';

const NAME = 'site-report.json';

/** Returns the last report of a site, or undefined without one or for a damaged file. @throws AirlockError `disk` */
export async function savedReport(workspace: string, enclave: string): Promise<SiteReport | undefined> {
  const path = airlockDirectory(workspace, 'enclaves', enclave, NAME);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw asAirlockError(error);
  });
  if (text === undefined) return undefined;
  try {
    return parseReport(text, path);
  } catch {
    // The next report replaces it.
    return undefined;
  }
}

/**
 * Saves the last report of a site, as it was read.
 * @throws AirlockError `disk`, `disk-full`
 */
export async function saveReport(workspace: string, enclave: string, text: string): Promise<void> {
  const folder = airlockDirectory(workspace, 'enclaves', enclave);
  try {
    await makeDirectory(folder);
    await writeFileAtomic(join(folder, NAME), text);
  } catch (error) {
    throw asAirlockError(error);
  }
}
