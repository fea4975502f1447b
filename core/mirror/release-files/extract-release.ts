import { join } from 'node:path';
import type { Verdict } from '../../base/collected/collected.ts';
import { AirlockError, amended, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { destinationOf, resolveDestination } from '../../base/image/destination.ts';
import type { Digest } from '../../base/image/digest.ts';
import { type Descriptor, parseManifest } from '../../base/image/manifest.ts';
import { finish, newHash } from '../../base/image/sha256.ts';
import { BOOT_IMAGES } from '../../content/release/saved-payload.ts';
import { isoDigests, parseBootImages } from '../../content/release-tools/boot-images.ts';
import { imageFile, type SingleImage } from '../../content/release-tools/image-file.ts';
import { type Marker, withValues } from '../../content/release-tools/release-markers.ts';
import {
  MACHINES,
  type ReleaseFileName,
  type ReleaseFilePlace,
  releaseFilePlace,
  TOOLS,
} from '../../content/release-tools/tool-places.ts';
import type { Registries } from '../../registry/exchange/registry.ts';
import type { HostFacts } from '../run/request.ts';
import type { Destination } from '../run/workflow.ts';
import type { TrustRequest } from '../sides/image-trust.ts';
import { chooseRelease } from './choose-release.ts';
import { type JudgeRelease, releaseJudge } from './judge-release.ts';
import { t } from './messages.ts';
import { architectureOf, type OpenedRelease, openRelease } from './open-release.ts';
import { openReleaseStore, type ReleasePlace, type ReleaseStore } from './release-store.ts';

/** A request of `airlock release extract`. All paths are absolute. */
export interface ExtractRequest extends TrustRequest {
  from: ReleasePlace;
  /** Version or tag. Not needed if there is one release. */
  version?: string;
  /** Of the host that runs the tools, and of the machines that boot the ISO. Default: that of the release. */
  architecture?: string;
  /** Architecture of this host, the default for releases for several architectures. */
  hostArchitecture: string;
  tools: boolean;
  iso: boolean;
  to: string;
  /** Registry that `openshift-install` installs from. Default: the registry in `from`, else the original name. */
  mirror?: { destination: Destination; maxNestedPaths: number };
  ignoreReleaseSignature: boolean;
}

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

export interface ExtractProgress {
  file: string;
  /** Bytes of layers read, and those of all images. */
  done: number;
  total: number;
}

export interface ExtractResult {
  version: string;
  tag: string;
  /** Digest of the payload. */
  release: Digest;
  architecture: string;
  /** The release that `openshift-install` installs. Absent if it isn't extracted. */
  installs?: string;
  /** True if that is the original name, which only exists in the mirror by `imageDigestSources`. */
  isOriginalName: boolean;
  verdict: Verdict;
  files: ExtractedFile[];
  problems: Problem[];
  /** 0, or 2 if a file is missing, 5 if a policy rejects its image. */
  exitCode: number;
}

/** Sources and listeners of an extraction. */
export interface ExtractOptions {
  host: HostFacts;
  registries(): Promise<Registries>;
  onRelease?(release: Pick<OpenedRelease, 'tag' | 'digest' | 'verdict'>): void;
  onProgress?(progress: ExtractProgress): void;
  signal?: AbortSignal;
}

/**
 * Extracts tools and the live ISO of a release, offline. The release's signature covers its payload, the payload lists the
 * components by digest, and every byte of their images is checked against these digests, before a file gets its name.
 *
 * A file that isn't available doesn't stop the others.
 * @throws AirlockError those of {@link openReleaseStore}, {@link chooseRelease} and {@link openRelease}; `policy-rejected`
 *   for the payload; `usage` if nothing is selected; `disk`, `disk-full`, `interrupted`
 */
export async function extractReleaseFiles(
  request: ExtractRequest,
  options: ExtractOptions,
): Promise<ExtractResult> {
  const { signal } = options;
  if (!request.tools && !request.iso) throw new AirlockError('usage', t('nothingSelected'));
  await using store = await openReleaseStore(request.from, options);
  const release = await openRelease(store, await chooseRelease(store, request), {
    host: options.host,
    ignoreReleaseSignature: request.ignoreReleaseSignature,
    signal,
  });
  options.onRelease?.(release);
  const judge = await releaseJudge({ request, store, release, host: options.host, signal });
  release.verdict = await judge();
  const { release: built, instances } = await architectureOf(store, release, signal);
  const architecture = request.architecture ?? (built === 'multi' ? request.hostArchitecture : built);
  const platform = `linux/${instances.includes(architecture) ? architecture : (instances[0] ?? architecture)}`;
  const installs = `${releaseName(request, release)}@${release.digest}`;
  const work: Work = {
    ...{ request, store, release, judge, built, architecture, signal },
    problems: [...release.problems],
    values: {
      image: installs,
      version: release.version,
      architecture: built === 'multi' ? `multi (${platform})` : platform,
    },
  };
  const { files, failures } = await extractAll(work, options.onProgress);
  const [only, ...others] = failures;
  if (only && others.length === 0 && files.length === 0) throw only;
  const rejected = failures.some(({ code }) => code === 'policy-rejected');
  return {
    ...{ version: release.version, tag: release.tag, release: release.digest, architecture },
    installs: files.some(({ name }) => name === 'openshift-install') ? installs : undefined,
    isOriginalName: request.mirror === undefined && request.from.kind === 'sets',
    verdict: release.verdict,
    files,
    problems: [...work.problems, ...failures.map((failure) => failure.toJSON())],
    exitCode: rejected ? 5 : failures.length > 0 ? 2 : 0,
  };
}

interface Work {
  request: ExtractRequest;
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

/** Errors of one file. After others, no file can be extracted. */
const OF_ONE_FILE = new Set<string>([
  'content-missing',
  'not-found',
  'payload-invalid',
  'manifest-invalid',
  'digest-mismatch',
  'size-mismatch',
  'policy-rejected',
]);

async function extractAll(
  work: Work,
  onProgress: ExtractOptions['onProgress'],
): Promise<{ files: ExtractedFile[]; failures: AirlockError[] }> {
  const files: ExtractedFile[] = [];
  const failures: AirlockError[] = [];
  const attempt = async <T>(of: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await of();
    } catch (error) {
      const known = asAirlockError(error, work.request.to);
      if (work.signal?.aborted || !OF_ONE_FILE.has(known.code)) throw known;
      failures.push(known);
      return undefined;
    }
  };
  const found: FoundFile[] = [];
  for (const name of [...(work.request.tools ? TOOLS : []), ...(work.request.iso ? ['iso' as const] : [])]) {
    const file = await attempt(() => findFile(work, name));
    if (file) found.push(file);
  }
  const total = found.reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  for (const file of found) {
    const report = (read: number) =>
      onProgress?.({ file: file.place.file, done: before + Math.min(read, file.bytes), total });
    const extracted = await attempt(() => extractFile(work, file, report));
    if (extracted) files.push(extracted);
    before += file.bytes;
    report(0);
  }
  return { files, failures };
}

interface FoundFile {
  place: ReleaseFilePlace;
  image: SingleImage;
  /** Digest of the component in the release. */
  digest: Digest;
  verdict: Verdict['result'];
  /** Bytes of the image's layers. */
  bytes: number;
}

/** Returns undefined with a warning for a tool that a release doesn't have for an architecture. */
async function findFile(work: Work, name: ReleaseFileName): Promise<FoundFile | undefined> {
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

async function extractFile(
  work: Work,
  { place, image, digest, verdict }: FoundFile,
  onRead: (bytes: number) => void,
): Promise<ExtractedFile> {
  const { request, store, release, problems, signal } = work;
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
  const path = join(request.to, place.file);
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
  const expected = isoDigests(parseBootImages(manifest, release.tag), MACHINES[architecture] ?? architecture);
  if (expected.length === 0 || expected.includes(sha256)) return [];
  return [warning(t('isoDiffers', { file, release: release.tag, expected: expected.join(', '), sha256 }))];
}

function warning(message: string): Problem {
  return { code: 'payload-invalid', level: 'warning', message, remedy: t('warningRemedy') };
}

/** Returns an error for an image or layer that the store doesn't have, with the file that needs it. */
function notStored(
  error: unknown,
  { store, release, request }: Work,
  { file, component }: ReleaseFilePlace,
  digest: Digest,
): unknown {
  if (!(error instanceof AirlockError)) return error;
  const { code } = error;
  if (error.found !== undefined || (code !== 'content-missing' && code !== 'not-found')) return error;
  const inSets = request.from.kind === 'sets';
  return amended(
    error,
    { remedy: t(inSets ? 'imageMissingInSetsRemedy' : 'imageMissingAtRegistryRemedy') },
    t('imageMissing', {
      ...{ file, component, digest },
      ...{ release: release.tag, location: store.location, reason: error.message },
    }),
  );
}

/** Returns the name of the release for `openshift-install`, as `oc adm release extract` would get it from the mirror. */
function releaseName({ from, mirror }: ExtractRequest, { name, tag }: OpenedRelease): string {
  const place =
    mirror ??
    (from.kind === 'registry'
      ? { destination: from.mirror, maxNestedPaths: from.maxNestedPaths }
      : undefined);
  if (!place) return `${name.registry}/${name.repository}`;
  const { host, namespace } = place.destination;
  const { repository } = resolveDestination(
    { destination: destinationOf({ kind: 'payload', tag }) },
    { namespace, maxNestedPaths: place.maxNestedPaths },
  );
  return `${host}/${repository}`;
}
