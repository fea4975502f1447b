import { prerelease, rcompare, satisfies } from 'semver';
import { z } from 'zod';
import type { WorkingFiles } from '../../../base/collected/collected.ts';
import { entryText } from '../../../base/document/entry-reason.ts';
import { hexOf } from '../../../base/image/digest.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import type { HelmChart, HelmRepository, HelmSelection } from '../../../image-set/config/image-set.ts';
import { CHART_NAME } from './chart.ts';
import { indexUrl, readIndex, repositoryUrl, shownUrl } from './repository.ts';

/** One entry of `mirror.helm`, or a repository of which all charts are selected. */
export type ChartRequest =
  | { kind: 'local'; chart: HelmChart; place: string }
  | { kind: 'repository'; repository: HelmRepository; chart?: HelmChart; place: string };

/** A chart by the names with which it is saved. */
export interface ChartName {
  name: string;
  version: string;
}

/** A packaged or fetched chart, whose digest distinguishes it from others with the same name. */
export interface KnownChart extends ChartName {
  digest: string;
}

/** `airlock/helm/<name>-<version>-<hex>.json`. */
export const FOUND_IN_CHART = z.object({
  format: z.literal(1),
  method: z.string().describe('How images were found: `rendered by helm v3.17.0` or `not rendered`'),
  values: z.array(z.string()).describe('Values files'),
  images: z.array(z.object({ reference: z.string(), where: z.string() })).describe('Images'),
});
/** The findings in a chart and their method, which the other side uses for its selection. */
export type FoundInChart = z.infer<typeof FOUND_IN_CHART>;

/** `airlock/helm/selected-<hex>.json`. */
export const SELECTED_CHARTS = z.object({
  format: z.literal(2),
  entry: z.string().describe('The configuration entry as text, without secrets'),
  charts: z
    .array(
      z.object({
        name: z.string().regex(CHART_NAME),
        version: z.string().regex(/^\w[\w.+-]*$/),
        digest: z.string(),
      }),
    )
    .describe('The charts that the entry selected'),
});

/** Returns the entries in oc-mirror's order: local charts, then repositories. */
export function requestsOf({ local, repositories }: HelmSelection): ChartRequest[] {
  return [
    ...local.map(
      (chart, index): ChartRequest => ({
        kind: 'local',
        chart,
        place: entryText(chart.at, `mirror.helm.local[${index}]`),
      }),
    ),
    ...repositories.flatMap((repository, r): ChartRequest[] => {
      const path = `mirror.helm.repositories[${r}]`;
      if (!repository.charts)
        return [{ kind: 'repository', repository, place: entryText(repository.at, path) }];
      return repository.charts.map((chart, c) => ({
        kind: 'repository',
        repository,
        chart,
        place: entryText(chart.at, `${path}.charts[${c}]`),
      }));
    }),
  ];
}

/**
 * Returns where a packaged chart is stored below `working-dir/`, like in oc-mirror
 * (internal/pkg/helm/local_stored_collector.go).
 */
function chartFile({ name, version }: ChartName): string {
  return `helm/charts/${name}-${version}.tgz`;
}

/** Returns the file of findings. Its name differs for other charts of one name and version, and for other image paths. */
function foundFile({ name, version, digest }: KnownChart, { chart }: ChartRequest): string {
  const key = sha256(JSON.stringify([digest, ...(chart?.imagePaths ?? [])]));
  return `airlock/helm/${name}-${version.replaceAll('+', '_')}-${hexOf(key).slice(0, 12)}.json`;
}

/** Returns `helm/indexes/HOST/PATH/index.yaml`, like in oc-mirror. */
export function indexFile(repository: URL): string {
  const { host, pathname } = indexUrl(repository);
  return `helm/indexes/${host}/${pathname.split('/').filter(Boolean).join('/')}`;
}

/** Returns a request as a stable text without secrets. */
function describeEntry(request: ChartRequest): string {
  if (request.kind === 'local') return `local ${request.chart.path ?? ''}`;
  const url = URL.parse(request.repository.url);
  const { name = '*', version = 'newest' } = request.chart ?? {};
  return `${url ? shownUrl(url) : ''} ${name} ${request.chart ? version : ''}`.trim();
}

function selectionFile(request: ChartRequest): string {
  return `airlock/helm/selected-${hexOf(sha256(describeEntry(request))).slice(0, 16)}.json`;
}

/** Returns a saved packaged chart by its name, with or without `v` before the version; undefined if it isn't saved. */
export async function savedChart(
  files: WorkingFiles,
  { name, version }: ChartName,
): Promise<(ChartName & { archive: Buffer }) | undefined> {
  const bare = version.replace(/^v/, '');
  for (const each of new Set([version, bare, `v${bare}`])) {
    const archive = await files.read(chartFile({ name, version: each }));
    if (archive) return { name, version: each, archive };
  }
  return undefined;
}

