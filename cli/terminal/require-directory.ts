import { stat } from 'node:fs/promises';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { t } from './messages.ts';

/**
 * Checks a directory that a command only reads, because a mistyped one would look like one without content.
 * @throws AirlockError `usage` if it isn't a directory
 */
export async function requireDirectory(directory: string, remedy: string): Promise<void> {
  const facts = await stat(directory).catch(() => undefined);
  if (!facts?.isDirectory()) throw new AirlockError('usage', t('notADirectory', { directory }), { remedy });
}
