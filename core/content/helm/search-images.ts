import type { Chart, ChartDependency } from './charts/chart.ts';
import { type ActiveChart, activeCharts } from './charts/values.ts';
import { isValueMap, readYaml, type Value, type ValueMap, yamlDocuments } from './charts/yaml.ts';
import { findImages, type ImagePath } from './image-paths.ts';
import { isReference, searchValues } from './search-values.ts';
import { UNKNOWN, withoutMarks } from './templates/data.ts';
import { parseTemplate } from './templates/parse.ts';
import { type NamedTemplate, runTemplates } from './templates/run.ts';

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
  const unread = new Set<string>();
  const missing: ChartDependency[] = [];
  let hasWorkloads = false;
  const named = namedTemplates(chart);
  const keep = (into: Map<string, FoundImage>, image: FoundImage) => {
    if (!into.has(image.reference)) into.set(image.reference, image);
  };
  for (const active of activeCharts(chart, values, (dependency) => missing.push(dependency))) {
    const read = readTemplates(active, named, paths);
    const candidates = searchValues(ownValues(active), active.chart.appVersion);
    hasWorkloads ||= read.hasWorkloads;
    for (const image of read.on) keep(found, image);
    for (const image of read.off) keep(off, image);
    for (const { path, reference } of candidates) {
      // Templates are more precise than the structure of the values.
      if (read.known.some((known) => known.length >= path.length && touches(known, path))) continue;
      const isOff =
        read.readsOff.some((other) => uses(other, path)) && !read.readsOn.some((other) => uses(other, path));
      keep(isOff ? off : found, { reference, where: `${active.prefix}values: ${path.join('.')}` });
    }
    for (const { place, reads } of read.unknown)
      if (!reads.some((path) => candidates.some((candidate) => touches(path, candidate.path))))
        unread.add(place);
    for (const place of read.unread) unread.add(place);
  }
  for (const reference of found.keys()) off.delete(reference);
  return { images: [...found.values()], off: [...off.values()], unread: [...unread], hasWorkloads, missing };
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

/** Returns the named templates of a chart and all its subcharts, and files by their name for `include`. */
function namedTemplates(chart: Chart): Map<string, NamedTemplate> {
  const named = new Map<string, NamedTemplate>();
  const walk = (of: Chart, prefix: string, path: string): void => {
    // Like in Helm, a chart's definition has precedence over those of its subcharts.
    for (const sub of of.subcharts) walk(sub, `${prefix}charts/${sub.name}/`, `${path}/charts/${sub.name}`);
    for (const [file, template] of of.templates) {
      const { nodes, defines } = parseTemplate(template);
      const place = `${prefix}${file}`;
      for (const [name, body] of defines) named.set(name, { nodes: body, file: place });
      named.set(`${path}/${file}`, { nodes, file: place });
    }
  };
  walk(chart, '', chart.name);
  return named;
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
  { chart, values, prefix }: ActiveChart,
  named: ReadonlyMap<string, NamedTemplate>,
  paths: ImagePath[],
): TemplateFindings {
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
  const templates = new Map<string, NamedTemplate>();
  // Helm renders no document from a partial, a file whose name begins with `_`.
  for (const [path, template] of chart.templates)
    if (/(?:^|\/)[^/_][^/]*\.(?:ya?ml|json|tpl)$/.test(path))
      templates.set(path, { ...parseTemplate(template), file: `${prefix}${path}` });
  const output = runTemplates(templates, named, { ...chart, values });
  findings.readsOn = output.readsOn;
  findings.readsOff = output.readsOff;
  findings.unread = output.notFollowed;
  for (const [path, on] of output.on) {
    const file = `${prefix}${path}`;
    for (const { line, value } of imageLines(on)) {
      const { place = file, reads } = output.originOf(line);
      if (value.includes(UNKNOWN)) findings.unknown.push({ place, reads });
      else {
        findings.on.push({ reference: value, where: place });
        findings.known.push(...reads);
      }
    }
    const text = withoutMarks(on);
    findings.on.push(...atPaths(text, paths, file));
    for (const document of yamlDocuments(text)) {
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

/** Returns lines with an image. They contain marks, their values don't. */
function imageLines(text: string): { line: string; value: string }[] {
  return text.split('\n').flatMap((line) => {
    const [, written] = /^\s*(?:-\s+)?["']?image["']?:\s+(\S.*)$/.exec(withoutMarks(line)) ?? [];
    const value = written
      ?.replace(/(?<!\s)\s+#.*$/s, '')
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2')
      .trim();
    return value && /^[^\s{}[\],|>&*!]+$/.test(value) ? [{ line, value }] : [];
  });
}

/** Returns the images at paths in the documents of a template after its actions ran. Invalid YAML has none. */
function atPaths(text: string, paths: ImagePath[], file: string): FoundImage[] {
  return yamlDocuments(text).flatMap((document) => {
    const value = documentOf(document);
    return paths.flatMap((path) =>
      findImages(value, path)
        .filter((reference) => !reference.includes(UNKNOWN))
        .map((reference) => ({ reference, where: `${file}, ${path.text}` })),
    );
  });
}

function documentOf(text: string): Value {
  try {
    return readYaml(text) ?? null;
  } catch {
    return null;
  }
}
