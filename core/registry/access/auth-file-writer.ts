import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { makeDirectory, writeFileAtomic } from '../../base/files/atomic-file.ts';
import { helperForHost, parseAuthFile } from './auth-file.ts';
import { t } from './messages.ts';

/** Readable only by its owner. */
const MODE = 0o600;

/**
 * Adds entries to an auth file (containers-auth.json(5)) and leaves its other content unchanged. The file is written
 * atomically and readable only by its owner.
 * @param entries by `host` or `host/path`, in the form of the file: `{auth: base64 of user:password}`
 * @throws AirlockError `config-invalid` for a damaged file, `unsupported` if a helper stores the credentials of a host
 * or the path isn't a regular file; system errors
 */
export async function writeAuthEntries(file: string, entries: ReadonlyMap<string, object>): Promise<void> {
  await makeDirectory(dirname(file), { mode: 0o700 });
  // A symbolic link is retained, and its target is written.
  const path = await realpath(file).catch(() => file);
  const found = await stat(path).catch(() => undefined);
  if (found && !found.isFile())
    throw new AirlockError('unsupported', t('authFileNotWritable', { file }), {
      side: 'local',
      remedy: t('authFileNotWritableRemedy'),
    });
  const text = found ? await readFile(path, 'utf8') : '';
  const parsed = parseAuthFile(text, file, false);
  for (const registry of entries.keys()) {
    const host = registry.split('/')[0]!;
    const helper = helperForHost(parsed, host);
    if (helper)
      throw new AirlockError('unsupported', t('authFileWithHelper', { file, host }), {
        side: 'local',
        remedy: t('authFileWithHelperRemedy', { helper: helper.helper }),
      });
  }
  const content = (text.trim() === '' ? {} : JSON.parse(text)) as { auths?: object | null };
  const next = { ...content, auths: { ...content.auths, ...Object.fromEntries(entries) } };
  await writeFileAtomic(path, `${JSON.stringify(next, undefined, indentOf(text))}\n`, { mode: MODE });
}

/** Returns the indentation of a file: podman writes tabs, people often write spaces. */
function indentOf(text: string): string {
  return /\n([ \t]+)"/.exec(text)?.[1] ?? '\t';
}
