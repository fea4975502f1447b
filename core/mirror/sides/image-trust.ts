import { resolve } from 'node:path';
import type {
  CollectedImage,
  ImageContentReader,
  Verdict,
  WorkingFiles,
} from '../../base/collected/collected.ts';
import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { isIndexType } from '../../base/image/media-types.ts';
import { parseReference } from '../../base/image/reference.ts';
import type { CollectedCatalog } from '../../content/operator/collect-catalog.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import type { HttpGet } from '../../content/signature/http-get.ts';
import { createTrust, type Trust, type TrustedImage } from '../../content/trust/evaluate.ts';
import {
  builtInLookaside,
  loadPolicy,
  loadRegistriesD,
  readHostFile,
} from '../../content/trust/host-files.ts';
import { carriedLookaside, hostLookaside, keepingLookaside } from '../../content/trust/lookaside.ts';
import { t } from '../messages.ts';
import type { HostFacts, MirrorRequest } from '../run/request.ts';
import type { NamedOriginal } from './built-from-file.ts';

/** The options of a request for trust policies. */
export type TrustRequest = Pick<MirrorRequest, 'securePolicy' | 'policy' | 'registriesD'>;

/** An image with the verdict of the policy, and the error if it must not be copied. */
export interface JudgedImage {
  image: PlannedImage;
  rejected?: AirlockError;
}

/** The trust policy of a run: `--secure-policy`. */
export interface ImageTrust {
  policyFile: string;
  keys: Trust['keys'];
  /** Judges an image. @throws AirlockError when signatures can't be looked up */
  judge(image: PlannedImage, signal?: AbortSignal): Promise<JudgedImage>;
}

/** Originals of built images. The policy judges them, because the built ones aren't signed. */
export interface BuiltImageOrigins {
  collected: readonly CollectedCatalog[];
  /** Recorded originals of catalogs that aren't in this set. */
  catalogs: readonly NamedOriginal[];
  /** Returns the manifests of a catalog's original image. */
  original(image: CollectedImage): Promise<PlannedImage>;
  /** Base of the graph-data image. Its digest and instances may be unknown. */
  graphBase?: Pick<TrustedImage, 'reference'> & Partial<TrustedImage>;
}

/** A loaded policy. It is bound to images after they were collected. */
export interface LoadedTrust {
  /** Warnings about checks that aren't possible. */
  doubts: Problem[];
  /** Absent if no policy is enforced. */
  of?(origins: BuiltImageOrigins): ImageTrust;
}

/** Source of signatures. */
export type TrustSources =
  | {
      side: 'connected';
      get: HttpGet;
      content: ImageContentReader;
      /** Stores the found signatures for the set. */
      files: WorkingFiles;
    }
  /** `mirror`: images have their original names, and the content is read from a mirror registry. */
  | { side: 'disconnected' | 'mirror'; content: ImageContentReader; files: WorkingFiles };

/**
 * Loads this host's policy if the request enforces one.
 * @param directory base of relative folders of `oci://` images
 * @throws AirlockError `config-unreadable`, `config-invalid`
 */
export async function loadTrust(
  request: TrustRequest,
  { env, home }: HostFacts,
  sources: TrustSources,
  directory: string | undefined,
): Promise<LoadedTrust> {
  const { policy: policyFile, registriesD: folder } = request;
  if (!request.securePolicy) {
    const named = [policyFile !== undefined && '--policy', folder !== undefined && '--registries.d'];
    return { doubts: named.filter((name) => name !== false).map(notEnforced) };
  }
  const places = {
    env,
    home,
    systemRoot: '/',
    policy: policyFile,
    registriesD: folder,
  };
  const policy = await loadPolicy(places);
  const registriesD = await loadRegistriesD(places);
  const found = {
    registriesD,
    builtIn: builtInLookaside(places, process.getuid?.() === 0),
    readFile: readHostFile,
  };
  const lookaside =
    sources.side === 'connected'
      ? keepingLookaside(hostLookaside({ ...found, get: sources.get }), sources.files)
      : carriedLookaside(sources.files);
  const trust = createTrust({
    policy,
    registriesD,
    lookaside,
    attachments: sources.content,
    readFile: readHostFile,
  });
  return {
    doubts: policy.doubts,
    of: (origins) => ({
      policyFile: policy.file,
      keys: trust.keys,
      async judge(image, signal) {
        const subject = await subjectOf(image, origins, sources.side, directory);
        const decision = await trust.verdictOf(subject.image, signal);
        if (decision.accepted && decision.verdict.result !== 'not-checked' && subject.unknown)
          throw subject.unknown;
        if (subject.unknown && decision.verdict.result === 'unsigned') throw subject.unknown;
        const { problem } = decision;
        return {
          image: { ...image, verdict: joined(image.verdict, decision.verdict) },
          rejected: problem && asError(problem),
        };
      },
    }),
  };
}

