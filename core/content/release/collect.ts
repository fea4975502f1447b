import type {
  Collected,
  CollectedImage,
  ImageContentReader,
  Verdict,
  WorkingFiles,
} from '../../base/collected/collected.ts';
import { endsTheRun, leftOutExitCode } from '../../base/collected/left-out.ts';
import { alternativeList } from '../../base/document/words.ts';
import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { RULE } from '../../base/errors/rules.ts';
import { destinationOf } from '../../base/image/destination.ts';
import type { Digest } from '../../base/image/digest.ts';
import { type ImageReference, nameOf, parseReference } from '../../base/image/reference.ts';
import type { PlatformSelection } from '../../image-set/config/image-set.ts';
import { findReleaseSignature, savedSignatureDigest } from '../signature/find-signature.ts';
import type { SignatureSource } from '../signature/signature-source.ts';
import type { VerificationKeys } from '../signature/verification-keys.ts';
import type { UpdateGraphs } from './cincinnati.ts';
import type { ReleaseComponent } from './image-references.ts';
import { t } from './messages.ts';
import { readPayload } from './payload.ts';
import { type RequestedRelease, requestedReleases } from './requested-releases.ts';

/** The sources of the collector. On the disconnected side, `files` can't be written and no requests are sent. */
export interface ReleaseContext {
  files: WorkingFiles;
  /** Airlock's own state, with the records of saved payloads. Absent on the disconnected side. */
  state?: WorkingFiles;
  /** The update service, or the saved graphs on the disconnected side. */
  graphs: UpdateGraphs;
  /** Absent on the disconnected side. */
  signatures?: SignatureSource;
  /** Connected: registries. Disconnected: the sets, which are only read by digest. */
  content: ImageContentReader;
  /** Disconnected: returns the digest of a tag by destination name, for a `release:` with a tag. */
  storedTag?: (repository: string, tag: string) => Digest | undefined;
  keys: () => Promise<VerificationKeys>;
  ignoreReleaseSignature: boolean;
  /** Returns whether the configuration blocks an image. */
  blocked?: (image: Pick<CollectedImage, 'origin' | 'destination'>) => boolean;
  signal?: AbortSignal;
}

const OVERRIDE = '--ignore-release-signature';

/** The number of releases that are collected in parallel. Each needs several sequential requests. */
const RELEASES_AT_ONCE = 4;

/**
 * Collects the images of the releases that `mirror.platform` selects, one release at a time. The components of a release
 * come first and its payload last, so that a payload at the destination means a complete release.
 *
 * Verifies the signature of each release before reading its payload. Everything is pulled by digest: the payload by the
 * signed digest, named by the tag in the signature (oc-mirror v2: internal/pkg/release/signature.go). A release with a
 * missing or invalid signature is `rejected` with exit code 5, and one with an unreadable payload with 2 (4 after a
 * network failure). Collecting continues with the next release.
 * @throws AirlockError at first the errors of `requestedReleases`, later `interrupted` and disk errors
 */
export async function* collectReleases(
  platform: PlatformSelection,
  context: ReleaseContext,
): AsyncGenerator<Collected> {
  const { releases, problems } = await requestedReleases(platform, context.graphs, context.signal);
  for (const problem of problems) yield { type: 'problem', problem };
  const run = { ...context };
  const rest = releases.values();
  const started: { wanted: RequestedRelease; collected: Promise<Collected[]> }[] = [];
  const begin = (): void => {
    const { value: wanted } = rest.next();
    if (!wanted) return;
    const collected = collectRelease(wanted, platform, run);
    // Its error is handled later.
    collected.catch(() => {});
    started.push({ wanted, collected });
  };
  try {
    // Collects the first one alone, which shows whether signatures are available.
    begin();
    await started[0]?.collected.catch(() => {});
    for (let i = 1; i < RELEASES_AT_ONCE; i++) begin();
    for (let next = started[0]; next; next = started[0]) {
      context.signal?.throwIfAborted();
      yield* await collectedOf(next, context);
      started.shift();
      begin();
    }
  } finally {
    await Promise.allSettled(started.map(({ collected }) => collected));
  }
}

