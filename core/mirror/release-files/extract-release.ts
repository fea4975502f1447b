import type { Verdict } from '../../base/collected/collected.ts';
import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { destinationOf, resolveDestination } from '../../base/image/destination.ts';
import type { Digest } from '../../base/image/digest.ts';
import { TOOLS } from '../../content/release-tools/tool-places.ts';
import type { Registries } from '../../registry/exchange/registry.ts';
import type { HostFacts } from '../run/request.ts';
import type { Destination } from '../run/workflow.ts';
import type { TrustRequest } from '../sides/image-trust.ts';
import { chooseRelease } from './choose-release.ts';
import { type ExtractedFile, extractFile, type FoundFile, findFile, type Work } from './extract-file.ts';
import { releaseJudge } from './judge-release.ts';
import { t } from './messages.ts';
import { architectureOf, type OpenedRelease, openRelease } from './open-release.ts';
import { openReleaseStore, type ReleasePlace } from './release-store.ts';

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
    ...{ to: request.to, onDisk: request.from.kind === 'sets' },
    ...{ store, release, judge, built, architecture, signal },
    problems: [...release.problems],
    values: {
      image: installs,
      version: release.version,
      architecture: built === 'multi' ? `multi (${platform})` : platform,
    },
  };
  const { files, failures } = await extractAll(work, request, options.onProgress);
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
  request: ExtractRequest,
  onProgress: ExtractOptions['onProgress'],
): Promise<{ files: ExtractedFile[]; failures: AirlockError[] }> {
  const files: ExtractedFile[] = [];
  const failures: AirlockError[] = [];
  const attempt = async <T>(of: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await of();
    } catch (error) {
      const known = asAirlockError(error, work.to);
      if (work.signal?.aborted || !OF_ONE_FILE.has(known.code)) throw known;
      failures.push(known);
      return undefined;
    }
  };
  const found: FoundFile[] = [];
  for (const name of [...(request.tools ? TOOLS : []), ...(request.iso ? ['iso' as const] : [])]) {
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
