import { randomBytes } from 'node:crypto';
import { throwIfAborted } from '../../exchange/cancellation.ts';
import type { Registry } from '../../exchange/registry.ts';
import { CAPABILITY_NAMES, type Capabilities, type Finding, type RegistryProfile } from '../profile.ts';
import { identifyProduct } from './identify-product.ts';
import { probeImages, probeIndexes, probeSubjects, probeTags } from './manifests.ts';
import { findHome, probeDepth } from './names.ts';
import type { Scratch } from './scratch.ts';
import { probeBlobSizes, probeManifestSizes } from './sizes.ts';
import { openUploads, probeChunks, probeConcurrency, probeMounts } from './uploads.ts';

export interface ProbeOptions {
  /** Path below the host that is pushed to; empty: none. */
  namespace: string;
  /** Name of the scratch repository below the namespace. Default: `airlock-probe-` and a random number. */
  scratch?: string;
  /** First elements of the names of the plan: asked about where the namespace is empty. Default: none. */
  projects?: readonly string[];
  signal?: AbortSignal;
  /** Least time in ms that a refusal of a size gets to arrive before the size counts as taken. Default 300. */
  patienceMs?: number;
  /** Told of each finding as it is made. */
  onStep?: (finding: Finding) => void;
}

/**
 * Finds out what a registry takes by pushing a few bytes into a scratch repository, which is emptied again also when
 * something fails or the signal is aborted. What cannot be found out is `unknown`, with the reason.
 * @throws AirlockError `unauthorized` when the credentials are refused altogether; connection faults; `interrupted`
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
  if (home.scratch && (product?.name === 'quay' || product?.name === 'harbor'))
    leftovers.push(
      `empty repositories ${registry.host}/${home.scratch.repository}* (${KEPT_BY[product.name]})`,
    );
  const why = home.scratch ? 'the probe stopped before this check' : "the destination doesn't accept pushes";
  const all = CAPABILITY_NAMES.map((capability) => {
    const { value, evidence } = findings.get(capability) ?? { value: 'unknown', evidence: why };
    return [capability, { value, evidence }];
  });
  return {
    format: 2,
    host: registry.host,
    namespace,
    product,
    checkedAt: new Date().toISOString(),
    capabilities: Object.fromEntries(all) as Capabilities,
    ...home.projects,
    leftovers,
  };
}

const KEPT_BY = {
  quay: "Quay doesn't delete them: delete them under Repositories > Settings",
  harbor: "Harbor doesn't delete them: delete them under Projects > Repositories",
} as const;

/**
 * Questions that don't depend on each other are asked at the same time: at a registry that refuses some requests for its load,
 * each refusal costs a wait.
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
    // Last: some registries forget an image that lost its tag.
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
  // Alone: other pushes would count too.
  report(await probeConcurrency(scratch, uploads));
}

/** As `Promise.all`, but nothing is under way any more when it rejects. */
async function allOf<T extends readonly Promise<unknown>[] | []>(
  jobs: T,
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> {
  await Promise.allSettled(jobs);
  return await Promise.all(jobs);
}
