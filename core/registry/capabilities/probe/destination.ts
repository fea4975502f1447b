import { randomBytes } from 'node:crypto';
import { throwIfAborted } from '../../exchange/cancellation.ts';
import type { Registry } from '../../exchange/registry.ts';
import { t } from '../messages.ts';
import { CAPABILITY_NAMES, type Capabilities, type Finding, type RegistryProfile } from '../profile.ts';
import { identifyProduct } from './identify-product.ts';
import { probeImages, probeIndexes, probeSubjects, probeTags } from './manifests.ts';
import { findHome, probeDepth } from './names.ts';
import type { Scratch } from './scratch.ts';
import { probeBlobSizes, probeManifestSizes } from './sizes.ts';
import { openUploads, probeChunks, probeConcurrency, probeMounts } from './uploads.ts';

/** Why empty repositories remain, for the products that list them. */
const EMPTY_REPOSITORIES: Record<string, 'leftoverInQuay' | 'leftoverInHarbor' | 'leftoverInZot'> = {
  quay: 'leftoverInQuay',
  harbor: 'leftoverInHarbor',
  zot: 'leftoverInZot',
};

export interface ProbeOptions {
  /** Path below the host to push to. Empty: none. */
  namespace: string;
  /** Name of the scratch repository below the namespace. Default: `airlock-probe-` and a random number. */
  scratch?: string;
  /** Projects (first path components) of the plan, probed if the namespace is empty. Default: none. */
  projects?: readonly string[];
  signal?: AbortSignal;
  /** Minimum time in ms for a rejection of a size to arrive, before the size counts as accepted. Default 300. */
  patienceMs?: number;
  /** Receives each finding at once. */
  onStep?: (finding: Finding) => void;
}

/**
 * Probes what a registry supports by pushing a few bytes to a scratch repository. The repository is emptied afterwards,
 * also after a failure or if the signal is aborted. Values that can't be determined are `unknown`, with the reason.
 * @throws AirlockError `unauthorized` if the registry rejects the credentials for everything; connection faults; `interrupted`
 */
export async function probeDestination(registry: Registry, options: ProbeOptions): Promise<RegistryProfile> {
  const { namespace, projects = [], onStep } = options;
  const name = options.scratch ?? `airlock-probe-${randomBytes(4).toString('hex')}`;
  const signal = options.signal ?? new AbortController().signal;
  throwIfAborted(signal);
  await registry.checkAccess(undefined, undefined, { signal });
  const findings = new Map<string, Finding>();
  const report = (...found: Finding[]) => {
    for (const finding of found) {
      findings.set(finding.capability, finding);
      onStep?.(finding);
    }
  };

  const shortestMs = options.patienceMs ?? 300;
  const pushContent = async () => {
    const home = await findHome(registry, { namespace, name, projects, signal, shortestMs });
    report(...home.findings);
    if (!home.scratch) return { home, leftovers: [] };
    let leftovers: string[] = [];
    try {
      await probeContent(home.scratch, report);
    } finally {
      leftovers = await home.scratch.cleanUp();
    }
    return { home, leftovers };
  };
  const [product, { home, leftovers }] = await allOf([identifyProduct(registry, signal), pushContent()]);
  const reason = EMPTY_REPOSITORIES[product?.name ?? ''];
  if (home.scratch && reason)
    leftovers.push(
      t('leftoverRepositories', {
        repositories: `${registry.host}/${home.scratch.repository}*`,
        reason: t(reason),
      }),
    );
  const why = t(home.scratch ? 'probeStopped' : 'pushesNotAccepted');
  const all = CAPABILITY_NAMES.map((capability) => {
    const { value, evidence } = findings.get(capability) ?? { value: 'unknown', evidence: why };
    return [capability, { value, evidence }];
  });
  return {
    format: 3,
    host: registry.host,
    namespace,
    product,
    checkedAt: new Date().toISOString(),
    capabilities: Object.fromEntries(all) as Capabilities,
    ...home.projects,
    leftovers,
  };
}

/**
 * Sends independent requests at the same time, because a registry that rejects some requests under load causes a wait
 * for each rejection.
 */
async function probeContent(scratch: Scratch, report: (...found: Finding[]) => void): Promise<void> {
  const request = async (found: Promise<Finding | Finding[]>) => report(...[await found].flat());
  const ofImages = async () => {
    const { images, findings } = await probeImages(scratch);
    report(...findings);
    await allOf([
      request(probeMounts(scratch, images.blob)),
      request(probeIndexes(scratch, images)),
      request(probeSubjects(scratch, images)),
    ]);
    // Last, because some registries drop an image that lost its tag.
    await request(probeTags(scratch, images));
  };
  const [uploads] = await allOf([
    openUploads(scratch),
    request(probeDepth(scratch)),
    request(probeChunks(scratch)),
    request(probeBlobSizes(scratch)),
    request(probeManifestSizes(scratch)),
    ofImages(),
  ]);
  // Alone, because other pushes would count too.
  report(await probeConcurrency(scratch, uploads));
}

/** Like `Promise.all`, but all jobs have settled when it rejects. */
async function allOf<T extends readonly Promise<unknown>[] | []>(
  jobs: T,
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> {
  await Promise.allSettled(jobs);
  return await Promise.all(jobs);
}
