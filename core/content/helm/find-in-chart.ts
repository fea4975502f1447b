import { firstWords } from '../../base/document/words.ts';
import { AirlockError, type Level } from '../../base/errors/airlock-error.ts';
import type { ErrorCode } from '../../base/errors/codes.ts';
import { readChart } from './charts/chart.ts';
import { unpackChart } from './charts/files.ts';
import { mergeValues } from './charts/values.ts';
import { isValueMap, readYaml, type Value, type ValueMap } from './charts/yaml.ts';
import { findImages, type ImagePath, USUAL_IMAGE_PATHS } from './image-paths.ts';
import { t } from './messages.ts';
import { type HelmProgram, RELEASE_NAME, renderChart } from './render-with-helm.ts';
import { type FoundImage, type ImageSearch, isWorkload, searchImages } from './search-images.ts';

export interface ChartFindings {
  images: FoundImage[];
  /** `rendered by helm v3.17.0` or `not rendered` */
  method: string;
  /** Remarks for the user. */
  remarks: { code: ErrorCode; level: Level; message: string; remedy?: string }[];
}

/**
 * Returns the images of a packaged chart. Renders the chart with helm if possible, else searches it.
 * @param chart.paths paths of the configuration, in addition to the usual ones
 * @throws AirlockError `chart-invalid`, `archive-hostile`, `config-invalid` for values that aren't YAML, `interrupted`
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
        message: t('searchedInstead', { error: error.message }),
        remedy: t('searchedInsteadRemedy', { chart: parsed.name }),
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
    throw new AirlockError('config-invalid', t('valuesNotYaml', { file, error: (error as Error).message }));
  }
  if (value === null) return {};
  if (isValueMap(value)) return value;
  throw new AirlockError('config-invalid', t('valuesNotAMapping', { file }));
}

function rendered(documents: Value[], paths: ImagePath[]): Pick<ChartFindings, 'images' | 'remarks'> {
  const all = documents.flatMap((document) => paths.flatMap((path) => findImages(document, path)));
  const references = [...new Set(all)].filter((reference) => !reference.includes(RELEASE_NAME));
  const images = references.map((reference) => ({ reference, where: '' }));
  if (references.length === new Set(all).size)
    return { images, remarks: emptiness(images, documents.some(isWorkload)) };
  const message = t('releaseImageSkipped');
  return { images, remarks: [{ code: 'config-suspicious', level: 'info', message }] };
}

function doubts({ off, guessed, unread, missing }: ImageSearch): ChartFindings['remarks'] {
  const remarks: ChartFindings['remarks'] = [];
  if (unread.length > 0)
    remarks.push({
      code: 'chart-not-rendered',
      level: 'warning',
      message: t('notRendered', { places: listed(unread) }),
    });
  for (const { name, version, repository } of missing)
    remarks.push({
      code: 'chart-not-rendered',
      level: 'warning',
      message: repository
        ? t('dependencyMissingFrom', { name, version, repository: withoutUser(repository) })
        : t('dependencyMissing', { name, version }),
      remedy: t('dependencyMissingRemedy'),
    });
  if (guessed.length > 0)
    remarks.push({
      code: 'config-suspicious',
      level: 'info',
      message: t('guessed', { images: listed(guessed.map(({ reference }) => reference)) }),
      remedy: t('guessedRemedy'),
    });
  if (off.length > 0)
    remarks.push({
      code: 'config-suspicious',
      level: 'info',
      message: t('disabled', { images: listed(off.map(({ reference }) => reference)) }),
      remedy: t('disabledRemedy'),
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
        message: t('podsWithoutImages'),
      },
    ];
  return [
    {
      code: 'config-suspicious',
      level: 'info',
      message: t('noImages'),
      remedy: t('noImagesRemedy'),
    },
  ];
}

function listed(names: string[]): string {
  return firstWords(names, 6);
}

function withoutUser(url: string): string {
  return url.replace(/\/\/[^/]*@/, '//');
}
