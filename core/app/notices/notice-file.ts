import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { makeDirectory, writeFileAtomic } from '../../base/files/atomic-file.ts';
import {
  MOST_NOTICES,
  type StoredNotice,
  storedNotice,
} from '../../contract/topics/schedules/notifications.ts';
import { takeLockSoon } from '../../store/workspace/lock.ts';

const FILE = 'notices.json';
/** Bytes. A notice has at most about 25 KiB. */
const MOST_BYTES = 8 * 2 ** 20;

/** `notices.json` of a user. */
export const NOTICES = z.object({
  format: z.literal(1),
  notices: z.array(storedNotice).max(MOST_NOTICES).describe('Notices, latest first'),
});

/** Returns the stored notices, latest first. Empty without a valid file. */
export async function readNotices(configDirectory: string): Promise<StoredNotice[]> {
  return (await read(join(configDirectory, FILE))) ?? [];
}

/**
 * Changes the stored notices. Other processes of the user may change them at the same time. A file that isn't valid is
 * renamed to `notices.json.invalid`.
 * @returns the changed notices
 * @throws AirlockError `disk`, `workspace-locked`; system errors
 */
export async function editNotices(
  configDirectory: string,
  edit: (notices: StoredNotice[]) => StoredNotice[],
): Promise<StoredNotice[]> {
  await makeDirectory(configDirectory);
  const file = join(configDirectory, FILE);
  const release = await takeLockSoon(join(configDirectory, 'notices.lock'));
  try {
    const found = await read(file);
    if (!found) await rename(file, `${file}.invalid`);
    const notices = edit(found ?? []).slice(0, MOST_NOTICES);
    await writeFileAtomic(file, `${JSON.stringify({ format: 1, notices })}\n`, { mode: 0o600 });
    return notices;
  } finally {
    await release();
  }
}

/** Returns undefined for a file that isn't valid. */
async function read(file: string): Promise<StoredNotice[] | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"format":1,"notices":[]}';
    throw error;
  });
  if (text.length > MOST_BYTES) return undefined;
  try {
    return NOTICES.parse(JSON.parse(text)).notices;
  } catch {
    return undefined;
  }
}
