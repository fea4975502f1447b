import { satisfies, valid } from 'semver';
import type { Chart, ChartDependency } from './chart.ts';
import { isValueMap, type Value, type ValueMap } from './yaml.ts';

/** Values as Helm joins them: mappings are merged, everything else is replaced, null takes away. */
export function mergeValues(base: ValueMap, over: ValueMap): ValueMap {
  const merged = new Map(Object.entries(base));
  for (const [name, value] of Object.entries(over)) {
    const known = merged.get(name);
    if (value === null) merged.delete(name);
    else merged.set(name, isValueMap(known) && isValueMap(value) ? mergeValues(known, value) : value);
  }
  return Object.fromEntries(merged);
}

/** The value at a path; undefined when there is none. */
export function valueAt(values: ValueMap, path: readonly string[]): Value | undefined {
  let value: Value | undefined = values;
  for (const name of path) {
    if (!isValueMap(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** A chart that takes part, with the values that its templates see. */
export interface ActiveChart {
  chart: Chart;
  values: ValueMap;
  /** `` for the chart itself, else `charts/NAME/`, nested. */
  prefix: string;
}

/**
 * The chart and its sub charts as far as conditions and tags let them take part, under their aliases.
 * @param missing is told of dependencies that `charts/` does not hold
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
