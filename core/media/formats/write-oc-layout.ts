import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, readdir, readlink, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { makeDirectory, syncDirectory } from '../../base/files/atomic-file.ts';
import type { ImageSource } from '../../base/image/content.ts';
import { type Digest, hexOf, isDigest } from '../../base/image/digest.ts';
import { resourceYaml } from '../../content/resources/resource-yaml.ts';
import { signatureConfigMap } from '../../content/resources/signature-config-map.ts';
import { loadVerificationKeys } from '../../content/signature/verification-keys.ts';
import { verifiedSignatures } from '../../content/signature/verified-signatures.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { nameInSet } from '../../store/archive/attached-images.ts';
import { probeFileSystem } from '../../store/workspace/file-system.ts';
import { unfinishedName, writeFileOnDrive } from '../export/file-on-drive.ts';
import { mediaProgress } from '../export/media-progress.ts';
import { setToCarry } from '../export/plan.ts';
import { writeJournal } from '../transfer/journal.ts';
import { labelOf, probeDrive, writeOnDrive } from '../volumes/drive.ts';
import { onDrive } from '../volumes/drive-fault.ts';
import { t } from './messages.ts';
import { type OcImage, type OcRoom, placeOcImages, planOcImages } from './plan-oc-layout.ts';
import type { FormatRequest } from './write-oc-mirror.ts';

/** Result of {@link exportOcLayout}. */
export interface OcLayoutExport {
  transfer: string;
  /** Bytes of written content. Content that is hard-linked between repositories counts once. */
  bytes: number;
  /** Images by drive, including attached images: `repository:tag`, or `repository@digest`. */
  drives: {
    label: string;
    directory: string;
    images: string[];
    /** Those that are attached to another image, such as signatures, and aren't counted as images. */
    attached?: string[];
  }[];
  /** Manifests for clusters below `mirror/config` of each drive, for `oc apply -Rf mirror/config`. */
  config: string[];
  /** Omitted images, with the content that no local set contains. */
  incomplete: { image: string; missing: Digest[] }[];
  /** Names of attached files. The layout has no place for them. */
  omittedFiles: string[];
}

/**
 * Writes the images of a transfer in the layout of `oc image mirror --from-dir`: `<drive>/mirror/v2/<repository>/blobs` and
 * `manifests`, each by digest, with tags as links, and the signatures of its releases in `mirror/config/`. Each image is
 * complete on one drive, so each drive can be used on its own. Existing content is verified and left unchanged.
 * @param request.signatureKeys file with the keys that verify release signatures (default: those of Red Hat)
 * @throws AirlockError `file-system` for a drive whose file system doesn't support colons (FAT, exFAT, NTFS), `disk-full` if
 * the drives don't have enough free space (nothing is written then), `disk`, `interrupted`, `digest-mismatch` for a damaged set
 */
export async function exportOcLayout(
  request: FormatRequest & { signatureKeys?: string },
): Promise<OcLayoutExport> {
  const { directory, transfer, to, signal, emit = () => {} } = request;
  emit({ type: 'phase', phase: 'planning' });
  const { index } = await setToCarry(directory, transfer);
  const source = await openImageSource(directory, { signal });
  try {
    const all = await planOcImages(index, source, signal);
    const images = all.filter(({ missing }) => missing.length === 0);
    const media = [];
    for (const path of to) media.push(await openOcDrive(path, request.probe ?? probeDrive));
    const sizeOf = (digest: Digest): number => source.size(digest) ?? 0;
    const places = placeOcImages(images, media, sizeOf);
    const homeless = images.filter((_, i) => places[i] === undefined);
    const without = homeless.filter(({ attached }) => !attached).length;
    if (homeless.length > 0)
      throw new AirlockError('disk-full', t('imagesUnplaced', { count: without }), {
        side: 'destination',
        remedy: t('moreDrivesRemedy'),
        found: nameInSet(homeless[0]!),
      });
    const total = images.reduce(
      (sum, { blobs, manifests }) => sum + [...blobs, ...manifests].reduce((s, d) => s + sizeOf(d), 0),
      0,
    );
    const progress = mediaProgress(emit, total, 1);
    const result: OcLayoutExport = {
      transfer,
      bytes: 0,
      drives: media.map(({ label, root }) => ({ label, directory: root, images: [] })),
      config: [],
      incomplete: all.flatMap((image) =>
        image.missing.length > 0 ? [{ image: nameInSet(image), missing: image.missing }] : [],
      ),
      omittedFiles: (index.attachments ?? []).map(({ name }) => name),
    };
    const configs = await signatureFiles(images, source, request.signatureKeys);
    for (const [i, drive] of media.entries()) {
      const mine = images.filter((_, k) => places[k] === i);
      if (mine.length === 0) continue;
      progress.phase('writing', { drive: drive.label });
      const writer = ocWriter(drive, source, request, (count) => progress.add(count));
      for (const image of mine) {
        result.bytes += await writer.image(image);
        result.drives[i]!.images.push(nameInSet(image));
      }
      const attached = mine.filter((image) => image.attached).map(nameInSet);
      if (attached.length > 0) result.drives[i]!.attached = attached;
      for (const [name, text] of configs) await writeOnDrive(join(drive.root, 'config', name), text);
      result.config = [...configs.keys()];
      progress.phase('flushing', { drive: drive.label });
      await writer.flush();
      emit({ type: 'safe-to-remove', drive: drive.label, volumes: [] });
    }
    const used = result.drives.filter((drive) => drive.images.length > 0).map(({ label }) => label);
    await writeJournal(directory, transfer, { step: 'on-media', text: `for oc, on ${used.join(', ')}` });
    progress.phase('done');
    return result;
  } catch (error) {
    throw asAirlockError(error);
  } finally {
    await source.close();
  }
}

