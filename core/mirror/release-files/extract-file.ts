import { join } from 'node:path';
import type { Verdict } from '../../base/collected/collected.ts';
import { AirlockError, amended, type Problem } from '../../base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { machineName } from '../../base/image/architecture.ts';
import { destinationOf } from '../../base/image/destination.ts';
import type { Digest } from '../../base/image/digest.ts';
import { type Descriptor, parseManifest } from '../../base/image/manifest.ts';
import { finish, newHash } from '../../base/image/sha256.ts';
import { BOOT_IMAGES } from '../../content/release/saved-payload.ts';
import { isoDigests, parseBootImages } from '../../content/release-tools/boot-images.ts';
import { imageFile, type SingleImage } from '../../content/release-tools/image-file.ts';
import { type Marker, withValues } from '../../content/release-tools/release-markers.ts';
import {
  type ReleaseFileName,
  type ReleaseFilePlace,
  releaseFilePlace,
} from '../../content/release-tools/tool-places.ts';
import type { JudgeRelease } from './judge-release.ts';
import { t } from './messages.ts';
import type { OpenedRelease } from './open-release.ts';
import type { ReleaseStore } from './release-store.ts';

/** An extracted file. */
export interface ExtractedFile {
  name: ReleaseFileName;
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** Component of the release, and the digest of its image. */
  component: string;
  image: Digest;
  verdict: Verdict['result'];
}

/** An extraction: its release, and the values for the tools. */
export interface Work {
  /** Where the files are written. */
  to: string;
  /** Whether the store is a transfer or another place on disk. */
  onDisk: boolean;
  store: ReleaseStore;
  release: OpenedRelease;
  judge: JudgeRelease;
  /** amd64, arm64, ppc64le, s390x or multi. */
  built: string;
  architecture: string;
  /** Warnings. */
  problems: Problem[];
  values: Record<Marker, string>;
  signal?: AbortSignal | undefined;
}

/** A file that can be extracted. */
export interface FoundFile {
  place: ReleaseFilePlace;
  image: SingleImage;
  /** Digest of the component in the release. */
  digest: Digest;
  verdict: Verdict['result'];
  /** Bytes of the image's layers. */
  bytes: number;
}

/**
 * Finds a file in a release.
 * @returns undefined with a warning for a tool that a release doesn't have for an architecture
 * @throws AirlockError `content-missing`, `not-found`, `manifest-invalid`, `policy-rejected`
 */
export async function findFile(work: Work, name: ReleaseFileName): Promise<FoundFile | undefined> {
  const { store, release, judge, built, architecture, problems } = work;
  const place = releaseFilePlace(name, architecture, built);
  const component = place && release.components.find((each) => each.name === place.component);
  if (!place || !component) {
    const why = new AirlockError(
      'content-missing',
      place
        ? t('componentMissing', { file: place.file, component: place.component, release: release.tag })
        : t('fileNotForArchitecture', { file: name, release: release.tag, built, architecture }),
      {
        side: 'source',
        remedy: place ? t('componentMissingRemedy') : t('architectureRemedy', { architecture }),
      },
    );
    // Every release has an installer and oc. Not every installation needs ccoctl.
    if (name !== 'ccoctl') throw why;
    problems.push({ ...why.toJSON(), level: 'warning' });
    return undefined;
  }
  const { domain: registry, path: repository, digest } = component.reference;
  const at = store.place(
    { registry, repository },
    destinationOf({ kind: 'component', payloadTag: release.tag, component: component.name }),
  );
  const source = { ...at, digest };
  try {
    const image = await instanceOf(work, source, place);
    const { result: verdict } = await judge(component);
    const bytes = image.content.layers.reduce((sum, { size, urls }) => (urls?.length ? sum : sum + size), 0);
    return { place, image, digest, verdict, bytes };
  } catch (error) {
    throw notStored(error, work, place, digest);
  }
}

