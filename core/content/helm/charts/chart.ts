import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { t } from '../messages.ts';
import { type ChartBudget, type ChartFiles, MOST_BYTES, unpackChart } from './files.ts';
import { isValueMap, readYaml, type Value, type ValueMap } from './yaml.ts';

/** The parts of a chart that matter for its images. */
export interface Chart {
  name: string;
  version: string;
  appVersion: string;
  /** `application` or `library`. */
  type: string;
  values: ValueMap;
  /** `annotations` of Chart.yaml. */
  annotations: ReadonlyMap<string, string>;
  /** Below `templates/` and `crds/`, with their text. */
  templates: ReadonlyMap<string, string>;
  /** The other files, which templates can read. */
  files: ChartFiles;
  dependencies: ChartDependency[];
  /** The charts in `charts/`, enabled or not. */
  subcharts: Chart[];
}

export interface ChartDependency {
  name: string;
  version: string;
  repository: string;
  alias?: string;
  /** Paths in the values, separated by commas. The first existing one decides. */
  condition?: string;
  tags: string[];
  /** `import-values`: paths in the values of the subchart, and the paths of their content in those of the chart. */
  imports: { child: string; parent: string }[];
}

/** A valid name of a chart, which can be part of a file name. */
export const CHART_NAME = /^[A-Za-z0-9][\w.-]*$/;

/** The files that Helm doesn't offer to templates (pkg/chart/loader). */
const NO_FILES =
  /^(?:templates\/|charts\/|(?:Chart\.(?:yaml|lock)|values\.yaml|values\.schema\.json|requirements\.(?:yaml|lock))$)/;

const DEEPEST = 10;

/**
 * Reads a chart with its subcharts, which are folders or archives below `charts/`.
 * @param subject name of the chart in errors
 * @throws AirlockError `chart-invalid` with the file, `archive-hostile`
 */
export async function readChart(
  files: ChartFiles,
  subject: string,
  budget: ChartBudget = { unpacked: MOST_BYTES },
  depth = 0,
): Promise<Chart> {
  if (depth > DEEPEST) throw invalid(subject, t('nestedTooDeeply', { limit: DEEPEST }));
  if (!files.has('Chart.yaml')) throw invalid(subject, t('chartFileMissing'));
  const facts = read(files, 'Chart.yaml', subject, 'text');
  const text = (map: ValueMap, name: string) => (typeof map[name] === 'string' ? map[name] : '');
  const name = text(facts, 'name');
  const version = text(facts, 'version');
  if (!CHART_NAME.test(name)) throw invalid(subject, t('ownNameInvalid', { name: JSON.stringify(name) }));
  if (!/^[\w][\w.+-]*$/.test(version))
    throw invalid(subject, t('ownVersionInvalid', { version: JSON.stringify(version) }));
  const listed = facts.dependencies ?? read(files, 'requirements.yaml', subject, 'text').dependencies ?? [];
  return {
    name,
    version,
    appVersion: text(facts, 'appVersion'),
    type: text(facts, 'type') || 'application',
    values: read(files, 'values.yaml', subject, 'typed'),
    annotations: new Map(
      Object.entries(isValueMap(facts.annotations) ? facts.annotations : {}).map(([key, value]) => [
        key,
        String(value),
      ]),
    ),
    files: new Map([...files].filter(([path]) => !NO_FILES.test(path))),
    templates: new Map(
      [...files].flatMap(([path, content]) =>
        /^(?:templates|crds)\//.test(path) ? [[path, content.toString('utf8').replaceAll('\r\n', '\n')]] : [],
      ),
    ),
    dependencies: (Array.isArray(listed) ? listed : []).filter(isValueMap).map((entry) => ({
      name: text(entry, 'name'),
      version: text(entry, 'version'),
      repository: text(entry, 'repository'),
      alias: text(entry, 'alias') || undefined,
      condition: text(entry, 'condition') || undefined,
      tags: Array.isArray(entry.tags) ? entry.tags.filter((tag) => typeof tag === 'string') : [],
      imports: (Array.isArray(entry['import-values']) ? entry['import-values'] : []).flatMap((each) => {
        if (typeof each === 'string') return [{ child: `exports.${each}`, parent: '.' }];
        return isValueMap(each) ? [{ child: text(each, 'child'), parent: text(each, 'parent') }] : [];
      }),
    })),
    subcharts: await readSubcharts(files, subject, budget, depth),
  };
}

async function readSubcharts(
  files: ChartFiles,
  subject: string,
  budget: ChartBudget,
  depth: number,
): Promise<Chart[]> {
  const folders = new Map<string, Map<string, Buffer>>();
  const charts: Chart[] = [];
  for (const [path, content] of files) {
    const [, first, rest] = /^charts\/([^/_.][^/]*)(?:\/(.+))?$/.exec(path) ?? [];
    if (!first) continue;
    if (rest) {
      const folder = folders.get(first) ?? new Map<string, Buffer>();
      folders.set(first, folder.set(rest, content));
    } else if (/\.(?:tgz|tar\.gz)$/.test(first)) {
      const below = `${subject}, ${path}`;
      charts.push(await readChart(await unpackChart(content, below, budget), below, budget, depth + 1));
    }
  }
  for (const [folder, content] of folders)
    if (content.has('Chart.yaml'))
      charts.push(await readChart(content, `${subject}, charts/${folder}`, budget, depth + 1));
  return charts;
}

function read(files: ChartFiles, path: string, subject: string, scalars: 'typed' | 'text'): ValueMap {
  let value: Value | undefined;
  try {
    value = readYaml(files.get(path)?.toString('utf8') ?? '', scalars);
  } catch (error) {
    throw invalid(subject, t('fileInvalid', { file: path, error: (error as Error).message }));
  }
  if (value === undefined || value === null || value === '') return {};
  if (!isValueMap(value)) throw invalid(subject, t('notAMapping', { file: path }));
  return value;
}

function invalid(chart: string, fault: string): AirlockError {
  return new AirlockError('chart-invalid', t('problem', { chart, fault }), { side: 'source' });
}
