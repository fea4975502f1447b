import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { makeDirectory, writeFileAtomic } from '../../base/files/atomic-file.ts';
import { helperForHost, parseAuthFile } from './auth-file.ts';

/** Only its owner reads it. */
const MODE = 0o600;

/**
 * Puts entries into an auth file (containers-auth.json(5)) and leaves everything else in it as it is. Written whole or
 * not at all, readable for its owner alone.
 * @param entries by `host` or `host/path`, in the file's own form: `{auth: base64 of user:password}`
 * @throws AirlockError `config-invalid` when the file is broken, `unsupported` when a helper keeps a host's credentials
 * or the file is none; system errors
 */
export async function writeAuthEntries(file: string, entries: ReadonlyMap<string, object>): Promise<void> {
  await makeDirectory(dirname(file), { mode: 0o700 });
  // A link stays a link: what it leads to is written.
  const path = await realpath(file).catch(() => file);
  const found = await stat(path).catch(() => undefined);
  if (found && !found.isFile())
    throw new AirlockError('unsupported', `${file} is not a file that credentials can be written to`, {
      side: 'local',
      remedy: 'Check REGISTRY_AUTH_FILE, or keep the credentials for this session only.',
    });
  const text = found ? await readFile(path, 'utf8') : '';
  const parsed = parseAuthFile(text, file, false);
  for (const registry of entries.keys()) {
    const host = registry.split('/')[0]!;
    const helper = helperForHost(parsed, host);
    if (helper)
      throw new AirlockError('unsupported', `${file} leaves the credentials of ${host} to a helper`, {
        side: 'local',
        remedy: `Log in with its own tool (docker-credential-${helper.helper}), or keep them for this session only.`,
      });
  }
  const complete = (text.trim() === '' ? {} : JSON.parse(text)) as { auths?: object | null };
  const next = { ...complete, auths: { ...complete.auths, ...Object.fromEntries(entries) } };
  await writeFileAtomic(path, `${JSON.stringify(next, undefined, indentOf(text))}\n`, { mode: MODE });
}

/** podman writes tabs, people write blanks. */
function indentOf(text: string): string {
  return /\n([ \t]+)"/.exec(text)?.[1] ?? '\t';
}