/** What came of a release, a problem included. @throws AirlockError `interrupted` and disk errors */
async function collectedOf(
  { wanted, collected }: { wanted: RequestedRelease; collected: Promise<Collected[]> },
  { signal }: ReleaseContext,
): Promise<Collected[]> {
  try {
    return await collected;
  } catch (error) {
    const exitCode = leftOutExitCode(error, signal);
    const { tag, reference } = wanted;
    const deliverable = `release ${tag ?? reference.text}`;
    const problem = asAirlockError(error).toJSON();
    problem[RULE] = { id: 'release-left-out', digest: reference.digest };
    return [{ type: 'rejected', deliverable, problem, exitCode }];
  }
}

/**
 * One release of {@link collectReleases}.
 * @throws AirlockError of its signature and its payload; `content-missing` if it isn't available offline
 */
export async function collectRelease(
  wanted: RequestedRelease,
  platform: PlatformSelection,
  context: ReleaseContext,
): Promise<Collected[]> {
  const { content, files, state, signal } = context;
  const digest = await digestOf(wanted.reference, context);
  const trust = await trustOf(wanted, digest, context);
  const tag = trust.name?.tag ?? wanted.tag;
  const source = { registry: wanted.reference.domain, repository: wanted.reference.path, digest };
  const name = { repository: trust.name?.path ?? source.repository, tag: tag ?? digest.replace(':', '-') };
  const payload = await readPayload({ source, name, content, files, state, signal });

  const payloadName = destinationOf(tag ? { kind: 'payload', tag } : { kind: 'payload', digest });
  const shared = {
    deliverable: `release ${payloadName.tag}`,
    why: wanted.why,
    platforms: platform.platforms.length > 0 ? platform.platforms : undefined,
  };
  // The signature only covers a list of components that was read from the signed payload.
  const verdict: Verdict = payload.fromPayload ? trust.verdict : { result: 'not-checked' };
  const disks = platform.kubeVirtContainer ? kubevirtImages(platform, payload.kubevirt) : [];
  const images: CollectedImage[] = [...payload.components, ...disks].map(({ name, reference }) => ({
    kind: 'ocpReleaseContent',
    origin: `${nameOf(reference)}@${reference.digest}`,
    source: { registry: reference.domain, repository: reference.path, digest: reference.digest },
    destination: destinationOf({ kind: 'component', payloadTag: payloadName.tag, component: name }),
    verdict,
    ...shared,
  }));
  const place = nameOf(wanted.reference);
  images.push({
    kind: 'ocpRelease',
    origin: tag ? `${place}:${tag}` : `${place}@${digest}`,
    source: { ...source, tag: tag || undefined },
    destination: payloadName,
    verdict: trust.verdict,
    ...shared,
  });
  const problems = trust.problem ? [trust.problem] : [];
  if (platform.kubeVirtContainer && disks.length === 0) problems.push(noKubevirt(payloadName.tag, platform));
  return [
    ...problems.map((problem) => ({ type: 'problem' as const, problem })),
    ...images
      .filter((image) => !context.blocked?.(image))
      .map((image) => ({ type: 'image' as const, image })),
  ];
}

/**
 * Returns the digest of a release. A tag is looked up upstream, or in transferred content (oc-mirror v2:
 * internal/pkg/release/cincinnati.go).
 */
async function digestOf(reference: ImageReference, context: ReleaseContext): Promise<Digest> {
  const { domain: registry, path: repository, tag, digest } = reference;
  if (digest) return digest;
  if (context.files.write) {
    const source = { registry, repository, tag: tag || undefined };
    return (await context.content.manifest(source, context.signal)).digest;
  }
  const carried =
    tag &&
    ((await savedSignatureDigest(context.files, tag)) ??
      context.storedTag?.('openshift/release-images', tag));
  if (carried) return carried;
  throw new AirlockError('content-missing', t('releaseNotTransferred', { release: reference.text }), {
    side: 'source',
  });
}

