import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Collected, CollectedImage, WorkingFiles } from '../collect/collected.ts';
import { sourceOf } from '../collect/image-source.ts';
import type { HelmSelection } from '../config/image-set.ts';
import {
  AirlockError,
  asAirlockError,
  type Level,
  type Location,
  type Problem,
} from '../errors/airlock-error.ts';
import { ERROR_CODES, type ErrorCode } from '../errors/codes.ts';
import { destinationOf } from '../image/destination.ts';
import { parseReference } from '../image/reference.ts';
import { sha256 } from '../image/sha256.ts';
import type { ChartSources } from './chart-repository.ts';
import { findInChart } from './find-in-chart.ts';
import { type ImagePath, parseImagePath } from './image-paths.ts';
import { localChart, type Repositories, repositoriesOf, type WantedChart } from './obtain-charts.ts';
import type { HelmProgram } from './render-with-helm.ts';
import {
  type ChartRequest,
  type FoundInChart,
  requestsOf,
  saveAnswer,
  savedAnswer,
  savedChart,
  savedFindings,
  saveFindings,
} from './saved-charts.ts';

export interface CollectHelmOptions {
  /** `working-dir/`: charts and findings are written there, where it can be written. */
  files: WorkingFiles;
  /** Absent: the disconnected side, or an approved plan. Charts and what was found in them come from the files. */
  sources?: ChartSources;
  /** Absent: charts are searched, not rendered. */
  helm?: HelmProgram;
  /** Folder of the configuration: local charts count from it, and `helm-values/` is looked for in it. */
  directory?: string;
  blocked?: (image: CollectedImage) => boolean;
  signal: AbortSignal;
}

/** Exit code of a run that left something out. */
const LEFT_OUT = 2;
/** Faults of the configuration: the run is refused. Others leave the chart out, and its siblings go on. */
const REFUSED = new Set<ErrorCode>(['chart-unknown', 'config-invalid']);

/**
 * The images of `mirror.helm` (reference 5.2), each once: local charts first, then repositories, in their order.
 * A chart or repository that cannot be had or read is rejected; an entry that cannot be meant is an error problem.
 * @throws AirlockError `interrupted`, and those of writing `files`
 */
export async function* collectHelm(
  selection: HelmSelection,
  options: CollectHelmOptions,
): AsyncGenerator<Collected> {
  const { files, sources, signal } = options;
  const repositories = sources && repositoriesOf(sources, files, signal);
  const seen = new Set<string>();
  const written = new Map<string, FoundInChart>();
  for (const request of requestsOf(selection)) {
    signal.throwIfAborted();
    const at =
      (request.chart ?? (request.kind === 'repository' ? request.repository : undefined))?.at ?? selection.at;
    const paths = readPaths(request);
    if (paths.faults.length > 0) {
      for (const fault of paths.faults) yield problem('config-invalid', 'error', fault, at);
      continue;
    }
    let wanted: WantedChart[];
    try {
      wanted = await chartsOf(request, options, repositories);
    } catch (error) {
      yield refusal(error, titleOf(request), at);
      continue;
    }
    const had: WantedChart[] = [];
    for (const chart of wanted) {
      const deliverable = `helm chart ${chart.name} ${chart.version}`;
      let found: FoundInChart;
      try {
        const result = await findings(chart, paths.paths, options, written);
        found = result.found;
        for (const { code, level, message, remedy } of result.remarks)
          yield problem(code, level, `${deliverable}: ${message}`, at, remedy);
      } catch (error) {
        yield refusal(error, deliverable, at);
        continue;
      }
      had.push(chart);
      for (const collected of imagesOf(found, deliverable, request, at)) {
        if (collected.type !== 'image') yield collected;
        else {
          const { source, destination, platforms } = collected.image;
          const key = JSON.stringify([source, destination, platforms]);
          if (seen.has(key) || options.blocked?.(collected.image)) continue;
          seen.add(key);
          yield collected;
        }
      }
    }
    if (sources) await saveAnswer(files, request, had);
  }
}

async function chartsOf(
  request: ChartRequest,
  { files, directory, signal }: CollectHelmOptions,
  repositories: Repositories | undefined,
): Promise<WantedChart[]> {
  checkEntry(request);
  if (repositories && request.kind === 'repository') return repositories.wanted(request);
  if (repositories) return [await localChart(request.chart!.path!, directory ?? '.', signal)];
  const answer = await savedAnswer(files, request);
  if (answer)
    return answer.map((name) => ({
      ...name,
      async archive() {
        const saved = await savedChart(files, name);
        if (saved) return saved.archive;
        throw notCarried(`helm chart ${name.name} ${name.version}`);
      },
    }));
  if (request.kind === 'local' && directory !== undefined)
    return [await localChart(request.chart.path!, directory, signal)];
  throw notCarried(titleOf(request));
}

