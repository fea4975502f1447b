import type { Chart, ChartDependency } from './charts/chart.ts';
import { type ActiveChart, activeCharts } from './charts/values.ts';
import { isValueMap, type Value, type ValueMap, yamlDocuments } from './charts/yaml.ts';
import { isReference } from './image-fields.ts';
import { hasRegistry, isImageName } from './image-names.ts';
import type { ImagePath } from './image-paths.ts';
import { imageLines, imagesInOutput } from './read-output.ts';
import { searchValues } from './search-values.ts';
import { withoutMarks } from './templates/data.ts';
import { parseTemplate } from './templates/parse.ts';
import { runTemplates } from './templates/run.ts';
import type { ChartFacts, NamedTemplate } from './templates/running-chart.ts';

/** An image reference in a chart. Tag and digest may be missing. */
export interface FoundImage {
  reference: string;
  /** `values: image`, `templates/deployment.yaml:34`, or empty for rendered ones. */
  where: string;
}

export interface ImageSearch {
  images: FoundImage[];
  /** Images that only occur in branches whose condition is false. */
  off: FoundImage[];
  /** Probable images in values without a registry, which no template that can be read contains. */
  guessed: FoundImage[];
  /** Lines of templates with an image, or an included template, that only Helm can determine; workloads without an image. */
  unread: string[];
  /** Whether a template creates pods. */
  hasWorkloads: boolean;
  missing: ChartDependency[];
}

/**
 * Searches a chart for images without rendering it: in its templates as far as they can be run, at the paths in its
 * documents, and in its values. Can find more or fewer images than Helm; see docs/guides/helm.md.
 */
export function searchImages(chart: Chart, values: ValueMap, paths: ImagePath[]): ImageSearch {
  const found = new Map<string, FoundImage>();
  const off = new Map<string, FoundImage>();
  const guessed = new Map<string, FoundImage>();
  const unread = new Set<string>();
  const missing: ChartDependency[] = [];
  let hasWorkloads = false;
  const active = activeCharts(chart, values, (dependency) => missing.push(dependency));
  const named = namedTemplates(active);
  const keep = (into: Map<string, FoundImage>, image: FoundImage) => {
    if (!into.has(image.reference) && isImageName(image.reference)) into.set(image.reference, image);
  };
  for (const each of active) {
    const read = readTemplates(each, named, paths);
    const candidates = searchValues(ownValues(each), each.chart.appVersion);
    hasWorkloads ||= read.hasWorkloads;
    for (const image of read.on) keep(found, image);
    for (const image of read.off) keep(off, image);
    for (const { path, reference } of candidates) {
      // Templates are more precise than the structure of the values.
      if (read.known.some((known) => known.length >= path.length && touches(known, path))) continue;
      const isOff =
        read.readsOff.some((other) => uses(other, path)) && !read.readsOn.some((other) => uses(other, path));
      const where = `${each.prefix}values: ${path.join('.')}`;
      keep(isOff ? off : hasRegistry(reference) ? found : guessed, { reference, where });
    }
    for (const { place, reads } of read.unknown)
      if (
        !reads.some((path) =>
          candidates.some((each) => hasRegistry(each.reference) && touches(path, each.path)),
        )
      )
        unread.add(place);
    for (const place of read.unread) unread.add(place);
  }
  for (const reference of found.keys()) off.delete(reference);
  for (const reference of guessed.keys())
    if (
      off.has(reference) ||
      [...found.keys()].some((name) => name === reference || name.endsWith(`/${reference}`))
    )
      guessed.delete(reference);
  return {
    images: [...found.values()],
    off: [...off.values()],
    guessed: [...guessed.values()],
    unread: [...unread],
    hasWorkloads,
    missing,
  };
}

/** Returns values without those of subcharts, which are searched with the active subcharts. */
function ownValues({ chart, values }: ActiveChart): ValueMap {
  const others = new Set([
    ...chart.dependencies.map(({ name, alias }) => alias ?? name),
    ...chart.subcharts.map(({ name }) => name),
  ]);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !others.has(name)));
}

/** Returns whether a read value is an image's name, or contains it. Other fields are read for pull secrets and the like. */
function uses(read: string[], image: string[]): boolean {
  if (!touches(read, image)) return false;
  return read.length <= image.length || /^(?:repository|image|name)$/.test(read[image.length]!);
}

/** Returns whether one of the paths is a prefix of the other. */
function touches(path: string[], other: string[]): boolean {
  return path.slice(0, other.length).every((step, index) => step === other[index]);
}

/**
 * Returns the named templates of charts, and files by their name for `include`. Of several with the same name, that of
 * the outermost chart is used, and in a chart that of the first file (Helm: sortTemplates in pkg/engine/engine.go).
 */
