import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { blobName, classify, tagLink, unsafeName } from '../set-format/entry-names.ts';
import { t } from './messages.ts';
import { type ArchiveContents, noContents } from './set-reader.ts';

const DEEPEST = 16;
const LARGEST_MANIFEST = 16 * 1024 * 1024;

/**
 * Returns the content of a directory that `oc image mirror` or `oc adm release mirror` wrote:
 * `v2/<path>/blobs/sha256:…` and `v2/<path>/manifests/<tag or sha256:…>`. A tag is a link to a digest in the same
 * folder. Where the file system doesn't support links or colons, it's a copy, and names are `sha256-…`. Files below
 * `config/` keep their names.
 * @throws AirlockError `archive-hostile` for invalid names and for links that point anywhere else, `disk`
 */
export async function readOcLayout(directory: string): Promise<ArchiveContents> {
  const contents = noContents();
  try {
    await readFolder(join(directory, 'v2'), [], contents);
    await readConfig(join(directory, 'config'), 'config', contents);
  } catch (error) {
    throw asAirlockError(error);
  }
  return contents;
}

async function readFolder(folder: string, steps: string[], contents: ArchiveContents): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const repository = steps.join('/');
  if (folders.includes('blobs') && folders.includes('manifests')) {
    // Repository names follow the same rule everywhere.
    if (classify(tagLink(repository, 'latest')).kind !== 'tag') throw hostile(folder, 'ocRepositoryInvalid');
    await readRepository(folder, repository, contents);
  }
  if (steps.length >= DEEPEST) return;
  for (const name of folders)
    if (name !== 'blobs' && name !== 'manifests')
      await readFolder(join(folder, name), [...steps, name], contents);
}

async function readRepository(folder: string, repository: string, contents: ArchiveContents): Promise<void> {
  for (const name of await readdir(join(folder, 'blobs'))) {
    const path = join(folder, 'blobs', name);
    const digest = digestNamed(name);
    if (!digest) continue;
    const facts = await lstat(path);
    if (!facts.isFile()) throw hostile(path, 'ocNotFile');
    contents.blobs.set(digest, { path, offset: 0, size: facts.size });
    contents.links.push(linkOf('layer', repository, digest, path));
  }
  for (const name of (await readdir(join(folder, 'manifests'))).toSorted()) {
    const path = join(folder, 'manifests', name);
    // The copy of an image without a tag also has a name `sha256-…`.
    const isTag = !name.includes(':') && (await lstat(path)).isSymbolicLink();
    const named = isTag ? undefined : digestNamed(name);
    const digest = named ?? (await taggedDigest(path));
    if (!digest) continue;
    if (named) {
      const facts = await lstat(path);
      if (!facts.isFile()) throw hostile(path, 'ocNotFile');
      contents.blobs.set(digest, { path, offset: 0, size: facts.size });
    } else if (classify(tagLink(repository, name)).kind === 'tag')
      contents.tags.push({ repository, tag: name, digest });
    else throw hostile(path, 'ocTagInvalid');
    contents.links.push(linkOf('revision', repository, digest, path));
    if (!contents.blobs.has(digest) && (await lstat(path)).isFile())
      contents.blobs.set(digest, { path, offset: 0, size: (await lstat(path)).size });
  }
}

/** Returns the digest that a tag points to: the target of its link, or the digest of its copy of the manifest. */
async function taggedDigest(path: string): Promise<Digest | undefined> {
  const facts = await lstat(path);
  if (facts.isSymbolicLink()) {
    const digest = digestNamed(await readlink(path));
    if (digest) return digest;
    throw hostile(path, 'ocLinkInvalid');
  }
  if (!facts.isFile() || facts.size > LARGEST_MANIFEST) return undefined;
  return sha256(await readFile(path));
}

function digestNamed(name: string): Digest | undefined {
  const digest = name.replace(/^sha256-/, 'sha256:');
  return isDigest(digest) ? digest : undefined;
}

function linkOf(
  kind: 'layer' | 'revision',
  repository: string,
  digest: Digest,
  path: string,
): ArchiveContents['links'][number] {
  return { kind, repository, digest, name: blobName(digest), location: { path, offset: 0, size: 0 } };
}

async function readConfig(folder: string, below: string, contents: ArchiveContents): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const name = `${below}/${entry.name}`;
    const path = join(folder, entry.name);
    if (unsafeName(name)) throw hostile(path, 'ocNameInvalid');
    if (entry.isDirectory() && name.split('/').length < DEEPEST) await readConfig(path, name, contents);
    else if (entry.isFile()) contents.files.set(name, { path, offset: 0, size: (await lstat(path)).size });
  }
}

type Fault = 'ocRepositoryInvalid' | 'ocTagInvalid' | 'ocNameInvalid' | 'ocNotFile' | 'ocLinkInvalid';

function hostile(path: string, fault: Fault): AirlockError {
  return new AirlockError('archive-hostile', t(fault, { path }), { side: 'local', at: { file: path } });
}