function notCarried(what: string): AirlockError {
  return new AirlockError('content-missing', `${what} is not among the files that were carried`, {
    side: 'source',
    remedy: 'Run the mirror to disk with this configuration, and carry the transfer that it makes.',
  });
}

function checkEntry(request: ChartRequest): void {
  const missing =
    request.kind === 'local'
      ? !request.chart.path && 'path'
      : (!request.repository.url && 'url') || (request.chart && !request.chart.name && 'name');
  if (missing)
    throw new AirlockError('config-invalid', `${request.place} has no ${missing}`, {
      remedy: `Give it a ${missing}.`,
    });
}

function titleOf(request: ChartRequest): string {
  if (request.kind === 'local') return `helm chart ${request.chart.name || request.chart.path || ''}`.trim();
  const { chart, repository } = request;
  return chart
    ? `helm chart ${chart.name}${chart.version ? ` ${chart.version}` : ''}`
    : `helm repository ${repository.name}`;
}

interface Remark {
  code: ErrorCode;
  level: Level;
  message: string;
  remedy?: string;
}

/** What is in a chart: as it was found before where this side only reads, else found now and kept. */
async function findings(
  chart: WantedChart,
  paths: ImagePath[],
  { files, sources, helm, directory, signal }: CollectHelmOptions,
  written: Map<string, FoundInChart>,
): Promise<{ found: FoundInChart; remarks: Remark[] }> {
  const before = sources ? undefined : await savedFindings(files, chart);
  if (before) return { found: before, remarks: [] };
  const archive = await chart.archive();
  const values = sources && directory !== undefined ? await valuesFiles(directory, chart) : [];
  const { images, method, remarks } = await findInChart({
    archive,
    subject: `chart ${chart.name} ${chart.version}`,
    paths,
    values,
    signal,
    ...(helm && { helm }),
  });
  const found: FoundInChart = {
    format: 1,
    chart: chart.name,
    version: chart.version,
    digest: sha256(archive),
    method,
    values: values.map(({ file }) => file),
    images,
  };
  // Another entry may look into the same chart at other paths: the other side needs what both find.
  const key = `${chart.name} ${chart.version}`;
  const other = written
    .get(key)
    ?.images.filter(({ reference }) => images.every((i) => i.reference !== reference));
  const joined = { ...found, images: [...(other ?? []), ...images] };
  written.set(key, joined);
  if (sources) await saveFindings(files, chart, archive, joined);
  return { found, remarks };
}

/** `helm-values/NAME.yaml` and `helm-values/NAME-VERSION.yaml` beside the configuration, the second one winning. */
async function valuesFiles(
  directory: string,
  { name, version }: WantedChart,
): Promise<{ file: string; text: string }[]> {
  const found: { file: string; text: string }[] = [];
  for (const base of [name, `${name}-${version}`]) {
    const file = `helm-values/${base}.yaml`;
    try {
      found.push({ file, text: await readFile(join(directory, file), 'utf8') });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') throw asAirlockError(error);
    }
  }
  return found;
}

function readPaths({ chart, place }: ChartRequest): { paths: ImagePath[]; faults: string[] } {
  const paths: ImagePath[] = [];
  const faults: string[] = [];
  for (const text of chart?.imagePaths ?? []) {
    try {
      paths.push(parseImagePath(text));
    } catch (error) {
      faults.push(
        `failed to parse imagePaths ${JSON.stringify(text)} of ${place}: ${(error as Error).message}`,
      );
    }
  }
  return { paths, faults };
}

function* imagesOf(
  { images, method, values }: FoundInChart,
  deliverable: string,
  request: ChartRequest,
  at: Location | undefined,
): Generator<Collected> {
  const platforms = request.chart?.platforms ?? [];
  const withValues = values.length > 0 ? ` with ${values.join(', ')}` : '';
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
        `${deliverable} names the image ${JSON.stringify(text)}, which is left out: ${error.message}`,
        at,
        'Add it as additionalImages with the tag that the cluster will ask for.',
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
        why: `${request.place}: ${where ? `found in ${where}, ` : ''}${method}${withValues}`,
        verdict: { result: 'not-checked' },
        ...(platforms.length > 0 && { platforms }),
      },
    };
  }
}

/** What stops the run, or what leaves only this out. Stops on request are passed on. */
function refusal(thrown: unknown, deliverable: string, at: Location | undefined): Collected {
  const error = asAirlockError(thrown);
  if (error.code === 'interrupted' || error.code === 'internal') throw thrown;
  if (REFUSED.has(error.code)) return problem(error.code, 'error', error.message, at, error.remedy);
  const told: Problem = {
    code: error.code,
    level: 'error',
    message: error.message,
    remedy: error.remedy,
    ...at,
  };
  return { type: 'rejected', deliverable, problem: told, exitCode: LEFT_OUT };
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
