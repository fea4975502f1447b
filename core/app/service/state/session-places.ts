import { realpath } from 'node:fs/promises';
import { isAbsolute, resolve, sep } from 'node:path';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { Session } from '../../../contract/topics/session.ts';
import { t } from './messages.ts';
import type { KnownRoot } from './state.ts';

/** Fields of requests that name a folder whose records are shown, at any depth. */
export const FOLDER_FIELDS: ReadonlySet<string> = new Set([
  'workspace',
  'directory',
  'root',
  'stateDirectory',
]);

const DEEPEST = 4;

/**
 * Rejects reads of a read-only session outside the folders that the operator opened. Otherwise the session could read
 * anything that looks like a workspace and is readable for this account.
 * @param roots workspaces on the list and state folders
 * @throws AirlockError `not-permitted`
 */
export async function requireKnownFolders(
  session: Session,
  input: unknown,
  roots: () => Promise<readonly KnownRoot[]>,
): Promise<void> {
  if (session.role === 'operator') return;
  const named = foldersIn(input);
  if (named.length === 0) return;
  const known = await Promise.all((await roots()).map(({ root }) => realPath(root)));
  for (const folder of named) {
    const real = isAbsolute(folder) ? await realPath(folder) : undefined;
    if (real !== undefined && known.some((root) => `${real}${sep}`.startsWith(`${root}${sep}`))) continue;
    throw new AirlockError('not-permitted', t('directoryNotPermitted', { folder }), {
      side: 'local',
      remedy: t('directoryNotPermittedRemedy'),
    });
  }
}

/** Returns the folders that an input names. */
function foldersIn(input: unknown, depth = 0): string[] {
  if (typeof input !== 'object' || input === null || depth > DEEPEST) return [];
  return Object.entries(input).flatMap(([name, value]) =>
    typeof value === 'string' && FOLDER_FIELDS.has(name) ? [value] : foldersIn(value, depth + 1),
  );
}

/** A folder that doesn't exist counts by its name. */
async function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}
