import { csvTable } from '../../../core/contract/documents/csv.ts';
import type { DraftPlan, PlannedPart } from '../../../core/contract/topics/drafts.ts';
import type { PlanItem } from '../../../core/contract/topics/plan.ts';
import { partSizes } from '../frame/review-summary.ts';
import { boundedValue } from '../frame/running-words.ts';
import { shortCatalog } from '../operators/words.ts';
import { t } from './messages.ts';

/** A deliverable as a row of the table of reasons. */
export interface PartRow {
  part: PlannedPart;
  name: string;
  /** The package of an operator whose name is the one for people. */
  packageName: string | undefined;
  /** Rounded so that all rows add up to the total. */
  adds: string;
}

/** Returns the deliverables with what each adds, the shared content, and the total size, which contains every byte once. */
export function partRows(plan: Pick<DraftPlan, 'parts' | 'bytes'>): {
  rows: PartRow[];
  /** Undefined without shared content. */
  shared: string | undefined;
  total: string;
} {
  const own = plan.parts.reduce((sum, { adds }) => sum + adds, 0);
  const shared = Math.max(0, plan.bytes - own);
  const { total, parts } = partSizes([...plan.parts.map(({ adds }) => adds), shared]);
  return {
    rows: plan.parts.map((part, index) => ({
      part,
      name: part.displayName ?? partName(part),
      packageName: part.displayName === undefined ? undefined : part.name,
      adds: addedSize(part, parts[index]!),
    })),
    shared: shared > 0 ? parts.at(-1)! : undefined,
    total: boundedValue(plan, plan.bytes, total),
  };
}

/** Returns the size that a part adds, without a number if nothing of it is known. */
function addedSize({ adds, unknown }: PlannedPart, written: string): string {
  if (!unknown) return written;
  return adds === 0 ? t('unknownSize') : t('atLeastSize', { size: written });
}

/** Returns `Release 4.18.9`, `odf-operator` or `Catalog redhat v4.18`. */
export function partName({ kind, name }: Pick<PlannedPart, 'kind' | 'name'>): string {
  switch (kind) {
    case 'graph':
      return t('graphName');
    case 'release':
      return /^release/i.test(name) ? name : t('releaseName', { version: name });
    case 'helm':
      return /^chart/i.test(name) ? name : t('chartName', { chart: name });
    case 'catalog': {
      const catalog = shortCatalog(name);
      return /^catalog/i.test(catalog) ? catalog : t('catalogName', { catalog });
    }
    default:
      return name;
  }
}

/** Returns the section of a plan for a deliverable; undefined when the plan has none of this name. */
export function sectionOf(
  part: Pick<PlannedPart, 'id' | 'name'>,
  sections: readonly { name: string }[],
): string | undefined {
  const names = sections.map(({ name }) => name);
  return (
    names.find((name) => name === part.id) ??
    names.find((name) => name.startsWith(`${part.id} `)) ??
    names.find((name) => name === part.name || name.endsWith(` ${part.name}`))
  );
}

/** Returns that sizes are exact, and how far off the estimate was: `Exact sizes. The estimate was 4% too high.` */
export function exactWords(wasOffBy: number | undefined): string {
  if (wasOffBy === undefined) return t('exactText');
  const percent = Math.round(Math.abs(wasOffBy) * 100);
  if (percent === 0) return t('exactRightText');
  if (wasOffBy > 2) return t('exactTimesText', { times: Math.round(wasOffBy + 1) });
  return t(wasOffBy > 0 ? 'exactHighText' : 'exactLowText', { percent });
}

/** A line of the difference to the last transfer's configuration, or the number of omitted equal lines. */
export type ShownLine =
  | { kind: 'same' | 'added' | 'removed'; text: string }
  | { kind: 'left-out'; lines: number };

/** Returns the changed lines, each with this many equal lines around it. */
export function changedPlaces(
  lines: readonly { mark: 'same' | 'added' | 'removed'; text: string }[],
  around = 3,
): ShownLine[] {
  const near = lines.map((_line, index) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(({ mark }) => mark !== 'same'),
  );
  const shown: ShownLine[] = [];
  let leftOut = 0;
  const flush = () => {
    if (leftOut > 0) shown.push({ kind: 'left-out', lines: leftOut });
    leftOut = 0;
  };
  for (const [index, { mark, text }] of lines.entries()) {
    if (!near[index]) {
      leftOut++;
      continue;
    }
    flush();
    shown.push({ kind: mark, text });
  }
  flush();
  return shown;
}

/** Returns the deliverables as CSV (RFC 4180); sizes in bytes. */
export function partsCsv(plan: Pick<DraftPlan, 'parts'>): string {
  return csvTable([
    [
      'deliverable',
      'kind',
      'catalog',
      'images',
      'bytes',
      'adds',
      'toFetch',
      'estimated',
      'unknown',
      'because',
    ],
    ...plan.parts.map(
      ({ name, kind, catalog, images, bytes, adds, toFetch, estimated, unknown = false, why }) => [
        name,
        kind,
        catalog,
        images,
        bytes,
        adds,
        toFetch,
        estimated,
        unknown,
        why,
      ],
    ),
  ]);
}

/** Returns all images of a plan as CSV (RFC 4180); sizes in bytes. */
export function imagesCsv(items: readonly PlanItem[]): string {
  return csvTable([
    ['source', 'destination', 'digest', 'kind', 'bytes', 'because', 'signature'],
    ...items.map(({ source, destination, digest, kind, bytes, why, verdict }) => [
      source,
      destination,
      digest,
      kind,
      bytes,
      why,
      verdict,
    ]),
  ]);
}
