import { satisfies, valid } from 'semver';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { t } from '../messages.ts';
import type { Chart, ChartDependency } from './chart.ts';
import { isValueMap, type Value, type ValueMap } from './yaml.ts';

/** Merges values like Helm: mappings are merged, everything else is replaced, and null removes. */
export function mergeValues(base: ValueMap, over: ValueMap): ValueMap {
  const merged = new Map(Object.entries(base));
  for (const [name, value] of Object.entries(over)) {
    const known = merged.get(name);
    if (value === null) merged.delete(name);
    else merged.set(name, isValueMap(known) && isValueMap(value) ? mergeValues(known, value) : value);
  }
  return Object.fromEntries(merged);
}

/** Returns the value at a path; undefined if there is none. */
export function valueAt(values: ValueMap, path: readonly string[]): Value | undefined {
  let value: Value | undefined = values;
  for (const name of path) {
    if (!isValueMap(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** Charts that may be visited, because aliases multiply the charts at each level. */
const MOST_CHARTS = 2_000;

/** An active chart with the values of its templates. */
export interface ActiveChart {
  chart: Chart;
  /** Include those of its active subcharts. */
  values: ValueMap;
  /** `` for the chart itself, else `charts/NAME/`, nested. */
  prefix: string;
  /** `web/charts/db`: the path of its templates in Helm. */
  path: string;
  /** Its name, or the alias of a subchart. */
  name: string;
  /** Its active subcharts by their key in its values. */
  below: ReadonlyMap<string, ActiveChart>;
}

/**
 * Returns the chart and its active subcharts by conditions and tags, with their aliases (Helm:
 * pkg/chartutil/dependencies.go and coalesce.go).
 * @param missing called for dependencies that aren't in `charts/`
 * @throws AirlockError `chart-invalid` for too many subcharts
 */
export function activeCharts(
  chart: Chart,
  values: ValueMap,
  missing: (dependency: ChartDependency, of: Chart) => void,
): ActiveChart[] {
  const tags = isValueMap(values.tags) ? values.tags : {};
  const root = coalesced(chart, values, {
    tags,
    missing,
    budget: { charts: MOST_CHARTS },
    prefix: '',
    path: chart.name,
    name: chart.name,
  });
  const all: ActiveChart[] = [];
  const collect = (active: ActiveChart): void => {
    all.push(active);
    for (const sub of active.below.values()) collect(sub);
  };
  collect(root);
  return all;
}

interface Coalescing {
  /** `tags` of the first chart, which select subcharts at every level. */
  tags: ValueMap;
  missing: (dependency: ChartDependency, of: Chart) => void;
  budget: { charts: number };
  prefix: string;
  path: string;
  name: string;
}

function coalesced(chart: Chart, values: ValueMap, options: Coalescing): ActiveChart {
  const { prefix, path, name, missing, budget } = options;
  if (--budget.charts < 0)
    throw new AirlockError('chart-invalid', t('tooManySubcharts', { chart: path, limit: MOST_CHARTS }), {
      side: 'source',
    });
  const selected = subchartsOf(chart, withDefaults(chart, values, budget), options.tags, (dependency) =>
    missing(dependency, chart),
  );
  const withImports = mergeValues(importedValues(chart.values, selected, budget), values);
  const below = new Map<string, ActiveChart>();
  let all = withImports;
  for (const { sub, key } of selected) {
    const active = coalesced(sub, valuesOf(sub, all, key), {
      ...options,
      prefix: `${prefix}charts/${key}/`,
      path: `${path}/charts/${key}`,
      name: key,
    });
    below.set(key, active);
    all = { ...all, [key]: active.values };
  }
  return { chart, values: all, prefix, path, name, below };
}

/** Returns values with the defaults of all subcharts, on which conditions and exported values are evaluated. */
function withDefaults(chart: Chart, values: ValueMap, budget: { charts: number }): ValueMap {
  if (--budget.charts < 0) return values;
  const keys = new Map(chart.subcharts.map((sub) => [sub.name, sub]));
  for (const { name, alias } of chart.dependencies) {
    const sub = alias ? chart.subcharts.find((each) => each.name === name) : undefined;
    if (sub) keys.set(alias!, sub);
  }
  const inner = [...keys].map(
    ([key, sub]) => [key, withDefaults(sub, valuesOf(sub, values, key), budget)] as const,
  );
  return { ...values, ...Object.fromEntries(inner) };
}

interface SelectedChart {
  sub: Chart;
  /** Its key in the values of its parent. */
  key: string;
  imports: ChartDependency['imports'];
}

function subchartsOf(
  chart: Chart,
  values: ValueMap,
  tags: ValueMap,
  missing: (dependency: ChartDependency) => void,
): SelectedChart[] {
  const found: SelectedChart[] = [];
  const listed = new Set<Chart>();
  for (const dependency of chart.dependencies) {
    const candidates = chart.subcharts.filter(({ name }) => name === dependency.name);
    for (const candidate of candidates) listed.add(candidate);
    if (!isEnabled(dependency, values, tags)) continue;
    const sub =
      candidates.length > 1
        ? candidates.find(({ version }) => valid(version) && satisfies(version, dependency.version))
        : candidates[0];
    if (sub) found.push({ sub, key: dependency.alias ?? dependency.name, imports: dependency.imports });
    else missing(dependency);
  }
  for (const sub of chart.subcharts) if (!listed.has(sub)) found.push({ sub, key: sub.name, imports: [] });
  return found;
}

function valuesOf(sub: Chart, parent: ValueMap, key: string): ValueMap {
  const own = isValueMap(parent[key]) ? mergeValues(sub.values, parent[key]) : sub.values;
  return isValueMap(parent.global) ? mergeValues(own, { global: parent.global }) : own;
}

/**
 * Returns the values that a chart imports from its subcharts (processImportValues). Helm imports the values of the
 * charts, without those of values files.
 */
function importedValues(
  parent: ValueMap,
  selected: readonly SelectedChart[],
  budget: { charts: number },
): ValueMap {
  return selected.reduce<ValueMap>((all, { sub, key, imports }) => {
    if (imports.length === 0) return all;
    const values = withDefaults(sub, valuesOf(sub, parent, key), budget);
    return imports.reduce(
      (merged, each) => mergeValues(merged, placed(valueAt(values, each.child.split('.')), each.parent)),
      all,
    );
  }, {});
}

function placed(value: Value | undefined, path: string): ValueMap {
  if (!isValueMap(value)) return {};
  const names = path.split('.').filter((name) => name !== '');
  return names.reduceRight<ValueMap>((inner, name) => ({ [name]: inner }), value);
}

function isEnabled({ condition = '', tags }: ChartDependency, values: ValueMap, selected: ValueMap): boolean {
  for (const path of condition.split(',')) {
    const value = path.trim() ? valueAt(values, path.trim().split('.')) : undefined;
    if (typeof value === 'boolean') return value;
  }
  const found = tags.map((tag) => valueAt(selected, [tag])).filter((value) => typeof value === 'boolean');
  return found.length === 0 || found.includes(true);
}
