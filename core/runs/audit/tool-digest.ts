import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Digest } from '../../base/image/digest.ts';
import { finish, newHash } from '../../base/image/sha256.ts';

let known: Promise<Digest> | undefined;

/**
 * Returns the digest of the running program: of its sources and locked dependencies in a checkout, otherwise of the modules
 * of the bundle. Computed once per process.
 */
export function toolDigest(): Promise<Digest> {
  known ??= import.meta.filename.endsWith('.ts')
    ? digestOfSources(join(import.meta.dirname, '../../..'))
    : digestOfBundle(import.meta.dirname);
  return known;
}

async function digestOfSources(root: string): Promise<Digest> {
  const names = ['package-lock.json'];
  for (const folder of ['core', 'cli']) {
    const entries = await readdir(join(root, folder), { recursive: true });
    names.push(
      ...entries.filter((n) => n.endsWith('.ts') && !n.endsWith('.test.ts')).map((n) => `${folder}/${n}`),
    );
  }
  return digestOfFiles(root, names.map((name) => name.replaceAll(sep, '/')).sort());
}

async function digestOfBundle(directory: string): Promise<Digest> {
  const names = (await readdir(directory)).filter((name) => /\.[cm]?js$/.test(name));
  return digestOfFiles(directory, names.sort());
}

/** Number of files that are read before other work gets its turn. */
const IN_A_TURN = 50;

/** Reads synchronously, because asynchronous reads of so many small files delay each run by a quarter of a second. */
async function digestOfFiles(root: string, names: string[]): Promise<Digest> {
  const hash = newHash();
  for (const [index, name] of names.entries()) {
    if (index % IN_A_TURN === IN_A_TURN - 1) await setImmediate();
    const content = readFileSync(join(root, name));
    hash.update(`${name}\0${content.length}\0`).update(content);
  }
  return finish(hash);
}
