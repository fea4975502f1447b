import type { Collected, CollectedImage } from '../../base/collected/collected.ts';
import { sourceOf } from '../../base/collected/image-source.ts';
import { entryReason } from '../../base/document/entry-reason.ts';
import {
  AirlockError,
  asAirlockError,
  type Level,
  type Location,
  type Problem,
} from '../../base/errors/airlock-error.ts';
import { ERROR_CODES, type ErrorCode } from '../../base/errors/codes.ts';
import { destinationOf } from '../../base/image/destination.ts';
import { parseReference } from '../../base/image/reference.ts';
import { sha256 } from '../../base/image/sha256.ts';
import type { HelmSelection } from '../../image-set/config/image-set.ts';
import { chartFindings, type FindingContext, type FoundNow } from './chart-findings.ts';
import { CHART_NAME } from './charts/chart.ts';
import {
  localChart,
  type Repositories,
  type RequestedChart,
  repositoriesOf,
} from './charts/obtain-charts.ts';
import {
  type ChartRequest,
  type FoundInChart,
  type KnownChart,
  requestsOf,
  saveAnswer,
  savedAnswer,
  savedChart,
} from './charts/saved-charts.ts';
import { type ImagePath, parseImagePath } from './image-paths.ts';
import { t } from './messages.ts';

export interface CollectHelmOptions extends FindingContext {
  blocked?: (image: CollectedImage) => boolean;
  /** Charts that create pods and have no image don't change the exit code. */
  acceptEmpty?: boolean;
  /** Return an image of several charts for each of them. Default: for the first. */
  perChart?: boolean;
}

/** Exit code of an incomplete run. */
const LEFT_OUT = 2;
/** Errors in the configuration, which reject the run. Other errors only exclude the chart. */
const REJECTING = new Set<ErrorCode>(['chart-unknown', 'config-invalid']);

/**
 * Collects the images of `mirror.helm` (oc-mirror v2: internal/pkg/helm/local_stored_collector.go), each once: local
 * charts first, then repositories, in their order. A chart or repository that is unavailable or unreadable is rejected.
 * An invalid entry is an error problem.
 * @throws AirlockError `interrupted`, and those of writing `files`
 */
export async function* collectHelm(
  selection: HelmSelection,
  options: CollectHelmOptions,
): AsyncGenerator<Collected> {
  const { files, sources, signal } = options;
  const repositories = sources && repositoriesOf(sources, files, signal);
  const seen = new Set<string>();
  for (const request of requestsOf(selection)) {
    signal.throwIfAborted();
    const at =
      (request.chart ?? (request.kind === 'repository' ? request.repository : undefined))?.at ?? selection.at;
    const paths = readPaths(request);
    if (paths.faults.length > 0) {
      for (const fault of paths.faults) yield problem('config-invalid', 'error', fault, at);
      continue;
    }
    let wanted: RequestedChart[];
    try {
      wanted = await chartsOf(request, options, repositories);
    } catch (error) {
      yield rejection(error, titleOf(request), at);
      continue;
    }
    const had: KnownChart[] = [];
    for (const chart of wanted) {
      const deliverable = `helm chart ${chart.name} ${chart.version}`;
      let result: FoundNow;
      try {
        result = await chartFindings(chart, request, paths.paths, options);
      } catch (error) {
        yield rejection(error, deliverable, at);
        continue;
      }
      had.push({ ...chart, digest: result.digest });
      for (const remark of result.remarks) yield remarkOn(deliverable, remark, at, options.acceptEmpty);
      if (options.perChart) seen.clear();
      for (const collected of imagesOf(result.found, deliverable, request, at))
        if (collected.type !== 'image' || isNew(collected.image, seen, options)) yield collected;
    }
    if (sources) await saveAnswer(files, request, had);
  }
}

/** Returns a remark as a problem, or as a rejection for a chart without images, unless that is accepted. */
function remarkOn(
  deliverable: string,
  { code, level, message, remedy }: FoundNow['remarks'][number],
  at: Location | undefined,
  acceptEmpty: boolean | undefined,
): Collected {
  if (code !== 'chart-without-images' || acceptEmpty)
    return problem(code, level, t('remark', { deliverable, message }), at, remedy);
  const found: Problem = { code, level, message, remedy: remedy ?? ERROR_CODES[code][1], ...at };
  return { type: 'rejected', deliverable, problem: found, exitCode: LEFT_OUT };
}

/** Remembers an image. Returns false for a repeated or blocked one. */
function isNew(image: CollectedImage, seen: Set<string>, { blocked }: CollectHelmOptions): boolean {
  const { source, destination, platforms } = image;
  const key = JSON.stringify([source, destination, platforms]);
  if (seen.has(key) || blocked?.(image)) return false;
  seen.add(key);
  return true;
}

