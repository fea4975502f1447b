import type { ImageContentReader, WorkingFiles } from '../../base/collected/collected.ts';
import { sourceOf } from '../../base/collected/image-source.ts';
import { AirlockError, onSide } from '../../base/errors/airlock-error.ts';
import { machineName } from '../../base/image/architecture.ts';
import type { ImageSource } from '../../base/image/content.ts';
import { destinationOf } from '../../base/image/destination.ts';
import type { Digest } from '../../base/image/digest.ts';
import { type ImageReference, nameOf, parseReference } from '../../base/image/reference.ts';
import { manifestFrom } from '../../content/plan/manifest-origin.ts';
import { readPayload } from '../../content/release/payload.ts';
import type { PayloadSource } from '../../content/release/payload-layers.ts';
import type { Registries } from '../../registry/exchange/registry.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { t } from './messages.ts';

/** An image of a release in a list. */
export interface ReleaseImage {
  /** Its name in the release, such as `etcd`. The payload itself is `release`. */
  name: string;
  /** Reference by digest. */
  source: string;
  digest: Digest;
}

export interface ReleaseImages {
  /** The version in its metadata, else its tag. */
  version: string;
  /** Reference of the payload, by digest. */
  payload: string;
  /** The payload, its components, and the KubeVirt disks in its boot image metadata. */
  images: ReleaseImage[];
  /** False if the payload isn't available locally, and the list comes from files next to it. */
  fromPayload: boolean;
}

export interface ReleaseLookOptions {
  /** amd64, arm64, ppc64le, s390x or multi. Used for a release that is given as a version. */
  architecture: string;
  /** A workspace, a transfer or an archive folder. If given, nothing else is queried. */
  from?: string;
  registries(): Promise<Pick<Registries, 'at'>>;
  signal?: AbortSignal;
}

/** Red Hat's repository of payloads. */
const PAYLOADS = { registry: 'quay.io', repository: 'openshift-release-dev/ocp-release' };
const NO_FILES: WorkingFiles = { read: async () => undefined, list: async () => [] };

/**
 * Returns all images of a release, from its payload in a registry or in the archive sets of a folder.
 * @param release a version, or the reference of a payload
 * @throws AirlockError `usage` for anything else, `not-found`, `content-missing`, `payload-invalid`, and those of
 * registries and archives
 */
export async function releaseImages(release: string, options: ReleaseLookOptions): Promise<ReleaseImages> {
  const named = namedRelease(release, options.architecture);
  return options.from === undefined
    ? inRegistry(named, options)
    : inSets(named, options.from, options.signal);
}

interface NamedRelease {
  /** Its name in messages. */
  text: string;
  tag?: string;
  reference?: ImageReference;
}

function namedRelease(text: string, architecture: string): NamedRelease {
  if (/^\d+\.\d+\.\d[\w.+-]*$/.test(text)) {
    const tag = `${text.split('+')[0]}-${machineName(architecture)}`;
    return { text: tag, tag };
  }
  if (!/[/@]/.test(text))
    throw new AirlockError('usage', t('releaseInvalid', { release: text }), {
      remedy: t('releaseInvalidRemedy'),
    });
  const reference = parseReference(text);
  return { text, reference, tag: reference.tag || undefined };
}

async function inRegistry(
  { text, tag, reference }: NamedRelease,
  { registries, signal }: ReleaseLookOptions,
): Promise<ReleaseImages> {
  const stop = signal ? { signal } : {};
  const image = reference ? sourceOf(reference) : { ...PAYLOADS, tag: tag! };
  const registry = (await registries()).at(image.registry);
  const content: ImageContentReader = {
    manifest: ({ repository, digest }) => registry.manifest(repository, digest!, stop),
    blob: ({ repository }, blob) => registry.blob(repository, blob, stop),
  };
  try {
    const digest = image.digest ?? (await registry.resolve(image.repository, image.tag!, stop))?.digest;
    if (!digest)
      throw new AirlockError(
        'not-found',
        t('releaseNotFound', { release: text, repository: `${image.registry}/${image.repository}` }),
        { remedy: t('releaseNotFoundRemedy') },
      );
    return await listed({ ...image, digest }, tag, content, NO_FILES, signal);
  } catch (error) {
    throw onSide(error, 'source');
  }
}

async function inSets(
  { text, tag, reference }: NamedRelease,
  from: string,
  signal: AbortSignal | undefined,
): Promise<ReleaseImages> {
  const sets = await openImageSource(from, signal ? { signal } : {});
  try {
    const { repository } = destinationOf({ kind: 'payload', tag: tag ?? 'any' });
    const digest = reference?.digest ?? (tag && sets.tag(repository, tag));
    const stored = [...(sets.tags().get(repository)?.keys() ?? [])].sort();
    if (!digest)
      throw new AirlockError('content-missing', t('releaseNotInSets', { folder: from, release: text }), {
        side: 'local',
        remedy:
          stored.length > 0
            ? t('releaseNotInSetsRemedy', { releases: stored.join(', ') })
            : t('setsWithoutReleases'),
      });
    const place = reference ? sourceOf(reference) : PAYLOADS;
    const content: ImageContentReader = {
      manifest: async (image) => manifestFrom(image.digest!, await sets.bytes(image.digest!)),
      blob: (_, blob) => sets.read(blob.digest, signal ? { signal } : {}),
    };
    return await listed(
      { ...place, digest },
      tag ?? tagOf(sets, repository, digest),
      content,
      filesOf(sets),
      signal,
    );
  } finally {
    await sets.close();
  }
}

function tagOf(sets: ImageSource, repository: string, digest: Digest): string | undefined {
  return [...(sets.tags().get(repository) ?? [])].find(([, each]) => each === digest)?.[0];
}

function filesOf(sets: ImageSource): WorkingFiles {
  return { read: (name) => sets.file(name), list: async (prefix) => sets.files(prefix) };
}

async function listed(
  source: PayloadSource,
  tag: string | undefined,
  content: ImageContentReader,
  files: WorkingFiles,
  signal: AbortSignal | undefined,
): Promise<ReleaseImages> {
  const { registry, repository, digest } = source;
  const name = { repository, tag: tag ?? digest.replace(':', '-') };
  const found = await readPayload({ source, name, content, files, signal });
  const payload = `${registry}/${repository}@${digest}`;
  const disks = [...found.kubevirt].map(([machine, reference]) => ({
    name: found.kubevirt.size > 1 ? `kube-virt-container-${machine}` : 'kube-virt-container',
    reference,
  }));
  return {
    version: found.version ?? name.tag,
    payload,
    fromPayload: found.fromPayload,
    images: [
      { name: 'release', source: payload, digest },
      ...[...found.components, ...disks].map(({ name, reference }) => ({
        name,
        source: `${nameOf(reference)}@${reference.digest}`,
        digest: reference.digest,
      })),
    ],
  };
}
