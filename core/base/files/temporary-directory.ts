import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLeftover } from './atomic-file.ts';
import { PROCESS_MARK, processMark } from './process-life.ts';

/** Purposes of temporary directories. */
export type TemporaryPurpose = 'check' | 'helm' | 'practice' | 'served' | 'sign' | 'signature' | 'sizes';

const NAME = new RegExp(
  `^airlock-(?:check|helm|practice|served|sign|signature|sizes)-(${PROCESS_MARK})-[A-Za-z0-9]{6}$`,
);

/** Directories that this process has swept. */
const swept = new Set<string>();

/**
 * Creates a private directory (mode 0700) for temporary files. The first call for a parent directory removes temporary
 * directories of the same user's killed processes.
 * @param parent default: the system's directory for temporary files
 * @throws system errors
 */
export async function makeTemporaryDirectory(
  purpose: TemporaryPurpose,
  parent: string = tmpdir(),
): Promise<string> {
  if (!swept.has(parent)) {
    swept.add(parent);
    await sweepTemporaryDirectories(parent);
  }
  return mkdtemp(join(parent, `airlock-${purpose}-${processMark()}-`));
}

/** Removes this user's temporary directories whose process is dead, and old ones whose process is unknown. */
export async function sweepTemporaryDirectories(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const mark = NAME.exec(name)?.[1];
    if (mark === undefined) continue;
    const path = join(parent, name);
    const found = await lstat(path).catch(() => undefined);
    // Any user can create a directory with such a name in /tmp.
    if (!found?.isDirectory() || (process.geteuid && found.uid !== process.geteuid())) continue;
    if (await isLeftover(path, mark)) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}
