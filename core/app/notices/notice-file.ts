import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { makeDirectory } from '../../base/files/atomic-file.ts';
import {
  type FileFormat,
  inCurrentFormat,
  rethrowFormat,
  writeInFormat,
} from '../../base/formats/file-format.ts';
import {
  MOST_NOTICES,
  type StoredNotice,
  storedNotice,
} from '../../contract/topics/schedules/notifications.ts';
import { editUnderLock } from '../../store/workspace/lock.ts';

const FILE = 'notices.json';
/** Bytes. A notice has at most about 25 KiB. */
const MOST_BYTES = 8 * 2 ** 20;

const FORMAT = { kind: 'state', current: 1 } as const satisfies FileFormat;

/** `notices.json` of a user. */
export const NOTICES = z.object({
  format: z.literal(FORMAT.current),
  notices: z.array(storedNotice).max(MOST_NOTICES).describe('Notices, latest first'),
});

/** Returns the stored notices, latest first. Empty without a valid file. @throws AirlockError `workspace-format`; system errors */
export async function readNotices(configDirectory: string): Promise<StoredNotice[]> {
  return (await read(join(configDirectory, FILE))) ?? [];
}

/**
 * Changes the stored notices. Other processes of the user may change them at the same time. A file that isn't valid is
 * renamed to `notices.json.invalid`.
 * @returns the changed notices
 * @throws AirlockError `disk`, `workspace-locked`, `workspace-format`; system errors
 */
export async function editNotices(
  configDirectory: string,
  edit: (notices: StoredNotice[]) => StoredNotice[],
): Promise<StoredNotice[]> {
  await makeDirectory(configDirectory);
  const file = join(configDirectory, FILE);
  return await editUnderLock(join(configDirectory, 'notices.lock'), async () => {
    const found = await read(file);
    if (!found) await rename(file, `${file}.invalid`);
    const notices = edit(found ?? []).slice(0, MOST_NOTICES);
    const text = `${JSON.stringify({ format: FORMAT.current, notices })}\n`;
    await writeInFormat(file, text, FORMAT, { mode: 0o600 });
    return notices;
  });
}

/** Returns undefined for a file that isn't valid. @throws AirlockError `workspace-format`; system errors */
async function read(file: string): Promise<StoredNotice[] | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return `{"format":${FORMAT.current},"notices":[]}`;
    throw error;
  });
  if (text.length > MOST_BYTES) return undefined;
  try {
    return NOTICES.parse(inCurrentFormat(JSON.parse(text), file, FORMAT)).notices;
  } catch (cause) {
    rethrowFormat(cause);
    return undefined;
  }
}
