import type { ValueMap } from '../charts/yaml.ts';
import type { TemplateNode } from './parse.ts';

/** A template with its file. */
export interface NamedTemplate {
  nodes: TemplateNode[];
  /** Path in findings, such as `charts/db/templates/_pod.tpl`. */
  file: string;
}

/** A chart whose templates run. */
export interface RunningChart {
  facts: ChartFacts;
  /** `web/charts/db`: its path below the first chart. */
  path: string;
  values: ValueMap;
  files: ReadonlyMap<string, Buffer>;
  /** Its enabled subcharts, by their key in its values. */
  subcharts: ReadonlyMap<string, ChartFacts>;
}

/** The fields of Chart.yaml that templates read. */
export interface ChartFacts {
  name: string;
  version: string;
  appVersion: string;
  type: string;
  annotations: ReadonlyMap<string, string>;
}
