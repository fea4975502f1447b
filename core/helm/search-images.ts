import type { Chart, ChartDependency } from './chart.ts';
import { readYaml, type Value, type ValueMap, yamlDocuments } from './chart-yaml.ts';
import { findImages, type ImagePath } from './image-paths.ts';
import { isReference, searchValues } from './search-values.ts';
import { mentionedValues } from './template-expression.ts';
import { definesOf, expandTemplate, UNKNOWN } from './template-text.ts';
import { type ActiveChart, activeCharts } from './values.ts';

/** An image as a chart names it; it may lack tag and digest. */
export interface FoundImage {
  reference: string;
  /** `values: image`, `templates/deployment.yaml:34`, or empty for rendered ones. */
  where: string;
}

export interface ImageSearch {
  images: FoundImage[];
  /** Images of parts that the values switch off. */
  off: FoundImage[];
  /** Lines of templates that name an image which only Helm could tell. */
  unread: string[];
  missing: ChartDependency[];
}

/**
 * Looks for images in a chart without rendering it: in its templates as far as they can be read, at the paths in its
 * documents, and in its values. Finds more or fewer than Helm would; see docs/guides/helm.md.
 */
export function searchImages(chart: Chart, values: ValueMap, paths: ImagePath[]): ImageSearch {
  const found = new Map<string, FoundImage>();
  const off = new Map<string, FoundImage>();
  const unread: string[] = [];
  const missing: ChartDependency[] = [];
  const defines = definesOf(everyTemplate(chart));
  for (const active of activeCharts(chart, values, (dependency) => missing.push(dependency))) {
    const read = readTemplates(active, defines, paths);
    const candidates = searchValues(ownValues(active), active.chart.appVersion);
    const keep = (into: Map<string, FoundImage>, image: FoundImage) => {
      if (!into.has(image.reference)) into.set(image.reference, image);
    };
    for (const image of read.on) keep(found, image);
    for (const image of read.off) keep(off, image);
    for (const candidate of candidates) {
      const names = (mentions: string[][]) => mentions.some((path) => touches(path, candidate.path));
      // A template's own words tell more than what the values look like.
      if (names(read.told)) continue;
      const switchedOff =
        candidate.off || (names(read.offMentions) && !names(read.untold.flatMap((u) => u.mentions)));
      const where = `${active.prefix}values: ${candidate.path.join('.')}`;
      keep(switchedOff ? off : found, { reference: candidate.reference, where });
    }
    for (const { place, mentions } of read.untold)
      if (!mentions.some((path) => candidates.some((candidate) => touches(path, candidate.path))))
        unread.push(place);
  }
  for (const reference of found.keys()) off.delete(reference);
  return { images: [...found.values()], off: [...off.values()], unread, missing };
}

/** Without those of sub charts, which are looked at with the sub charts that take part. */
function ownValues({ chart, values }: ActiveChart): ValueMap {
  const others = new Set([
    ...chart.dependencies.map(({ name, alias }) => alias ?? name),
    ...chart.subcharts.map(({ name }) => name),
  ]);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !others.has(name)));
}

/** True when one of the paths leads to or through the other. */
function touches(path: string[], other: string[]): boolean {
  return path.slice(0, other.length).every((step, index) => step === other[index]);
}

function* everyTemplate(chart: Chart): Generator<string> {
  yield* chart.templates.values();
  for (const sub of chart.subcharts) yield* everyTemplate(sub);
}

interface TemplateFindings {
  on: FoundImage[];
  off: FoundImage[];
  /** Values whose image lines could be read. */
  told: string[][];
  offMentions: string[][];
  untold: { place: string; mentions: string[][] }[];
}

function readTemplates(
  { chart, values, prefix }: ActiveChart,
  defines: ReadonlyMap<string, string>,
  paths: ImagePath[],
): TemplateFindings {
  const findings: TemplateFindings = { on: [], off: [], told: [], offMentions: [], untold: [] };
  if (chart.type === 'library') return findings;
  for (const [path, template] of chart.templates) {
    if (!/\.(?:ya?ml|json|tpl)$/.test(path)) continue;
    const { on, off } = expandTemplate(template, { chart, values, defines });
    const written = template.split('\n');
    const mentions = (line: number) => mentionedValues(written[line - 1] ?? '', defines);
    for (const { line, value } of imageLines(on)) {
      const place = `${prefix}${path}:${line}`;
      if (value.includes(UNKNOWN)) findings.untold.push({ place, mentions: mentions(line) });
      else {
        findings.on.push({ reference: value, where: place });
        findings.told.push(...mentions(line));
      }
    }
    for (const { line, value } of imageLines(off)) {
      findings.offMentions.push(...mentions(line));
      if (isReference(value)) findings.off.push({ reference: value, where: `${prefix}${path}:${line}` });
    }
    findings.on.push(...atPaths(on, paths, `${prefix}${path}`));
  }
  return findings;
}

function imageLines(text: string): { line: number; value: string }[] {
  return text.split('\n').flatMap((content, index) => {
    const [, written] = /^\s*(?:-\s+)?["']?image["']?:\s+(\S.*)$/.exec(content) ?? [];
    const value = written
      ?.replace(/\s+#.*$/, '')
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2')
      .trim();
    return value && /^[^\s{}[\],|>&*!]+$/.test(value) ? [{ line: index + 1, value }] : [];
  });
}

/** What the paths find in the documents of a template whose actions are gone; documents that are no YAML any more have none. */
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