interface Trust {
  verdict: Verdict;
  /** The name of the release in the signature. */
  name?: ImageReference;
  problem?: Problem;
}

async function trustOf(wanted: RequestedRelease, digest: Digest, context: ReleaseContext): Promise<Trust> {
  const { files, signatures: source, signal } = context;
  const keys = await context.keys();
  try {
    const signature = await findReleaseSignature({
      digest,
      files,
      keys,
      source,
      signal,
    });
    const name = parseReference(signature.dockerReference);
    const problem = misnamed(wanted, name);
    return { verdict: { result: 'verified', by: signature.keyId }, name, problem };
  } catch (error) {
    const known = asAirlockError(error);
    if (endsTheRun(known, signal)) throw error;
    if (context.ignoreReleaseSignature) {
      // An unreachable service isn't tried again for every release.
      if (!known.code.startsWith('signature-')) delete context.signatures;
      return { verdict: { result: 'override', by: OVERRIDE }, problem: overridden(wanted, known) };
    }
    if (wanted.type === 'okd' && known.code === 'signature-missing') throw unsignedOkd(wanted, digest, known);
    throw error;
  }
}

/**
 * Reports a signed name of another version than the requested one. If the configuration has the version as a tag, another
 * release with that tag is rejected. If a graph returned the digest, the digest was requested, so this is a warning.
 */
function misnamed({ version, exact }: RequestedRelease, { tag, text }: ImageReference): Problem | undefined {
  if (!version || !tag || tag === version || tag.startsWith(`${version}-`)) return undefined;
  const message = t('misnamed', { version, name: text });
  if (exact && /^\d+\.\d+\.\d+/.test(version)) {
    throw new AirlockError('signature-invalid', message, {
      exitCode: 5,
      side: 'source',
      expected: version,
      found: tag,
    });
  }
  return { code: 'signature-invalid', level: 'warning', message, remedy: t('misnamedRemedy') };
}

function overridden(wanted: RequestedRelease, { code, message }: AirlockError): Problem {
  return {
    code,
    level: 'warning',
    message: t('overridden', {
      release: wanted.tag ?? wanted.reference.text,
      option: OVERRIDE,
      error: message,
    }),
    remedy: t('overriddenRemedy', { option: OVERRIDE }),
  };
}

function unsignedOkd(wanted: RequestedRelease, digest: Digest, cause: AirlockError): AirlockError {
  return new AirlockError('signature-missing', t('okdUnsigned', { release: wanted.tag ?? '', digest }), {
    remedy: t('okdUnsignedRemedy', { option: OVERRIDE }),
    exitCode: 5,
    side: 'source',
    cause,
  });
}

/**
 * Returns the KubeVirt disks of the selected architectures. `multi` means all, and the name contains the architecture if
 * several are selected (oc-mirror v2: internal/pkg/release/local_stored_collector.go).
 */
function kubevirtImages(
  selection: PlatformSelection,
  disks: ReadonlyMap<string, ReleaseComponent['reference']>,
): ReleaseComponent[] {
  const wanted = wantedArchitectures(selection);
  const keys = [
    ...(wanted.some((each) => each === 'amd64' || each === 'multi') ? ['x86_64'] : []),
    ...(wanted.some((each) => each === 's390x' || each === 'multi') ? ['s390x'] : []),
  ];
  return keys.flatMap((key) => {
    const reference = disks.get(key);
    const name = keys.length > 1 ? `kube-virt-container-${key}` : 'kube-virt-container';
    return reference ? [{ name, reference }] : [];
  });
}

function wantedArchitectures({ platforms, architectures }: PlatformSelection): string[] {
  return platforms.length > 0 ? platforms.map(({ architecture }) => architecture) : architectures;
}

function noKubevirt(tag: string, selection: PlatformSelection): Problem {
  return {
    code: 'payload-invalid',
    level: 'warning',
    message: t('kubevirtMissing', {
      release: tag,
      architectures: alternativeList(wantedArchitectures(selection)),
    }),
    remedy: t('kubevirtMissingRemedy'),
  };
}
