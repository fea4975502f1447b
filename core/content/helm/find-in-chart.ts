import { firstWords } from '../../base/document/words.ts';
import { AirlockError, type Level } from '../../base/errors/airlock-error.ts';
import type { ErrorCode } from '../../base/errors/codes.ts';
import { readChart } from './charts/chart.ts';
import { unpackChart } from './charts/files.ts';
import { mergeValues } from './charts/values.ts';
import { isValueMap, readYaml, type Value, type ValueMap } from './charts/yaml.ts';
import { findImages, type ImagePath, USUAL_IMAGE_PATHS } from './image-paths.ts';
import { type HelmProgram, RELEASE_NAME, renderChart } from './render-with-helm.ts';
import { type FoundImage, type ImageSearch, isWorkload, searchImages } from './search-images.ts';

export interface ChartFindings {
  images: FoundImage[];
  /** `rendered by helm v3.17.0` or `not rendered` */
  method: string;
  /** What the operator should know of it. */
  remarks: { code: ErrorCode; level: Level; message: string; remedy?: string }[];
}

/**
 * The images of a packaged chart: rendered where helm can, else searched.
 * @param chart.paths those of the configuration, beside the usual ones
 * @throws AirlockError `chart-invalid`, `archive-hostile`, `config-invalid` for values that are no YAML, `interrupted`
 */
export async function findInChart(chart: {
  archive: Buffer;
  subject: string;
  paths: ImagePath[];
  values: { file: string; text: string }[];
  helm?: HelmProgram;
  signal: AbortSignal;
}): Promise<ChartFindings> {
  const { archive, subject, helm, signal } = chart;
  const paths = [...USUAL_IMAGE_PATHS, ...chart.paths];
  const parsed = await readChart(await unpackChart(archive, subject, undefined, signal), subject);
  const given = chart.values.map((each) => readValues(each));
  const remarks: ChartFindings['remarks'] = [];
  if (helm) {
    try {
      const values = chart.values.map(({ text }) => text);
      const documents = await renderChart(helm, { archive, subject, values }, { signal });
      return { ...rendered(documents, paths), method: `rendered by helm ${helm.version}` };
    } catch (error) {
      if (!(error instanceof AirlockError) || error.code !== 'chart-invalid') throw error;
      remarks.push({
        code: 'chart-not-rendered',
        level: 'warning',
        message: `${error.message}; it is searched instead`,
        remedy: `Give it what it lacks in helm-values/${parsed.name}.yaml beside the configuration.`,
      });
    }
  }
  const search = searchImages(parsed, given.reduce(mergeValues, parsed.values), paths);
  remarks.push(...doubts(search), ...emptiness(search.images, search.hasWorkloads));
  return { images: search.images, method: 'not rendered', remarks };
}

function readValues({ file, text }: { file: string; text: string }): ValueMap {
  let value: Value | undefined;
  try {
    value = readYaml(text) ?? {};
  } catch (error) {
    throw new AirlockError('config-invalid', `${file} isn't valid YAML: ${(error as Error).message}`);
  }
  if (value === null) return {};
  if (isValueMap(value)) return value;
  throw new AirlockError('config-invalid', `${file} isn't a YAML mapping`);
}

function rendered(documents: Value[], paths: ImagePath[]): Pick<ChartFindings, 'images' | 'remarks'> {
  const all = documents.flatMap((document) => paths.flatMap((path) => findImages(document, path)));
  const references = [...new Set(all)].filter((reference) => !reference.includes(RELEASE_NAME));
  const images = references.map((reference) => ({ reference, where: '' }));
  if (references.length === new Set(all).size)
    return { images, remarks: emptiness(images, documents.some(isWorkload)) };
  const message = 'an image named after the release was skipped: such images are built in the cluster';
  return { images, remarks: [{ code: 'config-suspicious', level: 'info', message }] };
}

function doubts({ off, unread, missing }: ImageSearch): ChartFindings['remarks'] {
  const remarks: ChartFindings['remarks'] = [];
  if (unread.length > 0)
    remarks.push({
      code: 'chart-not-rendered',
      level: 'warning',
      message: `can't determine the images at ${listed(unread)} without rendering the chart with helm`,
    });
  for (const { name, version, repository } of missing)
    remarks.push({
      code: 'chart-not-rendered',
      level: 'warning',
      message: `the chart depends on ${name} ${version}${repository ? ` from ${withoutUser(repository)}` : ''}, which is missing from its charts/ directory`,
      remedy: 'Run `helm dependency build` for the chart.',
    });
  if (off.length > 0)
    remarks.push({
      code: 'config-suspicious',
      level: 'info',
      message: `not mirrored because the chart's values disable them: ${listed(off.map(({ reference }) => reference))}`,
      remedy:
        'If your cluster will use them, enable them in the helm-values directory next to the configuration.',
    });
  return remarks;
}

function emptiness(images: FoundImage[], hasWorkloads: boolean): ChartFindings['remarks'] {
  if (images.length > 0) return [];
  if (hasWorkloads)
    return [
      {
        code: 'chart-without-images',
        level: 'warning',
        message: 'the chart creates pods, but no image was found in it',
      },
    ];
  return [
    {
      code: 'config-suspicious',
      level: 'info',
      message: 'no image is found in it',
      remedy: 'If it has images at other places, name these as imagePaths.',
    },
  ];
}

function listed(names: string[]): string {
  return firstWords(names, 6);
}

function withoutUser(url: string): string {
  return url.replace(/\/\/[^/]*@/, '//');
}