/** Returns the newest saved version of a chart in a range, as Helm chooses it: prereleases only if there is nothing else. */
async function newestSaved(files: WorkingFiles, name: string, range: string): Promise<ChartName | undefined> {
  const start = `helm/charts/${name}-`;
  const versions = (await files.list(start))
    .map((file) => file.slice(start.length).replace(/\.tgz$/, ''))
    // Other charts have names such as `NAME-operator`.
    .filter((version) => satisfies(version, range, { includePrerelease: true }))
    .toSorted(rcompare);
  const version = versions.find((each) => prerelease(each) === null) ?? versions[0];
  return version === undefined ? undefined : { name, version };
}

/** Returns saved findings of a request in a chart; undefined if there are none. */
export async function savedFindings(
  files: WorkingFiles,
  chart: KnownChart,
  request: ChartRequest,
): Promise<FoundInChart | undefined> {
  return parsed(FOUND_IN_CHART, await files.read(foundFile(chart, request)));
}

/** Saves a chart and the findings of a request in it. Does nothing if files are only read. */
export async function saveFindings(
  files: WorkingFiles,
  chart: KnownChart,
  request: ChartRequest,
  archive: Buffer,
  found: FoundInChart,
): Promise<void> {
  if (!files.write) return;
  const stored = await files.read(chartFile(chart));
  if (!stored?.equals(archive)) await files.write(chartFile(chart), archive);
  await writeJson(files, foundFile(chart, request), found);
}

/** Saves the charts that a request selected, so that the other side selects the same. */
export async function saveAnswer(
  files: WorkingFiles,
  request: ChartRequest,
  charts: KnownChart[],
): Promise<void> {
  if (!files.write) return;
  const unique = new Map(
    charts.map(({ name, version, digest }) => [`${name} ${version}`, { name, version, digest }]),
  );
  await writeJson(files, selectionFile(request), {
    format: 2,
    entry: describeEntry(request),
    charts: [...unique.values()],
  });
}

async function writeJson(files: WorkingFiles, name: string, content: object): Promise<void> {
  const text = `${JSON.stringify(content, null, 2)}\n`;
  if ((await files.read(name))?.toString() !== text) await files.write?.(name, text);
}

/**
 * Returns the charts that a request selected on the connected side, as recorded, else by oc-mirror's files; undefined
 * when they do not.
 */
export async function savedAnswer(
  files: WorkingFiles,
  request: ChartRequest,
): Promise<(ChartName & Partial<KnownChart>)[] | undefined> {
  const answer = parsed(SELECTED_CHARTS, await files.read(selectionFile(request)));
  if (answer) return answer.charts;
  if (request.kind === 'local') return undefined;
  const { chart, repository } = request;
  if (chart) {
    const { name, version } = chart;
    const exact = version ? await savedChart(files, { name, version }) : undefined;
    const saved = exact ?? (await newestSaved(files, name, version || '*'));
    return saved ? [{ name: saved.name, version: saved.version }] : undefined;
  }
  const file = indexFile(repositoryUrl(repository.url));
  const bytes = await files.read(file);
  if (!bytes) return undefined;
  const index = readIndex(bytes, file);
  return index.names.flatMap((name) =>
    (index.versions(name) ?? [])
      .filter(({ type }) => type !== 'library')
      .map(({ version }) => ({ name, version })),
  );
}

/**
 * Returns the existing files below `working-dir/` that the other side reads for this selection: charts, indexes and
 * findings.
 */
export async function carriedHelmFiles(selection: HelmSelection, files: WorkingFiles): Promise<string[]> {
  const names = new Set<string>();
  for (const request of requestsOf(selection)) {
    const url = request.kind === 'repository' ? URL.parse(request.repository.url) : null;
    if (url && request.kind === 'repository' && !request.chart) names.add(indexFile(url));
    names.add(selectionFile(request));
    for (const chart of (url || request.kind === 'local' ? await savedAnswer(files, request) : []) ?? []) {
      names.add(chartFile(chart));
      if (chart.digest) names.add(foundFile({ ...chart, digest: chart.digest }, request));
    }
  }
  const present = new Set([...(await files.list('helm/')), ...(await files.list('airlock/helm/'))]);
  return [...names].filter((name) => present.has(name) || present.has(name.replaceAll(':', '-'))).sort();
}

function parsed<T>(schema: z.ZodType<T>, bytes: Buffer | undefined): T | undefined {
  if (!bytes) return undefined;
  try {
    return schema.safeParse(JSON.parse(bytes.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
