import { join } from 'node:path';
import { sourceOf } from '../../base/collected/image-source.ts';
import { readYaml, type YamlText } from '../../base/document/yaml-text.ts';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { type ImageReference, parseReference } from '../../base/image/reference.ts';
import { sha256 } from '../../base/image/sha256.ts';
import type { DraftPlan } from '../../contract/topics/drafts.ts';
import type { ImageSetConfiguration } from '../../image-set/config/image-set.ts';
import { type LoadedImageSet, parseImageSet } from '../../image-set/config/load-image-set.ts';
import type { HostFacts } from '../run/request.ts';
import { type EstimateRecord, estimateRecord } from './known/estimate-record.ts';
import { estimates } from './known/estimates.ts';
import { type KeptPlace, openKeptPlace } from './known/kept-place.ts';
import { madeImages } from './known/made-images.ts';
import { partSums, type Sums, type WhereContentIs } from './known/part-sums.ts';
import type { KnownCatalog, LivePlanner, PlannedDraft } from './known/planner-answers.ts';
import { measuredRate } from './known/run-rate.ts';
import { lookUp } from './look-up.ts';
import { lookUpList, MANIFESTS } from './look-up-list.ts';
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

/** JSON of a selection that is rebuilt at once; a larger one when nobody is choosing. Bytes. */
const SOON = 1_500_000;
const QUIET_MS = 1_500;

interface ReadText {
  loaded: LoadedImageSet;
  doc: YamlText;
}

/** A draft with what it comes to. */
interface Computed {
  stamp: string;
  text: ReadText;
  /** Absent where the text cannot be loaded. */
  content?: { configuration: ImageSetConfiguration; parts: DraftParts; sums: Sums; where: WhereContentIs };
}

/**
 * A planner for one workspace, or for drafts without one. What it needs is opened by the first call; nothing is written
 * but what was looked up and what was built of that, in the workspace's cache.
 * @param options.workspace absolute; without one, a folder of the user's cache keeps what is looked up
 */
