import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkingFiles } from '../../base/collected/collected.ts';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { sha256 } from '../../base/image/sha256.ts';
import type { RequestedChart } from './charts/obtain-charts.ts';
import type { ChartSources } from './charts/repository.ts';
import { type ChartRequest, type FoundInChart, savedFindings, saveFindings } from './charts/saved-charts.ts';
import { type ChartFindings, findInChart } from './find-in-chart.ts';
import type { ImagePath } from './image-paths.ts';
import type { HelmProgram } from './render-with-helm.ts';

/** The sources and tools for finding images in charts. */
export interface FindingContext {
  /** `working-dir/`: charts and findings are written to it, if it can be written. */
  files: WorkingFiles;
  /** Absent: the disconnected side, or an approved plan. Charts and findings are read from the files. */
  sources?: ChartSources;
  /** Absent: charts are searched, not rendered. */
  helm?: HelmProgram;
  /** Folder of the configuration, for relative paths of local charts and for `helm-values/`. */
  directory?: string;
  signal: AbortSignal;
}

/** The findings in a chart, and remarks about them. */
export interface FoundNow {
  found: FoundInChart;
  /** `sha256:…` of the chart's archive. */
  digest: string;
  remarks: ChartFindings['remarks'];
}

/**
 * Returns the images of a chart: saved findings if `files` are only read, else new findings, which are saved.
 * @throws AirlockError of the chart's network and content, `config-invalid` for values, `disk`, `interrupted`
 */
export async function chartFindings(
  chart: RequestedChart,
  request: ChartRequest,
  paths: ImagePath[],
  { files, sources, helm, directory, signal }: FindingContext,
): Promise<FoundNow> {
  const { name, version } = chart;
  let archive = chart.digest === undefined ? await chart.archive() : undefined;
  const digest = chart.digest ?? sha256(archive!);
  const before = sources ? undefined : await savedFindings(files, { name, version, digest }, request);
  if (before) return { found: before, digest, remarks: [] };
  archive ??= await chart.archive();
  const values = sources && directory !== undefined ? await valuesFiles(directory, chart) : [];
  const subject = `chart ${name} ${version}`;
  const { images, method, remarks } = await findInChart({
    archive,
    subject,
    paths,
    values,
    signal,
    helm,
  });
  const found: FoundInChart = { format: 1, method, values: values.map(({ file }) => file), images };
  if (sources) await saveFindings(files, { name, version, digest }, request, archive, found);
  return { found, digest, remarks };
}

/** Reads `helm-values/NAME.yaml` and `helm-values/NAME-VERSION.yaml` next to the configuration. The second has precedence. */
async function valuesFiles(
  directory: string,
  { name, version }: RequestedChart,
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
