import { dirname, resolve } from 'node:path';
import { sourceOf } from '../../base/collected/image-source.ts';
import { type AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { RULE } from '../../base/errors/rules.ts';
import { inOrder } from '../../base/flow/in-order.ts';
import { parseReference } from '../../base/image/reference.ts';
import { allInstances } from '../../content/catalog-image/catalog-instances.ts';
import { openCatalogImage, openCatalogLayout } from '../../content/catalog-image/open-catalog.ts';
import { catalogIndexIn } from '../../content/operator/catalog-indexes.ts';
import { sourceText } from '../../content/plan/planned-image.ts';
import { resolveImage } from '../../content/plan/resolve-image.ts';
import { updateService } from '../../content/release/cincinnati.ts';
import { collectRelease } from '../../content/release/collect.ts';
import { signatureService } from '../../content/signature/signature-source.ts';
import { verificationKeysWhenNeeded } from '../../content/signature/verification-keys.ts';
import { isBlocked } from '../../image-set/config/blocked.ts';
import type { ImageSetConfiguration } from '../../image-set/config/image-set.ts';
import type { HostFacts, MirrorRequest } from '../run/request.ts';
import { openSession, type Session } from '../run/session.ts';
import { type ConnectedSide, connectedSide } from '../sides/connected-side.ts';
import { graphImage } from '../sides/graph-data-image.ts';
import type { LookUpFailure } from './known/look-up-failure.ts';
import type { PlannedDraft } from './known/planner-answers.ts';
import { CHARTS, catalogId, GRAPH_DATA, graphId, MANIFESTS, payloadId, TAGS } from './look-up-list.ts';
import { t } from './messages.ts';
import { buildCatalog } from './parts/build-catalog.ts';
import type { DraftParts } from './parts/draft-parts.ts';
import type { PartsPlanner } from './parts/parts-planner.ts';
import { graphKey } from './parts/release-parts.ts';

export interface LookUpWork {
  ids: ReadonlySet<string>;
  draft: PlannedDraft;
  configuration: ImageSetConfiguration;
  planner: PartsPlanner;
  host: HostFacts;
  /** The current totals of the draft. */
  parts(): Promise<DraftParts>;
  onStep(detail: string, fetched: number): void;
  /** Receives content that is unavailable itself, not because a registry is unreachable. */
  failures: LookUpFailure[];
  signal: AbortSignal;
}

const AT_ONCE = 32;
/** Maximum number of passes, because new data may contain more unknown data: a graph a release, and that its images. */
const MOST_ROUNDS = 5;
/** Errors that would occur for every image of the same registry. */
const NETWORK = [
  'connection',
  'tls',
  'tls-unknown-issuer',
  'proxy',
  'stalled',
  'unauthorized',
  'rate-limited',
  'disk',
  'disk-full',
  'interrupted',
];

/**
 * Downloads the requested data with the code of a run, into the caches of a run.
 * @returns downloaded bytes
 * @throws AirlockError of network, registries and content. Data that was downloaded before the error stays in the caches.
 */
export async function lookUp(work: LookUpWork): Promise<number> {
  const { draft, host, planner, configuration, signal } = work;
  const { place } = planner;
  const request = requestFor(draft, place.directory);
  const session = await openSession(request, host, () => {});
  let bodies = 0;
  const counted: Session = {
    ...session,
    async get(url, options) {
      const answer = await session.get(url, options);
      bodies += answer.body.length;
      return answer;
    },
  };
  const fetched = () => session.registries.counters.fetched + bodies;
  const step = (detail: string) => {
    signal.throwIfAborted();
    work.onStep(detail, fetched());
  };
  const ticker = setInterval(() => work.onStep('', fetched()), 250);
  try {
    await using side = await connectedSide({
      request,
      host,
      session: counted,
      files: place.files,
      state: place.payloadRecords,
      cache: place.cache(),
      stored: [place.cache(), await place.stored()],
      approved: {
        configuration: { name: draft.file, text: draft.text, configuration, warnings: [] },
        ofSets: false,
        pinned: false,
        files: (files) => files,
        pin: (images) => images,
        retain: (image) => image,
        catalogs: new Map(),
      },
      planOnly: true,
      tags: place.tags,
      signal,
      cacheDirectory: place.cacheDirectory,
    });
    const tools: Tools = { ...work, side, session: counted, request, step };
    const done = new Set<string>();
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const parts = await work.parts();
      const before = done.size;
      await sources(parts, tools, done);
      if (work.ids.has(TAGS) && !done.has(TAGS) && parts.tags) {
        done.add(TAGS);
        await queryTags(parts, tools);
      }
      if (done.size === before) break;
    }
    if (work.ids.has(MANIFESTS)) await readManifests(await work.parts(), tools);
    if (work.ids.has(MANIFESTS))
      for (const catalog of (await work.parts()).unbuilt) {
        step(`catalog ${catalog.title}`);
        await buildCatalog(catalog, { place, imageCache: planner.imageCache, reader: side.content, signal });
      }
  } finally {
    clearInterval(ticker);
    await session.close();
  }
  return fetched();
}

interface Tools extends LookUpWork {
  side: ConnectedSide;
  session: Session;
  request: MirrorRequest;
  step(detail: string): void;
}