export function createLivePlanner(options: { host: HostFacts; workspace?: string }): LivePlanner {
  const { host, workspace } = options;
  let opened: Promise<Opened> | undefined;
  const open = (): Promise<Opened> => {
    opened ??= openPlanner(host, workspace);
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

type Opened = Pick<LivePlanner, 'close'> & {
  plan(...given: Required<Parameters<LivePlanner['plan']>>): ReturnType<LivePlanner['plan']>;
  lookUp(...given: Required<Parameters<LivePlanner['lookUp']>>): ReturnType<LivePlanner['lookUp']>;
  catalog(reference: string): ReturnType<LivePlanner['catalog']>;
  sizes(...given: Required<Parameters<LivePlanner['sizes']>>): ReturnType<LivePlanner['sizes']>;
};

async function openPlanner(host: HostFacts, workspace: string | undefined): Promise<Opened> {
  const place = await openKeptPlace(host, workspace);
  const planner: PartsPlanner = {
    place,
    made: madeImages(join(place.cacheDirectory, 'made-images.jsonl'), place.table),
    estimates: estimates(place),
    releases: releasePlanner(place, host),
    operators: operatorPlanner(place),
    charts: chartPlanner(place, host),
  };
  const record = estimateRecord(join(place.cacheDirectory, 'estimates.jsonl'));
  await record.refresh();
  const rate = measuredRate(place.directory);
  /** Goes up when something was fetched here, which no file's time may show yet. */
  let epoch = 0;
  let failures: Problem[] = [];
  let quiet: NodeJS.Timeout | undefined;
  let building: Promise<void> = Promise.resolve();
  let last: { draft: PlannedDraft; computed: Computed } | undefined;
  let read: ReadText | undefined;

  /** Rates and goals change more often than a text of a thousand lines. */
  const readText = ({ text, file }: PlannedDraft): ReadText => {
    if (!read || read.loaded.text !== text || read.loaded.file !== file)
      read = { loaded: parseImageSet(text, file, 'ImageSetConfiguration'), doc: readYaml(text) };
    return read;
  };

  const compute = async (draft: PlannedDraft, signal?: AbortSignal): Promise<Computed> => {
    const stamp = `${epoch} ${await place.refresh()}`;
    await planner.made.refresh();
    const text = readText(draft);
    const { configuration } = text.loaded;
    if (!configuration) return { stamp, text };
    let parts = await draftParts(configuration, draft, planner, stamp, signal);
    if (await buildSmall(parts, signal))
      parts = await draftParts(configuration, draft, planner, stamp, signal);
    const where = await whereContentIs(draft, place);
    const sums = partSums(parts.parts, place.table, where(parts.parts));
    const computed = { stamp, text, content: { configuration, parts, sums, where: where(parts.parts) } };
    last = { draft, computed };
    return computed;
  };

  const buildSmall = async ({ unbuilt }: DraftParts, signal: AbortSignal | undefined): Promise<boolean> => {
    let built = false;
    for (const catalog of unbuilt)
      if (catalog.selection && selectedJson(catalog.selection.result) <= SOON) {
        const reader = place.content;
        const stop = signal ? { signal } : {};
        built = (await buildCatalog(catalog, { place, made: planner.made, reader, ...stop })) || built;
      }
    return built;
  };

  const buildLarge = (unbuilt: DraftParts['unbuilt']) => {
    clearTimeout(quiet);
    if (unbuilt.length === 0) return;
    quiet = setTimeout(() => {
      building = building.then(async () => {
        for (const catalog of unbuilt)
          await buildCatalog(catalog, { place, made: planner.made, reader: place.content }).catch(() => {});
      });
    }, QUIET_MS);
    quiet.unref();
  };

  return {
    async plan(draft, { bytesPerSecond, signal }) {
      const started = performance.now();
      const computed = await compute(draft, signal);
      const { content, text } = computed;
      if (content) buildLarge(content.parts.unbuilt);
      const answer = await answerOf(draft, computed, { record, place, failures, planner });
      const asked = bytesPerSecond ?? draft.options.rate;
      const speed = asked ?? (await rate());
      return {
        ...answer,
        ...(speed !== undefined &&
          speed > 0 && {
            bytesPerSecond: speed,
            rateFrom: asked === undefined ? ('measured' as const) : ('asked' as const),
            ...(content && { durationMs: Math.round((content.sums.bytesToFetch / speed) * 1000) }),
          }),
        problems: await draftProblems(draft, {
          stamp: computed.stamp,
          ...text,
          failures,
          planner,
          ...(content && { content }),
        }),
        tookMs: performance.now() - started,
      };
    },

    async lookUp(ids, draft, { onProgress, signal }) {
      const before = await compute(draft, signal);
      const { content } = before;
      if (!content) return { fetched: 0 };
      const total = (await lookUpList(content.parts, place, planner.estimates.scale()))
        .filter(({ id }) => ids.includes(id))
        .reduce((sum, { bytes }) => sum + bytes, 0);
      const { sums, configuration } = content;
      let detail = '';
      const work = {
        ids: new Set(ids),
        ...{ draft, configuration, planner, host },
        signal: signal ?? new AbortController().signal,
        async parts() {
          epoch++;
          const stamp = `${epoch} ${await place.refresh()}`;
          return draftParts(configuration, draft, planner, stamp, signal);
        },
        onStep(now: string, done: number) {
          detail = now || detail;
          onProgress?.({ done, total: Math.max(total, done), detail });
        },
      };
      let fetched = 0;
      try {
        const found = await lookUp(work);
        fetched = found.fetched;
        failures = found.failures;
      } finally {
        epoch++;
      }
      if (ids.includes(MANIFESTS)) {
        const after = await compute(draft, signal);
        if (after.content && isExact(after.content))
          await record.add({
            selection: selectionOf(after.content.parts),
            told: sums.bytes,
            guessed: sums.bytesGuessed,
            typical: sums.bytesTypical,
            found: Math.max(1, after.content.sums.bytes),
          });
      }
      return { fetched };
    },

    catalog: (reference) => knownCatalog(reference, place),

    async sizes(draft, catalog, packages, { signal }) {
      if (!referenceOf(catalog)) return new Map();
      const stamp = `${epoch} ${await place.refresh()}`;
      const same =
        last?.draft.text === draft.text && last.draft.goal === draft.goal && last.computed.stamp === stamp;
      const { content } = same ? last!.computed : await compute(draft, signal);
      return packageSizes(catalog, packages, {
        planner,
        stamp,
        file: draft.file,
        ...(content && { content }),
        ...(signal && { signal }),
      });
    },

    async close() {
      clearTimeout(quiet);
      await building;
      await place.close();
    },
  };
}

async function knownCatalog(reference: string, place: KeptPlace): Promise<KnownCatalog | undefined> {
  await place.refresh();
  const parsed = referenceOf(reference);
  if (!parsed) return undefined;
  const tagged = parsed.digest ? undefined : place.tags.get(sourceOf(parsed));
  const digest = parsed.digest ?? tagged?.digest;
  const index = digest && (await place.catalogIndex(digest));
  return index && digest ? { digest, index, asOf: tagged?.at ?? new Date().toISOString() } : undefined;
}

/** Undefined for what is none, e.g. because it is still being typed. */
function referenceOf(text: string): ImageReference | undefined {
  try {
    return parseReference(text);
  } catch (error) {
    if (error instanceof AirlockError) return undefined;
    throw error;
  }
}

/** All that goes into the sums is known. */
function isExact({ parts }: NonNullable<Computed['content']>): boolean {
  return parts.parts.every(({ estimated }) => !estimated);
}

/** Tells selections apart by their images, whatever was written to get them. */
function selectionOf({ parts }: DraftParts): string {
  return sha256([...new Set(parts.flatMap(({ images }) => images))].sort().join('\n'));
}

const NOTHING = {
  images: 0,
  bytes: 0,
  bytesThere: 0,
  bytesHeld: 0,
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
  of: { record: EstimateRecord; place: KeptPlace; failures: Problem[]; planner: PartsPlanner },
): Promise<Omit<DraftPlan, 'problems' | 'tookMs'>> {
  if (!content) return NOTHING;
  const { record, place, planner } = of;
  const { parts, sums } = content;
  const exact = isExact(content);
  const wasOffBy = exact ? record.wasOffBy(selectionOf(parts)) : undefined;
  const { images, bytes, bytesThere, bytesHeld, bytesToFetch } = sums;
  return {
    ...{ images, bytes, bytesThere, bytesHeld, bytesToFetch },
    // What goes straight to a registry is not carried.
    bytesToCarry: draft.goal === 'registry' ? 0 : bytes - bytesThere,
    parts: sums.parts,
    exact,
    ...(!exact && {
      error: record.error({ guessed: sums.bytesGuessed, typical: sums.bytesTypical }) / Math.max(1, bytes),
    }),
    ...(wasOffBy !== undefined && { wasOffBy }),
    lookUps: await lookUpList(parts, place, planner.estimates.scale()),
    releases: [...new Set(parts.releases.releases.map(({ version }) => version))],
    operators: parts.parts.filter(({ kind }) => kind === 'operator').length,
  };
}
