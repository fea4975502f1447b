import { z } from 'zod';
import type { CollectedImage, Verdict } from '../../base/collected/collected.ts';
import { endsTheRun } from '../../base/collected/left-out.ts';
import { parseJson } from '../../base/document/parse-json.ts';
import { AirlockError, amended, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { destinationOf } from '../../base/image/destination.ts';
import type { Digest } from '../../base/image/digest.ts';
import { LARGEST_MANIFEST, parseManifest } from '../../base/image/manifest.ts';
import { parseReference } from '../../base/image/reference.ts';
import { collectBytes } from '../../base/image/verified-read.ts';
import {
  parseImageReferences,
  type ReleaseComponent,
  releaseVersion,
} from '../../content/release/image-references.ts';
import {
  IMAGE_REFERENCES,
  type PayloadSource,
  type ReleaseManifests,
  readReleaseManifests,
} from '../../content/release/payload-layers.ts';
import { anyManifests, manifestsFolder } from '../../content/release/saved-payload.ts';
import { findReleaseSignature } from '../../content/signature/find-signature.ts';
import { loadVerificationKeys } from '../../content/signature/verification-keys.ts';
import type { HostFacts } from '../run/request.ts';
import type { NamedRelease } from './choose-release.ts';
import { t } from './messages.ts';
import type { ReleaseStore } from './release-store.ts';

/** A release whose signature was checked before its payload was read. */
export interface OpenedRelease {
  tag: string;
  version: string;
  /** Digest of the payload, which the signature covers. */
  digest: Digest;
  /** The signed name of the release, such as `quay.io/openshift-release-dev/ocp-release`. */
  name: { registry: string; repository: string };
  /** Where the store has its payload. */
  source: PayloadSource;
  verdict: Verdict;
  /** False if only the files next to an increment are available, which aren't signed. */
  fromPayload: boolean;
  manifests: ReleaseManifests;
  components: ReleaseComponent[];
  problems: Problem[];
}

/** Red Hat's repository of payloads, for a release without a signed name. */
const PAYLOADS = { registry: 'quay.io', repository: 'openshift-release-dev/ocp-release' };
const IGNORED = '--ignore-release-signature';
const Metadata = z.object({ version: z.string().min(1) });

/**
 * Opens a release: verifies its signature as a push does, then reads its payload by the signed digest. The version in the
 * payload must be that of its tag, so that a tag can't be moved to another signed release.
 * @param options.savedIsEnough also reads the files that transfers contain next to payloads
 * @throws AirlockError `signature-missing`, `signature-invalid` (exit code 5), `content-missing`, `payload-invalid`
 */
export async function openRelease(
  store: ReleaseStore,
  release: NamedRelease,
  options: {
    host: Pick<HostFacts, 'env'>;
    ignoreReleaseSignature: boolean;
    savedIsEnough?: boolean;
    signal?: AbortSignal;
  },
): Promise<OpenedRelease> {
  const { signal } = options;
  const { tag } = release;
  const digest = await store.digestOf(tag);
  if (!digest)
    throw new AirlockError(
      'content-missing',
      t('releaseMissing', { location: store.location, version: tag }),
      {
        side: 'local',
        remedy: t('payloadElsewhereRemedy'),
      },
    );
  const { name = PAYLOADS, ...trust } = await trustOf(store, digest, tag, options);
  const destination = destinationOf({ kind: 'payload', tag });
  const source = { ...store.place(name, destination), digest };
  const { manifests, fromPayload } = await manifestsOf(store, source, name.repository, release, options);
  const references = manifests.get(IMAGE_REFERENCES)!;
  const version = preferredName(manifests);
  if (version !== undefined && release.architecture !== undefined && version !== release.version)
    throw new AirlockError('payload-invalid', t('otherVersion', { tag, version, location: store.location }), {
      side: 'source',
      expected: release.version,
      found: version,
      remedy: t('otherVersionRemedy'),
    });
  signal?.throwIfAborted();
  return {
    ...{ tag, digest, name, source, manifests, fromPayload },
    version: version ?? release.version,
    verdict: fromPayload ? trust.verdict : { result: 'not-checked' },
    components: parseImageReferences(references, tag),
    problems: trust.problems,
  };
}

/** Returns the version that tools report (openshift/oc: PreferredName in pkg/cli/admin/release/info.go). */
function preferredName(manifests: ReleaseManifests): string | undefined {
  const metadata = manifests.get('release-metadata');
  try {
    if (metadata) return Metadata.parse(parseJson(String(metadata))).version;
  } catch {
    // Old releases have none. The version in image-references is used.
  }
  return releaseVersion(manifests.get(IMAGE_REFERENCES)!);
}

async function trustOf(
  store: ReleaseStore,
  digest: Digest,
  tag: string,
  {
    host,
    ignoreReleaseSignature,
    signal,
  }: { host: Pick<HostFacts, 'env'>; ignoreReleaseSignature: boolean; signal?: AbortSignal },
): Promise<{ verdict: Verdict; name?: { registry: string; repository: string }; problems: Problem[] }> {
  const keys = await loadVerificationKeys(host.env.OCP_SIGNATURE_VERIFICATION_PK || undefined);
  try {
    const { keyId, dockerReference } = await findReleaseSignature({
      ...{ digest, keys, signal },
      // A signature that was found is never saved here.
      files: { read: store.files.read, list: store.files.list },
    });
    const { domain: registry, path: repository } = parseReference(dockerReference);
    return { verdict: { result: 'verified', by: keyId }, name: { registry, repository }, problems: [] };
  } catch (error) {
    const known = asAirlockError(error);
    if (endsTheRun(known, signal) || !ignoreReleaseSignature)
      throw known.code === 'signature-missing'
        ? amended(known, { remedy: t('signatureRemedy', { option: IGNORED }) })
        : error;
    const problem: Problem = {
      code: known.code,
      level: 'warning',
      message: t('overridden', { release: tag, option: IGNORED, error: known.message }),
      remedy: t('overriddenRemedy', { option: IGNORED }),
    };
    return { verdict: { result: 'override', by: IGNORED }, problems: [problem] };
  }
}

async function manifestsOf(
  store: ReleaseStore,
  source: PayloadSource,
  repository: string,
  { tag }: NamedRelease,
  { savedIsEnough, signal }: { savedIsEnough?: boolean; signal?: AbortSignal },
): Promise<{ manifests: ReleaseManifests; fromPayload: boolean }> {
  try {
    return { manifests: await readReleaseManifests(store.content, source, signal), fromPayload: true };
  } catch (error) {
    if (!(error instanceof AirlockError) || error.code !== 'content-missing') throw error;
    const saved = savedIsEnough && (await anyManifests(store.files, manifestsFolder(repository, tag)));
    if (saved) return { manifests: saved, fromPayload: false };
    throw amended(error, { remedy: t('payloadElsewhereRemedy') });
  }
}

const Config = z.object({ architecture: z.string().optional() });

/**
 * Returns the architecture of a release: that of its payload, or `multi` for a manifest list, with the architectures in it
 * (openshift/oc: Platform in pkg/cli/admin/release/info.go).
 */
export async function architectureOf(
  store: Pick<ReleaseStore, 'content'>,
  { source }: Pick<OpenedRelease, 'source'>,
  signal?: AbortSignal,
): Promise<{ release: string; instances: string[] }> {
  const manifest = await store.content.manifest(source, signal);
  const parsed = parseManifest(manifest.bytes, manifest.mediaType);
  if (parsed.kind === 'index')
    return {
      release: 'multi',
      instances: parsed.manifests.flatMap(({ platform }) => platform?.architecture ?? []),
    };
  if (parsed.config.size > LARGEST_MANIFEST)
    throw new AirlockError('payload-invalid', t('configTooLarge', { digest: source.digest }), {
      side: 'source',
    });
  const { size } = parsed.config;
  const bytes = await collectBytes(
    store.content.blob(source, parsed.config, signal),
    ...([size, LARGEST_MANIFEST, source.digest] as const),
  );
  try {
    const { architecture = 'amd64' } = Config.parse(parseJson(String(bytes)));
    return { release: architecture, instances: [architecture] };
  } catch (cause) {
    throw new AirlockError('payload-invalid', t('configInvalid', { digest: source.digest }), {
      side: 'source',
      cause,
    });
  }
}

/** Returns the image of a release or of one of its components, for trust policies. */
export function imageOfRelease(
  release: Pick<OpenedRelease, 'tag' | 'name' | 'digest' | 'verdict'>,
  component?: ReleaseComponent,
): CollectedImage {
  const { tag, name, digest, verdict } = release;
  const shared = { deliverable: `release ${tag}`, why: '', verdict };
  if (!component)
    return {
      ...shared,
      kind: 'ocpRelease',
      origin: `${name.registry}/${name.repository}@${digest}`,
      source: { ...name, digest },
      destination: destinationOf({ kind: 'payload', tag }),
    };
  const { domain, path, digest: image } = component.reference;
  return {
    ...shared,
    kind: 'ocpReleaseContent',
    origin: `${domain}/${path}@${image}`,
    source: { registry: domain, repository: path, digest: image },
    destination: destinationOf({ kind: 'component', payloadTag: tag, component: component.name }),
  };
}
