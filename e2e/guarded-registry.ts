import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from 'bcryptjs';
import { dockerRegistry } from '../core/registry/registry.fixture.ts';

/** Whom a guarded registry knows. */
export const USER = 'mirror-user';

/** Debian's registry, which lets {@link USER} in with this password and nobody else. */
export async function guardedRegistry(directory: string, password: string) {
  await setPassword(directory, password);
  return dockerRegistry(`auth: { htpasswd: { realm: lab, path: ${join(directory, 'htpasswd')} } }`);
}

/** From now on this password is the right one, in place of the one before. */
export async function setPassword(directory: string, password: string): Promise<void> {
  const line = `${USER}:${(await hash(password, 4)).replace(/^\$2[ab]/, '$2y')}\n`;
  await writeFile(join(directory, 'htpasswd'), line);
}

/** What could be read of a secret: as it was typed, and as auth files hold it. */
export function traces(secret: string): string[] {
  return [secret, Buffer.from(`${USER}:${secret}`).toString('base64'), encodeURIComponent(secret)];
}

/** Files below a folder that hold any of these texts. */
export async function filesWith(directory: string, texts: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file);
    if (texts.some((text) => content.includes(text))) found.push(file);
  }
  return found;
}