/** Downloads the requested graphs, payloads, catalogs and charts. With manifests, also new releases in the graphs. */
async function sources(parts: DraftParts, tools: Tools, done: Set<string>): Promise<void> {
  const { ids, configuration, planner, session, host, side, signal, step } = tools;
  const all = ids.has(MANIFESTS);
  const due = (id: string, known: boolean) => {
    if (done.has(id) || !(ids.has(id) || (all && !known))) return false;
    done.add(id);
    return true;
  };
  const { place, imageCache } = planner;
  const updateUrl = host.env.UPDATE_URL_OVERRIDE;
  const graphs = updateService({
    get: session.get,
    files: place.graphFiles,
    updateUrl: updateUrl || undefined,
  });
  for (const { query, at } of parts.releases.graphs)
    if (due(graphId(query), at !== undefined)) {
      step(t('graphStep', { channel: query.channel }));
      await graphs.graph(query, signal);
    }
  const keys = await verificationKeysWhenNeeded(host.env.OCP_SIGNATURE_VERIFICATION_PK);
  const baseUrl = host.env.OCP_SIGNATURE_URL;
  const context = {
    files: place.files,
    state: place.payloadRecords,
    graphs,
    signatures: signatureService({ get: session.get, baseUrl: baseUrl || undefined }),
    content: side.content,
    keys,
    // The plan and the run report an invalid signature. Here it must not hide the size of the release.
    ignoreReleaseSignature: true,
    blocked: (image: Parameters<typeof isBlocked>[0]) => isBlocked(image, configuration.blockedImages),
    signal,
  };
  for (const { tag, images, wanted } of parts.releases.releases)
    if (wanted && due(payloadId(tag), images !== undefined)) {
      step(`release ${tag}`);
      await collectRelease(wanted, configuration.platform!, context);
    }
  for (const { operator } of parts.catalogs)
    if (due(catalogId(operator.catalog), true)) {
      step(`catalog ${operator.catalog}`);
      await readCatalog(operator.catalog, tools).catch((thrown: unknown) => {
        const error = asAirlockError(thrown);
        if (!signal.aborted && !NETWORK.includes(error.code))
          tools.failures.push({ problem: problemOf(error), catalog: operator.catalog });
        throw error;
      });
    }
  if (configuration.helm && due(CHARTS, true)) {
    step('charts');
    for await (const collected of side.collectors.charts(configuration.helm, configuration, signal))
      if (collected.type === 'rejected')
        tools.failures.push({ problem: collected.problem, chart: collected.deliverable });
  }
  if (parts.graphData && due(GRAPH_DATA, true)) {
    step('graph data');
    const { platforms } = configuration.platform!;
    const { request } = tools;
    const { image } = await graphImage({
      ...{ request, host, session, side, platforms, signal },
      cache: place.cache(),
    });
    await imageCache.put(graphKey(platforms), image);
  }
}

async function readCatalog(name: string, tools: Tools): Promise<void> {
  const { side, planner, draft, signal } = tools;
  const { place } = planner;
  const reference = parseReference(name);
  if (reference.transport === 'oci') {
    const layout = await openCatalogLayout(resolve(dirname(draft.file), reference.path), { signal });
    try {
      await catalogIndexIn(place.indexes, layout.digest, async () => layout.files(), { signal });
    } finally {
      await layout.close();
    }
    return;
  }
  const named = sourceOf(reference);
  const { digest } = await side.content.manifest(named, signal);
  const source = { registry: named.registry, repository: named.repository, digest };
  if (!(await place.catalogIndex(digest)))
    await catalogIndexIn(
      place.indexes,
      digest,
      async () => (await openCatalogImage(side.content, source, { signal })).files(),
      { signal },
    );
  // Data for the rebuild, which needs no layer.
  await allInstances(side.content, source, signal);
}

async function queryTags({ tags }: DraftParts, { side, step, signal }: Tools): Promise<void> {
  step('tags');
  const asking = inOrder(tags?.images ?? [], AT_ONCE, (image) => side.origin.digestOf(image, signal));
  for await (const _ of asking) signal.throwIfAborted();
}

async function readManifests({ unknown }: DraftParts, tools: Tools): Promise<void> {
  const { side, signal, step, failures } = tools;
  let read = 0;
  const reading = inOrder(unknown, AT_ONCE, async (image) => {
    try {
      await resolveImage(image, { origin: side.origin, memory: side.memory, attachments: true, signal });
    } catch (thrown) {
      const error = asAirlockError(thrown);
      if (signal.aborted || NETWORK.includes(error.code)) throw error;
      const packages = [...new Set(image.neededBy?.map((bundle) => bundle.package))];
      const message = t('imageProblem', { image: sourceText(image), problem: error.message });
      const problem = { ...problemOf(error), message, [RULE]: { id: 'image-unreadable' as const, packages } };
      failures.push({ problem, image });
    }
  });
  for await (const _ of reading) {
    read++;
    if (read % 20 === 0) step(t('manifestStep', { number: read, count: unknown.length }));
  }
}

function problemOf(error: AirlockError): Problem {
  const { side: _side, expected: _expected, found: _found, ...problem } = error.toJSON();
  return problem;
}

/** Returns a run with the draft's settings, but with fewer retries, because a person waits for it. */
function requestFor({ options, file, enclave }: PlannedDraft, directory: string): MirrorRequest {
  return {
    workflow: { kind: 'mirrorToDisk', directory },
    configFile: file,
    enclave,
    parallelImages: options.parallelImages ?? 4,
    parallelLayers: options.parallelLayers ?? 5,
    rate: options.rate,
    sourceTlsVerify: options.sourceTlsVerify ?? true,
    destinationTlsVerify: options.destinationTlsVerify ?? true,
    skipUnknown: true,
    acceptEmptyCharts: false,
    addDependencies: options.addDependencies ?? false,
    retryTimes: 2,
    retryDelayMs: 0,
    maxNestedPaths: 0,
    ...{
      dryRun: false,
      resend: false,
      trustLedger: false,
      verifyPush: false,
      strictArchive: false,
      removeSignatures: false,
    },
    ...{ ignoreReleaseSignature: true, allowRemoval: false, securePolicy: false, probe: false, icsp: false },
    arguments: [],
  };
}
