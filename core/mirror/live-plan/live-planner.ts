import { join } from 'node:path';
import { sourceOf } from '../../base/collected/image-source.ts';
import { readYaml, type YamlText } from '../../base/document/yaml-text.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type ImageReference, parseReference } from '../../base/image/reference.ts';
import { sha256 } from '../../base/image/sha256.ts';
import type { DraftPlan } from '../../contract/topics/drafts.ts';
import type { ImageSetConfiguration } from '../../image-set/config/image-set.ts';
import { type LoadedImageSet, parseImageSet } from '../../image-set/config/load-image-set.ts';
import type { HostFacts } from '../run/request.ts';
import { builtImages } from './known/built-images.ts';
import { type EstimateRecord, estimateRecord } from './known/estimate-record.ts';
import { estimates } from './known/estimates.ts';
import type { LookUpFailure } from './known/look-up-failure.ts';
import { partSums, type Sums, type WhereContentIs } from './known/part-sums.ts';
import type { KnownCatalog, LivePlanner, LookUpOptions, PlannedDraft } from './known/planner-answers.ts';
import { measuredRate } from './known/run-rate.ts';
import { openStatePlace, type StatePlace } from './known/state-place.ts';
import { lookUp } from './look-up.ts';
import { CHARTS, catalogId, lookUpList, MANIFESTS } from './look-up-list.ts';
import { buildCatalog } from './parts/build-catalog.ts';
import { chartPlanner } from './parts/charts.ts';
import { type DraftParts, draftParts } from './parts/draft-parts.ts';
import { selectedJson } from './parts/operator-parts.ts';
import { operatorPlanner } from './parts/operators.ts';
import { packageSizes } from './parts/package-sizes.ts';
import type { PartsPlanner } from './parts/parts-planner.ts';
import { releasePlanner } from './parts/releases.ts';
import { draftProblems } from './problems/problems.ts';
import { whereContentIs } from './where-content-is.ts';

/** Selections with more bytes of JSON are rebuilt only after the user has stopped choosing. */
const SOON = 1_500_000;
const QUIET_MS = 1_500;

interface ReadText {
  loaded: LoadedImageSet;
  doc: YamlText;
}

/** A draft with its totals. */
interface Computed {
  stamp: string;
  text: ReadText;
  /** Absent if the text is invalid. */
  content?: { configuration: ImageSetConfiguration; parts: DraftParts; sums: Sums; where: WhereContentIs };
}

/**
 * Creates a planner for one workspace, or for drafts without one. The first call opens the data. Only downloaded and built
 * data is written, to the workspace's cache.
 * @param options.workspace absolute path. Without it, downloads are stored in a folder of the user's cache.
 * @param options.isPractice the workspace is in the practice world, whose sizes resemble no real content
 */
