import { satisfies, valid } from 'semver';
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

/** An active chart with the values of its templates. */
export interface ActiveChart {
  chart: Chart;
  values: ValueMap;
  /** `` for the chart itself, else `charts/NAME/`, nested. */
  prefix: string;
}

/**
 * Returns the chart and its active subcharts by conditions and tags, with their aliases.
 * @param missing called for dependencies that aren't in `charts/`
 */
export function* activeCharts(
  chart: Chart,
  values: ValueMap,
  missing: (dependency: ChartDependency, of: Chart) => void,
  prefix = '',
): Generator<ActiveChart> {
  yield { chart, values, prefix };
  const listed = new Set<Chart>();
  const below = function* (sub: Chart, key: string) {
    yield* activeCharts(sub, valuesOf(sub, values, key), missing, `${prefix}charts/${key}/`);
  };
  for (const dependency of chart.dependencies) {
    const candidates = chart.subcharts.filter(({ name }) => name === dependency.name);
    for (const candidate of candidates) listed.add(candidate);
    if (!isEnabled(dependency, values)) continue;
    const sub =
      candidates.length > 1
        ? candidates.find(({ version }) => valid(version) && satisfies(version, dependency.version))
        : candidates[0];
    if (sub) yield* below(sub, dependency.alias ?? dependency.name);
    else missing(dependency, chart);
  }
  for (const sub of chart.subcharts) if (!listed.has(sub)) yield* below(sub, sub.name);
}

function valuesOf(sub: Chart, parent: ValueMap, key: string): ValueMap {
  const own = isValueMap(parent[key]) ? mergeValues(sub.values, parent[key]) : sub.values;
  return isValueMap(parent.global) ? mergeValues(own, { global: parent.global }) : own;
}

function isEnabled({ condition = '', tags }: ChartDependency, values: ValueMap): boolean {
  for (const path of condition.split(',')) {
    const value = path.trim() ? valueAt(values, path.trim().split('.')) : undefined;
    if (typeof value === 'boolean') return value;
  }
  const found = tags
    .map((tag) => valueAt(values, ['tags', tag]))
    .filter((value) => typeof value === 'boolean');
  return found.length === 0 || found.includes(true);
}