async function chartsOf(
  request: ChartRequest,
  { files, directory, signal }: CollectHelmOptions,
  repositories: Repositories | undefined,
): Promise<RequestedChart[]> {
  checkEntry(request);
  if (repositories && request.kind === 'repository') return repositories.wanted(request);
  if (repositories) return [await localChart(request.chart!.path!, directory ?? '.', signal)];
  const answer = await savedAnswer(files, request);
  if (answer)
    return answer.map((chart) => ({
      ...chart,
      async archive() {
        const { archive } = (await savedChart(files, chart)) ?? {};
        if (archive && (!chart.digest || sha256(archive) === chart.digest)) return archive;
        throw notTransferred(`helm chart ${chart.name} ${chart.version}`);
      },
    }));
  if (request.kind === 'local' && directory !== undefined)
    return [await localChart(request.chart.path!, directory, signal)];
  throw notTransferred(titleOf(request));
}

function notTransferred(item: string): AirlockError {
  return new AirlockError('content-missing', t('notTransferred', { item }), {
    side: 'source',
    remedy: t('notTransferredRemedy'),
  });
}

function checkEntry(request: ChartRequest): void {
  const missing =
    request.kind === 'local'
      ? !request.chart.path && 'path'
      : (!request.repository.url && 'url') || (request.chart && !request.chart.name && 'name');
  if (missing)
    throw new AirlockError('config-invalid', t('fieldMissing', { place: request.place, field: missing }), {
      remedy: t('fieldMissingRemedy', { field: missing }),
    });
  if (request.kind === 'repository' && request.chart && !CHART_NAME.test(request.chart.name))
    throw new AirlockError(
      'config-invalid',
      t('chartNameInvalid', { place: request.place, name: JSON.stringify(request.chart.name) }),
      { remedy: t('chartNameInvalidRemedy') },
    );
}

function titleOf(request: ChartRequest): string {
  if (request.kind === 'local') return `helm chart ${request.chart.name || request.chart.path || ''}`.trim();
  const { chart, repository } = request;
  return chart
    ? `helm chart ${chart.name}${chart.version ? ` ${chart.version}` : ''}`
    : `helm repository ${repository.name}`;
}

function readPaths({ chart, place }: ChartRequest): { paths: ImagePath[]; faults: string[] } {
  const paths: ImagePath[] = [];
  const faults: string[] = [];
  for (const text of chart?.imagePaths ?? []) {
    try {
      paths.push(parseImagePath(text));
    } catch (error) {
      faults.push(
        t('imagePathInvalid', { path: JSON.stringify(text), place, error: (error as Error).message }),
      );
    }
  }
  return { paths, faults };
}

/** Returns why an image is selected: `found in templates/web.yaml, rendered by helm v3.17.0 with values.yaml`. */
function imageReason(where: string | undefined, method: string, values: readonly string[]): string {
  return t('imageReason', {
    isPlaced: where ? 'yes' : 'no',
    place: where ?? '',
    method,
    count: values.length,
    values: values.join(', '),
  });
}

function* imagesOf(
  { images, method, values }: FoundInChart,
  deliverable: string,
  request: ChartRequest,
  at: Location | undefined,
): Generator<Collected> {
  const platforms = request.chart?.platforms ?? [];
  for (const { reference: text, where } of images) {
    let reference: ReturnType<typeof parseReference>;
    try {
      reference = parseReference(text);
      if (reference.transport === 'oci') continue;
    } catch (error) {
      if (!(error instanceof AirlockError)) throw error;
      yield problem(
        'reference-invalid',
        'warning',
        t('imageInvalid', { deliverable, image: JSON.stringify(text), error: error.message }),
        at,
        t('imageInvalidRemedy'),
      );
      continue;
    }
    yield {
      type: 'image',
      image: {
        kind: 'helmImage',
        origin: reference.text,
        source: sourceOf(reference),
        destination: destinationOf({ kind: 'image', reference }),
        deliverable,
        why: entryReason(request.place, imageReason(where, method, values)),
        verdict: { result: 'not-checked' },
        platforms: platforms.length > 0 ? platforms : undefined,
      },
    };
  }
}

/** Returns an error as a problem that rejects the run, or as a rejection of this chart. Interruptions are rethrown. */
function rejection(thrown: unknown, deliverable: string, at: Location | undefined): Collected {
  const error = asAirlockError(thrown);
  if (error.code === 'interrupted' || error.code === 'internal') throw thrown;
  if (REJECTING.has(error.code)) return problem(error.code, 'error', error.message, at, error.remedy);
  const reported: Problem = {
    code: error.code,
    level: 'error',
    message: error.message,
    remedy: error.remedy,
    ...at,
  };
  return { type: 'rejected', deliverable, problem: reported, exitCode: LEFT_OUT };
}

function problem(
  code: ErrorCode,
  level: Level,
  message: string,
  at: Location | undefined,
  remedy: string = ERROR_CODES[code][1],
): Collected {
  return { type: 'problem', problem: { code, level, message, remedy, ...at } };
}