async function instanceOf(
  { store, release, architecture, signal }: Work,
  source: SingleImage['source'],
  place: ReleaseFilePlace,
): Promise<SingleImage> {
  const manifest = await store.content.manifest(source, signal);
  const parsed = parseManifest(manifest.bytes, manifest.mediaType);
  if (parsed.kind === 'image') return { source, content: parsed };
  const fits = ({ platform }: Descriptor) =>
    platform?.os === 'linux' && platform.architecture === architecture;
  const instance = parsed.manifests.find(fits);
  if (!instance)
    throw new AirlockError(
      'content-missing',
      t('instanceMissing', { component: place.component, release: release.tag, architecture }),
      {
        side: 'source',
        found: [...new Set(parsed.manifests.flatMap(({ platform }) => platform?.architecture ?? []))].join(
          ', ',
        ),
        remedy: t('instanceMissingRemedy'),
      },
    );
  const own = { ...source, digest: instance.digest };
  const below = await store.content.manifest(own, signal);
  const content = parseManifest(below.bytes, below.mediaType);
  if (content.kind === 'image') return { source: own, content };
  throw new AirlockError('manifest-invalid', t('listNested', { digest: source.digest }), { side: 'source' });
}

/**
 * Extracts a file under a temporary name, and gives it its name once its layer was checked.
 * @throws AirlockError those of {@link imageFile}; `disk`, `disk-full`
 */
export async function extractFile(
  work: Work,
  { place, image, digest, verdict }: FoundFile,
  onRead: (bytes: number) => void,
): Promise<ExtractedFile> {
  const { to, store, release, problems, signal } = work;
  let read = 0;
  const reader: ReleaseStore['content'] = {
    manifest: store.content.manifest,
    async *blob(source, blob, stop) {
      for await (const chunk of store.content.blob(source, blob, stop)) {
        read += chunk.length;
        onRead(read);
        yield chunk;
      }
    },
  };
  const pending = new Map(place.markers.map((marker) => [marker, work.values[marker]] as const));
  const path = join(to, place.file);
  const hash = newHash();
  let size = 0;
  const content = async function* () {
    const original = imageFile(reader, image, place.path, signal ? { signal } : {});
    for await (const chunk of withValues(original, pending)) {
      signal?.throwIfAborted();
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  try {
    await writeFileAtomic(path, content(), { mode: place.mode });
  } catch (error) {
    throw notStored(error, work, place, digest);
  }
  const sha256 = finish(hash).slice('sha256:'.length);
  if (pending.has('image'))
    problems.push(warning(t('markerMissing', { file: place.file, release: release.tag })));
  if (place.name === 'iso') problems.push(...isoProblems(work, place.file, sha256));
  return { name: place.name, path, size, sha256, component: place.component, image: digest, verdict };
}

/** Compares an ISO with the installer's stream metadata. Its image was checked against the release before. */
function isoProblems({ release, architecture }: Work, file: string, sha256: string): Problem[] {
  const manifest = release.manifests.get(BOOT_IMAGES);
  if (!manifest) return [];
  const expected = isoDigests(parseBootImages(manifest, release.tag), machineName(architecture));
  if (expected.length === 0 || expected.includes(sha256)) return [];
  return [warning(t('isoDiffers', { file, release: release.tag, expected: expected.join(', '), sha256 }))];
}

function warning(message: string): Problem {
  return { code: 'payload-invalid', level: 'warning', message, remedy: t('warningRemedy') };
}

/** Returns an error for an image or layer that the store doesn't have, with the file that needs it. */
function notStored(
  error: unknown,
  { store, release, onDisk }: Work,
  { file, component }: ReleaseFilePlace,
  digest: Digest,
): unknown {
  if (!(error instanceof AirlockError)) return error;
  const { code } = error;
  if (error.found !== undefined || (code !== 'content-missing' && code !== 'not-found')) return error;
  return amended(
    error,
    { remedy: t(onDisk ? 'imageMissingInSetsRemedy' : 'imageMissingAtRegistryRemedy') },
    t('imageMissing', {
      ...{ file, component, digest },
      ...{ release: release.tag, location: store.location, reason: error.message },
    }),
  );
}