function namedTemplates(active: ActiveChart[]): Map<string, NamedTemplate> {
  const root = active[0]!.name;
  const files = active.flatMap(({ chart, prefix }) =>
    [...chart.templates]
      .filter(([path]) => path.startsWith('templates/'))
      .map(([path, template]) => ({ place: `${prefix}${path}`, template })),
  );
  const named = new Map<string, NamedTemplate>();
  for (const { place, template } of files.sort((one, other) => inHelmsOrder(one.place, other.place))) {
    const { nodes, defines } = parseTemplate(template);
    for (const [name, body] of defines) named.set(name, { nodes: body, file: place });
    named.set(`${root}/${place}`, { nodes, file: place });
  }
  return named;
}

/** Compares paths of templates by the order in which Helm parses and runs them. */
function inHelmsOrder(one: string, other: string): number {
  const depth = other.split('/').length - one.split('/').length;
  return depth || (one < other ? 1 : one > other ? -1 : 0);
}

interface TemplateFindings {
  on: FoundImage[];
  off: FoundImage[];
  /** Values in image names that could be determined. */
  known: string[][];
  readsOn: string[][];
  readsOff: string[][];
  unknown: { place: string; reads: string[][] }[];
  unread: string[];
  hasWorkloads: boolean;
}

const WORKLOADS = [
  ...['Deployment', 'DaemonSet', 'StatefulSet', 'ReplicaSet', 'ReplicationController'],
  ...['Job', 'CronJob', 'Pod'],
];
const WORKLOAD = new RegExp(
  `^["']?kind["']?:[ \\t]*["']?(?:${WORKLOADS.join('|')})["']?[ \\t]*(?:#.*)?$`,
  'm',
);

/** Returns whether a document creates pods. */
export function isWorkload(document: Value): boolean {
  return isValueMap(document) && typeof document.kind === 'string' && WORKLOADS.includes(document.kind);
}

function readTemplates(
  active: ActiveChart,
  named: ReadonlyMap<string, NamedTemplate>,
  paths: ImagePath[],
): TemplateFindings {
  const { chart, values, prefix } = active;
  const findings: TemplateFindings = {
    on: [],
    off: [],
    known: [],
    readsOn: [],
    readsOff: [],
    unknown: [],
    unread: [],
    hasWorkloads: false,
  };
  if (chart.type === 'library') return findings;
  const output = runTemplates(documentTemplates(active, named), named, {
    facts: factsOf(active),
    path: active.path,
    values,
    files: chart.files,
    subcharts: new Map([...active.below].map(([key, sub]) => [key, factsOf(sub)])),
  });
  findings.readsOn = output.readsOn;
  findings.readsOff = output.readsOff;
  findings.unread = output.notFollowed;
  const documents = new Map([...output.on, ...definitionsOf(chart)]);
  for (const path of chart.templates.keys()) {
    const on = documents.get(path);
    if (on === undefined) continue;
    const file = `${prefix}${path}`;
    for (const { name, line, path: selected } of imagesInOutput(on, paths)) {
      const { place = file, reads } = output.originOf(line);
      if (isImageName(name)) {
        findings.on.push({ reference: name, where: selected ? `${file}, ${selected}` : place });
        findings.known.push(...reads);
      } else if (!selected) findings.unknown.push({ place, reads });
    }
    for (const document of yamlDocuments(withoutMarks(on))) {
      if (!WORKLOAD.test(document)) continue;
      findings.hasWorkloads = true;
      if (!/\bimage["']?:/.test(document)) findings.unread.push(file);
    }
  }
  for (const text of output.off)
    for (const { line, value } of imageLines(text))
      if (isReference(value))
        findings.off.push({ reference: value, where: output.originOf(line).place ?? prefix });
  return findings;
}

function factsOf({ chart, name }: ActiveChart): ChartFacts {
  const { version, appVersion, type, annotations } = chart;
  return { name, version, appVersion, type, annotations };
}

/** Returns the templates that output documents, which are all except partials, whose name begins with `_`, and notes. */
function documentTemplates(
  { chart, path }: ActiveChart,
  named: ReadonlyMap<string, NamedTemplate>,
): Map<string, NamedTemplate> {
  const files = [...chart.templates.keys()].filter(
    (file) => file.startsWith('templates/') && !/(?:^|\/)_[^/]*$|NOTES\.txt$/.test(file),
  );
  return new Map(files.sort(inHelmsOrder).map((file) => [file, named.get(`${path}/${file}`)!] as const));
}

/** Returns the files in `crds/`, which aren't templates. */
function definitionsOf({ templates }: Chart): [string, string][] {
  return [...templates].filter(([path]) => /^crds\/.*\.(?:ya?ml|json)$/.test(path));
}