/** Joins two verdicts. A policy that requires no signature leaves the collector's verdict unchanged. */
function joined(collected: Verdict, decided: Verdict): Verdict {
  if (decided.result === 'not-checked') return collected;
  if (decided.result !== 'verified' || collected.result !== 'verified') return decided;
  return { result: 'verified', by: [collected.by, decided.by].filter(Boolean).join(', ') };
}

interface Subject {
  image: TrustedImage;
  /** Why the images of a manifest list are unknown, so that no signature covers them. */
  unknown?: AirlockError;
}

async function subjectOf(
  image: PlannedImage,
  origins: BuiltImageOrigins,
  side: TrustSources['side'],
  directory: string | undefined,
): Promise<Subject> {
  const { digest, kind, destination } = image;
  const at = { registry: 'archive', repository: destination.repository };
  const where = side === 'disconnected' ? { at } : {};
  if (kind === 'cincinnatiGraph' && origins.graphBase) {
    const known = { digest, ...origins.graphBase, ...where };
    if (origins.graphBase.digest) return { image: known };
    return { image: known, unknown: unknownParts(known.reference, t('graphBaseUnrecorded')) };
  }
  const catalog =
    kind === 'operatorCatalog' && origins.collected.find(({ rebuilt }) => rebuilt?.source.digest === digest);
  if (!catalog) return { image: { ...trusted(image, directory), ...where } };
  try {
    const { original } = catalog;
    const planned = 'manifests' in original ? original : await origins.original(original);
    return { image: { ...trusted(planned, directory), ...where } };
  } catch (thrown) {
    const error = asAirlockError(thrown);
    if (error.code !== 'content-missing') throw error;
    const named = { ...catalog.original, digest: catalog.digest };
    const reference = referenceOf(named, directory);
    const known = origins.catalogs.find(
      (each) => each.digest === catalog.digest && each.reference === reference,
    );
    if (known) return { image: { ...known, ...where } };
    return {
      image: { reference, digest: catalog.digest, ...where },
      unknown: unknownParts(reference, error.message),
    };
  }
}

/** Returns the name and digests of an image for a policy. */
export function trusted(
  image: Pick<PlannedImage, 'kind' | 'origin' | 'source' | 'digest' | 'manifests'>,
  directory?: string,
): Required<Pick<TrustedImage, 'reference' | 'digest' | 'instances'>> {
  const { digest, manifests } = image;
  const list = manifests.some((each) => each.digest === digest && isIndexType(each.mediaType));
  const instances = list ? manifests.filter(({ mediaType }) => !isIndexType(mediaType)) : [];
  return {
    reference: referenceOf(image, directory),
    digest,
    instances: instances.map((instance) => instance.digest),
  };
}

/** Returns the reference for a policy: releases by digest, others by the tag in the configuration. */
function referenceOf(
  { kind, origin, source, digest }: Pick<PlannedImage, 'kind' | 'origin' | 'source' | 'digest'>,
  directory: string | undefined,
): string {
  const named = parseReference(origin);
  if (named.transport === 'oci') return `oci://${resolve(directory ?? '/', named.path)}`;
  const release = kind === 'ocpRelease' || kind === 'ocpReleaseContent';
  const byTag = named.tag !== undefined && named.digest === undefined && !release;
  return `${source.registry}/${source.repository}${byTag ? `:${named.tag}` : `@${digest}`}`;
}

function unknownParts(image: string, reason: string): AirlockError {
  return new AirlockError('content-missing', t('instancesUnknown', { image, reason }), { side: 'source' });
}

function asError({ message, remedy, file, line, path }: Problem): AirlockError {
  const at = { file: file || undefined, line: line || undefined, path: path || undefined };
  return new AirlockError('policy-rejected', message, { remedy, side: 'source', at });
}

function notEnforced(option: string): Problem {
  return {
    code: 'config-suspicious',
    level: 'warning',
    message: t('trustOptionIgnored', { option }),
    remedy: t('trustOptionIgnoredRemedy'),
  };
}
