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
import type { HostFacts, MirrorRequest } from '../run/request.ts';
import type { NamedOriginal } from './made-of-file.ts';

/** What a request says about trust. */
export type TrustRequest = Pick<MirrorRequest, 'securePolicy' | 'policy' | 'registriesD'>;

/** An image with what the policy makes of it, and why it must not be copied. */
export interface JudgedImage {
  image: PlannedImage;
  refused?: AirlockError;
}

/** The trust policy of a run: `--secure-policy`. */
export interface ImageTrust {
  policyFile: string;
  keys: Trust['keys'];
  /** @throws AirlockError when signatures cannot be looked for */
  judge(image: PlannedImage, signal?: AbortSignal): Promise<JudgedImage>;
}

/** What Airlock made images of: the policy decides about that, as nobody signed what was made. */
export interface MadeOf {
  collected: readonly CollectedCatalog[];
  /** What was carried about the originals of catalogs that did not come with this set. */
  catalogs: readonly NamedOriginal[];
  /** The manifests of a catalog's own image. */
  original(image: CollectedImage): Promise<PlannedImage>;
  /** Of the graph-data image; its digest and instances may be unknown. */
  graphBase?: Pick<TrustedImage, 'reference'> & Partial<TrustedImage>;
}

/** A policy that was loaded; what it decides about is known once images are collected. */
export interface LoadedTrust {
  /** What cannot be checked here, as warnings. */
  doubts: Problem[];
  /** Absent: no policy is enforced. */
  of?(made: MadeOf): ImageTrust;
}

/** Where signatures are found. */
export type TrustSources =
  | {
      side: 'connected';
      get: HttpGet;
      content: ImageContentReader;
      /** Get the signatures that are found, to be carried. */
      files: WorkingFiles;
    }
  | { side: 'disconnected'; content: ImageContentReader; files: WorkingFiles };

/**
 * Loads this host's policy where the request enforces one.
 * @param directory that relative folders of `oci://` images count from
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
    sources.side === 'disconnected'
      ? carriedLookaside(sources.files)
      : keepingLookaside(hostLookaside({ ...found, get: sources.get }), sources.files);
  const trust = createTrust({
    policy,
    registriesD,
    lookaside,
    attachments: sources.content,
    readFile: readHostFile,
  });
  return {
    doubts: policy.doubts,
    of: (made) => ({
      policyFile: policy.file,
      keys: trust.keys,
      async judge(image, signal) {
        const subject = await subjectOf(image, made, sources.side, directory);
        const decision = await trust.verdictOf(subject.image, signal);
        if (decision.accepted && decision.verdict.result !== 'not-checked' && subject.unknown)
          throw subject.unknown;
        if (subject.unknown && decision.verdict.result === 'unsigned') throw subject.unknown;
        const { problem } = decision;
        return {
          image: { ...image, verdict: joined(image.verdict, decision.verdict) },
          refused: problem && asError(problem),
        };
      },
    }),
  };
}

/** A policy that asks for no signature says nothing of an image; what its collector verified still holds. */
function joined(collected: Verdict, decided: Verdict): Verdict {
  if (decided.result === 'not-checked') return collected;
  if (decided.result !== 'verified' || collected.result !== 'verified') return decided;
  return { result: 'verified', by: [collected.by, decided.by].filter(Boolean).join(', ') };
}

interface Subject {
  image: TrustedImage;
  /** Why it is not known which images are in a list: then no signature can be said to cover them. */
  unknown?: AirlockError;
}

async function subjectOf(
  image: PlannedImage,
  made: MadeOf,
  side: TrustSources['side'],
  directory: string | undefined,
): Promise<Subject> {
  const { digest, kind, destination } = image;
  const at = { registry: 'archive', repository: destination.repository };
  const where = side === 'disconnected' ? { at } : {};
  if (kind === 'cincinnatiGraph' && made.graphBase) {
    const known = { digest, ...made.graphBase, ...where };
    if (made.graphBase.digest) return { image: known };
    return { image: known, unknown: unknownParts(known.reference, 'its base was not recorded') };
  }
  const catalog =
    kind === 'operatorCatalog' && made.collected.find(({ rebuilt }) => rebuilt?.source.digest === digest);
  if (!catalog) return { image: { ...trusted(image, directory), ...where } };
  try {
    const { original } = catalog;
    const planned = 'manifests' in original ? original : await made.original(original);
    return { image: { ...trusted(planned, directory), ...where } };
  } catch (thrown) {
    const error = asAirlockError(thrown);
    if (error.code !== 'content-missing') throw error;
    const named = { ...catalog.original, digest: catalog.digest };
    const reference = referenceOf(named, directory);
    const known = made.catalogs.find(
      (each) => each.digest === catalog.digest && each.reference === reference,
    );
    if (known) return { image: { ...known, ...where } };
    return {
      image: { reference, digest: catalog.digest, ...where },
      unknown: unknownParts(reference, error.message),
    };
  }
}

/** The name and digests of an image as a policy sees them. */
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

/** As it was asked for: releases by digest, others by the tag that the configuration names. */
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

function unknownParts(reference: string, why: string): AirlockError {
  return new AirlockError(
    'content-missing',
    `the trust policy wants signatures of ${reference}, and it is not known here which images are in it: ${why}`,
    { side: 'source' },
  );
}

function asError({ message, remedy, file, line, path }: Problem): AirlockError {
  const at = { file: file || undefined, line: line || undefined, path: path || undefined };
  return new AirlockError('policy-rejected', message, { remedy, side: 'source', at });
}

function notEnforced(option: string): Problem {
  return {
    code: 'config-suspicious',
    level: 'warning',
    message: `${option} is named, but no trust policy is enforced`,
    remedy: 'Use --secure-policy too.',
  };
}