interface OcDrive extends OcRoom {
  label: string;
  /** `<drive>/mirror` */
  root: string;
}

async function openOcDrive(path: string, probe: typeof probeDrive): Promise<OcDrive> {
  const label = labelOf(path);
  const facts = await probe(path);
  if (facts.readOnly)
    throw new AirlockError('disk', `${label} is read-only`, { side: 'destination', at: { file: path } });
  if (!(await probeFileSystem(path)).colons)
    throw new AirlockError('file-system', t('colonsUnsupported', { drive: label }), {
      side: 'destination',
      remedy: t('colonsUnsupportedRemedy'),
    });
  const root = join(path, 'mirror');
  try {
    await makeDirectory(join(root, 'v2'));
    const has = await contentIn(join(root, 'v2'));
    const { freeBytes: free, blockBytes: block = 512 } = facts;
    return { label, root, free, block, links: await acceptsLinks(root), has };
  } catch (error) {
    throw onDrive(error);
  }
}

/** Returns the content that an earlier export wrote, as `repository digest`. */
async function contentIn(root: string): Promise<Set<string>> {
  const has = new Set<string>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const folder = /^(.*)[/\\](?:blobs|manifests)$/.exec(entry.parentPath.slice(root.length + 1));
    if (folder && entry.isFile() && isDigest(entry.name))
      has.add(`${folder[1]!.replaceAll('\\', '/')} ${entry.name}`);
  }
  return has;
}

async function acceptsLinks(root: string): Promise<boolean> {
  const [a, b] = [join(root, '.airlock-link-a'), join(root, '.airlock-link-b')];
  await writeOnDrive(a, '');
  try {
    await link(a, b);
    return true;
  } catch {
    return false;
  } finally {
    for (const path of [a, b]) await rm(path, { force: true });
  }
}

function ocWriter(
  { root, links }: OcDrive,
  source: ImageSource,
  { readBack, signal }: FormatRequest,
  onBytes: (count: number) => void,
): { image(image: OcImage): Promise<number>; flush(): Promise<void> } {
  const stop = { signal };
  const homes = new Map<Digest, string>();
  const folders = new Set<string>();
  /** Writes an image. @returns the bytes written */
  const place = async (folder: string, digest: Digest): Promise<number> => {
    signal?.throwIfAborted();
    const path = join(folder, digest);
    const size = source.size(digest) ?? 0;
    const home = homes.get(digest);
    if (home === path) return 0;
    onBytes(size);
    if (await isComplete(path, digest, size, signal)) {
      homes.set(digest, path);
      return 0;
    }
    await rm(path, { force: true });
    if (home !== undefined && links) {
      await link(home, path);
      return 0;
    }
    const written = await writeFileOnDrive(path, source.read(digest, stop), {
      unfinished: unfinishedName(`.${hexOf(digest)}`),
      readBack,
      ...stop,
    });
    homes.set(digest, path);
    return written.size;
  };
  return {
    async image({ repository, tag, digest, blobs, manifests }) {
      const base = join(root, 'v2', ...repository.split('/'));
      const [blobFolder, manifestFolder] = [join(base, 'blobs'), join(base, 'manifests')];
      for (const folder of [blobFolder, manifestFolder]) {
        if (folders.has(folder)) continue;
        await makeDirectory(folder);
        folders.add(folder);
      }
      let bytes = 0;
      for (const blob of blobs) bytes += await place(blobFolder, blob);
      // A manifest is written after all content that it refers to.
      for (const manifest of manifests) bytes += await place(manifestFolder, manifest);
      if (tag !== undefined) await pointTag(join(manifestFolder, tag), digest);
      return bytes;
    },
    async flush() {
      for (const folder of folders) await syncDirectory(folder);
      await syncDirectory(root);
    },
  };
}

/** Writes a tag as a link to the manifest in the same folder. */
async function pointTag(path: string, digest: Digest): Promise<void> {
  if ((await readlink(path).catch(() => undefined)) === digest) return;
  await rm(path, { force: true });
  await symlink(digest, path);
}

async function isComplete(
  path: string,
  digest: Digest,
  size: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile() || found.size !== size) return false;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    signal?.throwIfAborted();
    hash.update(chunk as Buffer);
  }
  return hash.digest('hex') === hexOf(digest);
}

/**
 * Returns the ConfigMaps with the signatures of the releases among the images. Their paths are those of the enhancement
 * mirroring-configuration-manifests, "Mirroring to a central registry": `signature/sha256/<first 16 of the digest>.yaml`.
 */
async function signatureFiles(
  images: readonly OcImage[],
  source: ImageSource,
  keyFile: string | undefined,
): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const names = source.files('signatures/');
  const namesByDigest = Map.groupBy(names, (name) => /-sha256-([0-9a-f]{64})$/.exec(name)?.[1]);
  const keys = names.length > 0 ? await loadVerificationKeys(keyFile) : [];
  for (const { digest } of new Map(images.map((image) => [image.digest, image])).values()) {
    const messages: Buffer[] = [];
    for (const name of namesByDigest.get(hexOf(digest)) ?? []) {
      const message = await source.file(name);
      if (message) messages.push(message);
    }
    if (messages.length === 0) continue;
    const { verified } = await verifiedSignatures({ digest, messages, keys });
    if (verified.length === 0) continue;
    const map = signatureConfigMap(`sha256-${hexOf(digest)}`, new Map([[digest, verified]]), {});
    files.set(`signature/sha256/${hexOf(digest).slice(0, 16)}.yaml`, resourceYaml(map));
  }
  return files;
}
