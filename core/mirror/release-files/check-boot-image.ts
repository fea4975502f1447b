import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { unreadableReason } from '../../base/errors/system-error.ts';
import { finish, newHash } from '../../base/image/sha256.ts';
import { t } from './messages.ts';

/**
 * Compares a downloaded file with the SHA-256 that a release lists for it.
 * @param sha256 hexadecimal digits
 * @returns size in bytes
 * @throws AirlockError `digest-mismatch`; `config-unreadable` for a missing file or another kind; `disk`
 */
export async function checkBootImage(
  { file, sha256 }: { file: string; sha256: string },
  { onProgress, signal }: { onProgress(done: number, total: number): void; signal: AbortSignal },
): Promise<number> {
  const at = { file };
  await using handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error) => {
    throw new AirlockError('config-unreadable', unreadableReason(file, error), { at });
  });
  const facts = await handle.stat();
  if (!facts.isFile()) throw new AirlockError('config-unreadable', t('downloadNotFile', { file }), { at });
  const hash = newHash();
  let done = 0;
  try {
    const content: AsyncIterable<Buffer> = handle.createReadStream({ autoClose: false });
    for await (const chunk of content) {
      signal.throwIfAborted();
      hash.update(chunk);
      done += chunk.length;
      onProgress(done, facts.size);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw asAirlockError(error, file);
  }
  const found = finish(hash);
  const expected = `sha256:${sha256}`;
  if (found !== expected)
    throw new AirlockError('digest-mismatch', t('downloadDiffers', { file }), {
      ...{ at, side: 'local', expected, found },
      remedy: t('downloadDiffersRemedy'),
    });
  return done;
}