export function createLivePlanner(options: {
  host: HostFacts;
  workspace?: string;
  isPractice?: boolean;
}): LivePlanner {
  const { host, workspace, isPractice = false } = options;
  let opened: Promise<OpenPlanner> | undefined;
  const open = (): Promise<OpenPlanner> => {
    opened ??= OpenPlanner.open(host, workspace, isPractice);
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
  return {
    plan: async (draft, given = {}) => (await open()).plan(draft, given),
    lookUp: async (ids, draft, given = {}) => (await open()).lookUp(ids, draft, given),
    catalog: async (reference) => (await open()).catalog(reference),
    sizes: async (draft, catalog, packages, given = {}) =>
      (await open()).sizes(draft, catalog, packages, given),
    async close() {
      await (await opened?.catch(() => undefined))?.close();
      opened = undefined;
    },
  };
}

type PlanOptions = NonNullable<Parameters<LivePlanner['plan']>[1]>;

/** A planner with open data. */
class OpenPlanner {
  readonly #host: HostFacts;
  readonly #place: StatePlace;
  readonly #planner: PartsPlanner;
  readonly #record: EstimateRecord;
  readonly #rate: ReturnType<typeof measuredRate>;
  /** Incremented after each download here, which file times may not show yet. */
  #epoch = 0;
  #failures: LookUpFailure[] = [];
  #quiet: NodeJS.Timeout | undefined;
  #building: Promise<void> = Promise.resolve();
  #last: { draft: PlannedDraft; computed: Computed } | undefined;
  #read: ReadText | undefined;

  static async open(
    host: HostFacts,
    workspace: string | undefined,
    isPractice: boolean,
  ): Promise<OpenPlanner> {
    const place = await openStatePlace(host, workspace);
    const record = estimateRecord(join(place.cacheDirectory, 'estimates.jsonl'));
    await record.refresh();
    return new OpenPlanner(host, place, record, isPractice);
  }

  private constructor(host: HostFacts, place: StatePlace, record: EstimateRecord, isPractice: boolean) {
    this.#host = host;
    this.#place = place;
    this.#record = record;
    this.#rate = measuredRate(place.directory);
    this.#planner = {
      place,
      imageCache: builtImages(join(place.cacheDirectory, 'built-images.jsonl'), place.table),
      estimates: estimates(place, { isPractice }),
      releases: releasePlanner(place, host),
      operators: operatorPlanner(place),
      charts: chartPlanner(place, host),
    };
  }

  async plan(draft: PlannedDraft, { bytesPerSecond, signal }: PlanOptions): Promise<DraftPlan> {
    const started = performance.now();
    const computed = await this.#compute(draft, signal);
    const { content, text, stamp } = computed;
    const planner = this.#planner;
    if (content) this.#buildLarge(content.parts.unbuilt);
    const answer = await answerOf(draft, computed, { record: this.#record, planner });
    const requested = bytesPerSecond ?? draft.options.rate;
    return {
      ...answer,
      ...durationOf(content?.sums, requested, requested ?? (await this.#rate())),
      problems: await draftProblems(draft, { ...text, stamp, failures: this.#failures, planner, content }),
      tookMs: performance.now() - started,
    };
  }

  async lookUp(
    ids: readonly string[],
    draft: PlannedDraft,
    { onProgress, signal }: LookUpOptions,
  ): Promise<{ fetched: number }> {
    const { content } = await this.#compute(draft, signal);
    if (!content) return { fetched: 0 };
    const { sums, configuration, parts } = content;
    const planner = this.#planner;
    const total = (await lookUpList(parts, this.#place, planner.estimates.scale()))
      .filter(({ id }) => ids.includes(id))
      .reduce((sum, { bytes }) => sum + bytes, 0);
    let detail = '';
    const work = {
      ids: new Set(ids),
      ...{ draft, configuration, planner, host: this.#host },
      signal: signal ?? new AbortController().signal,
      parts: async () => {
        this.#epoch++;
        return draftParts(configuration, draft, planner, await this.#stamp(), signal);
      },
      onStep(now: string, done: number) {
        detail = now || detail;
        onProgress?.({ done, total: Math.max(total, done), detail });
      },
    };
    const failures: LookUpFailure[] = [];
    let fetched = 0;
    try {
      fetched = await lookUp({ ...work, failures });
    } finally {
      this.#failures = [...this.#failures.filter((failure) => !isRepeated(failure, ids)), ...failures];
      this.#epoch++;
    }
    if (ids.includes(MANIFESTS)) await this.#learn(sums, await this.#compute(draft, signal));
    return { fetched };
  }

  catalog(reference: string): Promise<KnownCatalog | undefined> {
    return knownCatalog(reference, this.#place);
  }

  async sizes(
    draft: PlannedDraft,
    catalog: string,
    packages: readonly string[],
    { signal }: { signal?: AbortSignal },
  ): ReturnType<LivePlanner['sizes']> {
    if (!referenceOf(catalog)) return new Map();
    const stamp = await this.#stamp();
    const last = this.#last;
    const same =
      last?.draft.text === draft.text && last.draft.goal === draft.goal && last.computed.stamp === stamp;
    const { content } = same ? last.computed : await this.#compute(draft, signal);
    const { file } = draft;
    return packageSizes(catalog, packages, { planner: this.#planner, stamp, file, content, signal });
  }

  async close(): Promise<void> {
    clearTimeout(this.#quiet);
    await this.#building;
    await this.#place.close();
  }

  /** Changes with all local data. */
  async #stamp(): Promise<string> {
    return `${this.#epoch} ${await this.#place.refresh()}`;
  }

  async #compute(draft: PlannedDraft, signal?: AbortSignal): Promise<Computed> {
    const planner = this.#planner;
    const stamp = await this.#stamp();
    await planner.imageCache.refresh();
    const text = this.#readText(draft);
    const { configuration } = text.loaded;
    if (!configuration) return { stamp, text };
    let parts = await draftParts(configuration, draft, planner, stamp, signal);
    if (await this.#buildSmall(parts, signal))
      parts = await draftParts(configuration, draft, planner, stamp, signal);
    const whereIs = await whereContentIs(draft, this.#place);
    const where = whereIs(parts.parts);
    const sums = partSums(parts.parts, this.#place.table, where);
    const computed = { stamp, text, content: { configuration, parts, sums, where } };
    this.#last = { draft, computed };
    return computed;
  }

  /** Cached, because rates and goals change more often than a text of a thousand lines. */
  #readText({ text, file }: PlannedDraft): ReadText {
    if (!this.#read || this.#read.loaded.text !== text || this.#read.loaded.file !== file)
      this.#read = { loaded: parseImageSet(text, file, 'ImageSetConfiguration'), doc: readYaml(text) };
    return this.#read;
  }

  async #buildSmall({ unbuilt }: DraftParts, signal: AbortSignal | undefined): Promise<boolean> {
    let built = false;
    for (const catalog of unbuilt)
      if (catalog.selection && selectedJson(catalog.selection.result) <= SOON)
        built = (await this.#build(catalog, signal)) || built;
    return built;
  }

  #buildLarge(unbuilt: DraftParts['unbuilt']): void {
    clearTimeout(this.#quiet);
    if (unbuilt.length === 0) return;
    this.#quiet = setTimeout(() => {
      this.#building = this.#building.then(async () => {
        for (const catalog of unbuilt) await this.#build(catalog).catch(() => {});
      });
    }, QUIET_MS);
    this.#quiet.unref();
  }

  #build(catalog: DraftParts['unbuilt'][number], signal?: AbortSignal): Promise<boolean> {
    const { place, imageCache } = this.#planner;
    return buildCatalog(catalog, { place, imageCache, reader: place.content, signal });
  }

  /** Records the error of the estimates, once all sizes are known, unless there was no estimate for some content. */
  async #learn({ bytes, bytesGuessed, bytesTypical, parts }: Sums, { content }: Computed): Promise<void> {
    if (!content || !isExact(content) || parts.some(({ unknown }) => unknown)) return;
    await this.#record.add({
      selection: selectionOf(content.parts),
      estimated: bytes,
      guessed: bytesGuessed,
      typical: bytesTypical,
      found: Math.max(1, content.sums.bytes),
    });
  }
}

/** Returns whether a look-up repeats the one that failed, so that only its own failures count. */
function isRepeated({ image, catalog }: LookUpFailure, ids: readonly string[]): boolean {
  if (image) return ids.includes(MANIFESTS);
  if (catalog !== undefined) return ids.includes(catalogId(catalog));
  return ids.includes(CHARTS) || ids.includes(MANIFESTS);
}

/** Returns the duration of a run at the requested or measured rate. */
function durationOf(
  sums: Sums | undefined,
  requested: number | undefined,
  speed: number | undefined,
): Pick<DraftPlan, 'bytesPerSecond' | 'rateFrom' | 'durationMs'> {
  if (speed === undefined || speed <= 0) return {};
  const durationMs = sums && Math.round((sums.bytesToFetch / speed) * 1000);
  return { bytesPerSecond: speed, rateFrom: requested === undefined ? 'measured' : 'requested', durationMs };
}

async function knownCatalog(reference: string, place: StatePlace): Promise<KnownCatalog | undefined> {
  await place.refresh();
  const parsed = referenceOf(reference);
  if (!parsed) return undefined;
  const tagged = parsed.digest ? undefined : place.tags.get(sourceOf(parsed));
  const digest = parsed.digest ?? tagged?.digest;
  const index = digest && (await place.catalogIndex(digest));
  return index && digest ? { digest, index, asOf: tagged?.at ?? new Date().toISOString() } : undefined;
}

/** Returns undefined for an invalid value, for example one that is still being typed. */
function referenceOf(text: string): ImageReference | undefined {
  try {
    return parseReference(text);
  } catch (error) {
    if (error instanceof AirlockError) return undefined;
    throw error;
  }
}

/** Returns whether all sizes in the sums are known. */
function isExact({ parts }: NonNullable<Computed['content']>): boolean {
  return parts.parts.every(({ estimated }) => !estimated);
}

/** Returns a key of a selection by its images, independent of the text that selects them. */
function selectionOf({ parts }: DraftParts): string {
  return sha256([...new Set(parts.flatMap(({ images }) => images))].sort().join('\n'));
}

const NOTHING = {
  images: 0,
  bytes: 0,
  bytesDelivered: 0,
  bytesStored: 0,
  bytesToFetch: 0,
  bytesToCarry: 0,
  parts: [],
  exact: false,
  lookUps: [],
  releases: [],
  operators: 0,
} satisfies Omit<DraftPlan, 'problems' | 'tookMs'>;

async function answerOf(
  draft: PlannedDraft,
  { content }: Computed,
  { record, planner }: { record: EstimateRecord; planner: PartsPlanner },
): Promise<Omit<DraftPlan, 'problems' | 'tookMs'>> {
  if (!content) return NOTHING;
  const { parts, sums } = content;
  const exact = isExact(content);
  const wasOffBy = exact ? record.previousError(selectionOf(parts)) : undefined;
  const { images, bytes, bytesDelivered, bytesStored: bytesInUse, bytesToFetch } = sums;
  return {
    ...{ images, bytes, bytesDelivered, bytesStored: bytesInUse, bytesToFetch },
    // Content that is pushed directly to a registry isn't in a transfer.
    bytesToCarry: draft.goal === 'registry' ? 0 : bytes - bytesDelivered,
    parts: sums.parts,
    exact,
    error: exact
      ? undefined
      : record.error({ guessed: sums.bytesGuessed, typical: sums.bytesTypical }) / Math.max(1, bytes),
    previousError: wasOffBy,
    lookUps: await lookUpList(parts, planner.place, planner.estimates.scale()),
    releases: [...new Set(parts.releases.releases.map(({ version }) => version))],
    operators: parts.parts.filter(({ kind }) => kind === 'operator').length,
  };
}
