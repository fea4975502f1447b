import { readdir, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { isDigest } from '../../base/image/digest.ts';
import { classify } from '../set-format/entry-names.ts';
import { t } from './messages.ts';
import { type ArchiveContents, linkedDigest, noContents } from './set-reader.ts';

/**
 * Returns whether a folder is a registry's storage (`docker/registry/v2`, as in oc-mirror's cache) or an OCI image
 * layout.
 */
export async function looseKind(directory: string): Promise<'registry' | 'oci' | undefined> {
  if (await isDirectory(join(directory, 'docker', 'registry', 'v2'))) return 'registry';
  if (
    (await isFile(join(directory, 'oci-layout'))) &&
    (await isDirectory(join(directory, 'blobs', 'sha256')))
  )
    return 'oci';
  return undefined;
}

/**
 * Returns the content of such a folder. An OCI layout's reference names become tags of the repository with the empty
 * name.
 */
export function readLoose(
  directory: string,
  kind: 'registry' | 'oci' | 'working-dir',
): Promise<ArchiveContents> {
  if (kind === 'working-dir') return readWorkingDir(directory);
  return kind === 'registry' ? readRegistryStorage(directory) : readOciLayout(directory);
}

/** Large files of oc-mirror that are never read from there. */
const UNREAD = /^(?:logs|release-images|graph-preparation)\/|\/(?:filtered-)?catalog-image\//;

async function readWorkingDir(directory: string): Promise<ArchiveContents> {
  const contents = noContents();
  for (const path of await filesBelow(directory)) {
    const name = nameBelow(directory, path);
    if (UNREAD.test(name)) continue;
    contents.files.set(name, { path, offset: 0, size: (await stat(path)).size });
  }
  return contents;
}

async function readRegistryStorage(directory: string): Promise<ArchiveContents> {
  const contents = noContents();
  const root = join(directory, 'docker', 'registry', 'v2');
  for (const path of await filesBelow(join(root, 'blobs', 'sha256'))) {
    const entry = classify(nameBelow(directory, path));
    if (entry.kind !== 'blob') continue;
    const { size } = await stat(path);
    contents.blobs.set(entry.digest, { path, offset: 0, size });
  }
  for (const path of await filesBelow(join(root, 'repositories'))) {
    const name = nameBelow(directory, path);
    const entry = classify(name);
    if (entry.kind === 'layer' || entry.kind === 'revision')
      contents.links.push({ ...entry, name, location: { path, offset: 0, size: 0 } });
    if (entry.kind !== 'tag') continue;
    const { repository, tag } = entry;
    contents.tags.push({ repository, tag, digest: linkedDigest(await readFile(path), directory, name) });
  }
  return contents;
}

async function readOciLayout(directory: string): Promise<ArchiveContents> {
  const contents = noContents();
  const folder = join(directory, 'blobs', 'sha256');
  for (const name of await readdir(folder)) {
    const digest = `sha256:${name}`;
    const path = join(folder, name);
    if (isDigest(digest)) contents.blobs.set(digest, { path, offset: 0, size: (await stat(path)).size });
  }
  const path = join(directory, 'index.json');
  let manifests: { digest?: string; annotations?: Record<string, string> }[] | undefined;
  try {
    ({ manifests } = JSON.parse(await readFile(path, 'utf8')) as { manifests?: typeof manifests });
  } catch (cause) {
    throw new AirlockError('archive-malformed', t('layoutIndexInvalid', { path }), {
      side: 'local',
      cause,
    });
  }
  for (const { digest, annotations } of Array.isArray(manifests) ? manifests : []) {
    const tag = annotations?.['org.opencontainers.image.ref.name'];
    if (tag !== undefined && digest !== undefined && isDigest(digest))
      contents.tags.push({ repository: '', tag, digest });
  }
  return contents;
}

function nameBelow(directory: string, path: string): string {
  return path
    .slice(directory.length + 1)
    .split(sep)
    .join('/');
}

/** Lists regular files only, because links in a hostile folder could point anywhere. */
async function filesBelow(directory: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true, recursive: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw asAirlockError(error);
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}
