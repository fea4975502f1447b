import type { ImageContentReader, WorkingFiles } from '../../base/collected/collected.ts';
import { sourceOf } from '../../base/collected/image-source.ts';
import { AirlockError, onSide } from '../../base/errors/airlock-error.ts';
import type { ImageSource } from '../../base/image/content.ts';
import { destinationOf } from '../../base/image/destination.ts';
import type { Digest } from '../../base/image/digest.ts';
import { type ImageReference, nameOf, parseReference } from '../../base/image/reference.ts';
import { manifestFrom } from '../../content/plan/manifest-origin.ts';
import { readPayload } from '../../content/release/payload.ts';
import type { PayloadSource } from '../../content/release/payload-layers.ts';
import type { Registries } from '../../registry/exchange/registry.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';

/** An image of a release, as lists show it. */
export interface ReleaseImage {
  /** As the release names it, e.g. `etcd`; the payload itself is `release`. */
  name: string;
  /** Reference by digest. */
  source: string;
  digest: Digest;
}

export interface ReleaseImages {
  /** What the release calls itself, else its tag. */
  version: string;
  /** Reference of the payload, by digest. */
  payload: string;
  /** The payload, its components, and the KubeVirt disks that its boot images name. */
  images: ReleaseImage[];
  /** False: the payload is not held here, the list is what travelled beside it. */
  fromPayload: boolean;
}

export interface ReleaseLookOptions {
  /** amd64, arm64, ppc64le, s390x or multi; counts for a release that is named by its version. */
  architecture: string;
  /** A workspace, a transfer or an archive folder: nothing else is asked. */
  from?: string;
  registries(): Promise<Pick<Registries, 'at'>>;
  signal?: AbortSignal;
}

/** Where Red Hat keeps payloads. */
const PAYLOADS = { registry: 'quay.io', repository: 'openshift-release-dev/ocp-release' };
const NO_FILES: WorkingFiles = { read: async () => undefined, list: async () => [] };

/**
 * All images of a release, from its payload in a registry or in the sets of a folder.
 * @param release a version, or the reference of a payload
 * @throws AirlockError `usage` for what is neither, `not-found`, `content-missing`, `payload-invalid`, and those of
 * registries and archives
 */
export async function releaseImages(release: string, options: ReleaseLookOptions): Promise<ReleaseImages> {
  const named = namedRelease(release, options.architecture);
  return options.from === undefined
    ? inRegistry(named, options)
    : inSets(named, options.from, options.signal);
}

interface NamedRelease {
  /** How messages call it. */
  text: string;
  tag?: string;
  reference?: ImageReference;
}

function namedRelease(text: string, architecture: string): NamedRelease {
  if (/^\d+\.\d+\.\d[\w.+-]*$/.test(text)) {
    const machine = { amd64: 'x86_64', arm64: 'aarch64' }[architecture] ?? architecture;
    const tag = `${text.split('+')[0]}-${machine}`;
    return { text: tag, tag };
  }
  if (!/[/@]/.test(text))
    throw new AirlockError('usage', `"${text}" is neither a version nor the reference of a payload`, {
      remedy: 'Write a version as 4.18.1, or a reference with tag or digest.',
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
      throw new AirlockError('not-found', `release ${text} is not in ${image.registry}/${image.repository}`, {
        remedy: 'See `airlock list releases`, or name the payload by its reference.',
      });
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
      throw new AirlockError('content-missing', `${from} has no release ${text}`, {
        side: 'local',
        remedy: stored.length > 0 ? `Its releases: ${stored.join(', ')}.` : 'Its sets have no release.',
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
