import { csvTable } from '../../../core/contract/documents/csv.ts';
import { capitalized } from '../../../core/contract/documents/words.ts';
import type {
  ContractLookUp,
  DraftPlan,
  PlannedPart,
  PlannedProblem,
} from '../../../core/contract/topics/drafts.ts';
import type { PlanItem } from '../../../core/contract/topics/plan.ts';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import { count, counted } from '../../parts/format.ts';
import { partSizes } from '../frame/review-sentence.ts';
import { shortCatalog } from '../operators/words.ts';

/** A deliverable as a row of "Why each image is here". */
export interface PartRow {
  part: PlannedPart;
  name: string;
  /** Written so that all rows together are the whole. */
  adds: string;
}

/**
 * The deliverables with what each adds, what several of them share, and the whole, which is that of the sentence: every
 * byte is counted once.
 */
export function partRows(plan: Pick<DraftPlan, 'parts' | 'bytes'>): {
  rows: PartRow[];
  /** Undefined when nothing is shared. */
  shared: string | undefined;
  whole: string;
} {
  const own = plan.parts.reduce((sum, { adds }) => sum + adds, 0);
  const shared = Math.max(0, plan.bytes - own);
  const { whole, parts } = partSizes([...plan.parts.map(({ adds }) => adds), shared]);
  return {
    rows: plan.parts.map((part, index) => ({ part, name: partName(part), adds: parts[index]! })),
    shared: shared > 0 ? parts.at(-1)! : undefined,
    whole,
  };
}

const KIND_WORDS: Record<PlannedPart['kind'], string | undefined> = {
  release: 'Release',
  catalog: 'Catalog',
  operator: undefined,
  graph: undefined,
  additional: undefined,
  helm: 'Chart',
};

/** `Release 4.18.9`, `odf-operator`, `Catalog redhat v4.18`. */
export function partName({ kind, name }: Pick<PlannedPart, 'kind' | 'name'>): string {
  if (kind === 'graph') return 'Update graph';
  const shown = kind === 'catalog' ? shortCatalog(name) : name;
  const word = KIND_WORDS[kind];
  return word === undefined || shown.toLowerCase().startsWith(word.toLowerCase())
    ? shown
    : `${word} ${shown}`;
}

/** The section of a plan that a deliverable is; undefined when the plan has none of its name. */
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

/** `3 things to know`, and whether one of them prevents the run. */
export function knowTitle(
  problems: readonly Pick<PlannedProblem, 'level'>[],
  notes: number,
): {
  title: string;
  note: string;
  grave: boolean;
} {
  const errors = problems.filter(({ level }) => level === 'error').length;
  const all = problems.length + notes;
  if (all === 0) return { title: 'Nothing to know', note: 'nothing prevents the run', grave: false };
  return {
    title: counted(all, 'thing to know', 'things to know'),
    note:
      errors === 0
        ? 'nothing prevents the run'
        : errors === 1
          ? '1 of them prevents the run'
          : `${errors} of them prevent the run`,
    grave: errors > 0,
  };
}

const LEVELS: Record<PlannedProblem['level'], number> = { error: 0, warning: 1, info: 2 };

/** The gravest first; otherwise in the order of the file. */
export function inOrder(problems: readonly PlannedProblem[]): PlannedProblem[] {
  return problems.toSorted((a, b) => LEVELS[a.level] - LEVELS[b.level]);
}

/** Problems of the draft, and those that only the listing of its images found. */
export function withFurther(
  problems: readonly PlannedProblem[],
  listed: readonly ContractProblem[],
): PlannedProblem[] {
  const said = new Set(problems.map(({ message }) => message));
  return [...problems, ...listed.filter(({ message }) => !said.has(message))];
}

/** What is looked up when something is older than this, ms: a day. */
const OLD_MS = 86_400_000;

/** Look-ups that Review names: what is not known at all, and what was read more than a day ago. */
export function notesOf(lookUps: readonly ContractLookUp[], now: Date): ContractLookUp[] {
  return lookUps.filter(
    ({ kind, asOf }) =>
      kind !== 'manifests' && (asOf === undefined || now.getTime() - Date.parse(asOf) > OLD_MS),
  );
}

/** What a look-up is about, as a title: `Catalog redhat v4.18 is 7 days old`. */
export function noteTitle({ name, catalog, asOf }: ContractLookUp, now: Date): string {
  const thing = catalog === undefined ? capitalized(name) : `Catalog ${shortCatalog(catalog)}`;
  if (asOf === undefined) return `${thing} was not read here`;
  const days = Math.floor((now.getTime() - Date.parse(asOf)) / OLD_MS);
  return `${thing} is ${counted(days, 'day')} old`;
}

export function noteWords({ kind, asOf }: ContractLookUp): string {
  if (asOf === undefined)
    return kind === 'catalog'
      ? 'What its operators come to is a guess until it is.'
      : 'What depends on it is a guess until it is.';
  return kind === 'catalog'
    ? 'Newer versions may exist.'
    : kind === 'graph'
      ? 'Newer releases and risks may exist.'
      : 'A newer one may exist.';
}

/** How far off the estimate was, after the manifests were read: `The estimate was 4 % too high`. */
export function offWords(wasOffBy: number | undefined): string | undefined {
  if (wasOffBy === undefined) return undefined;
  const share = Math.abs(wasOffBy) * 100;
  if (share < 0.5) return 'the estimate was right';
  if (wasOffBy > 2) return `the first guess was ${count(Math.round(wasOffBy + 1))} times too high`;
  return `the estimate was ${count(Math.round(share))} % too ${wasOffBy > 0 ? 'high' : 'low'}`;
}

/** A line of the difference to the last transfer's configuration, or how many equal ones are left out. */
export type ShownLine =
  | { kind: 'same' | 'added' | 'removed'; text: string }
  | { kind: 'left-out'; lines: number };

/** The lines that changed with so many equal ones around them. */
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

/** The deliverables as CSV (RFC 4180); sizes in bytes. */
export function partsCsv(plan: Pick<DraftPlan, 'parts'>): string {
  return csvTable([
    ['deliverable', 'kind', 'catalog', 'images', 'bytes', 'adds', 'toFetch', 'estimated', 'because'],
    ...plan.parts.map(({ name, kind, catalog, images, bytes, adds, toFetch, estimated, why }) => [
      name,
      kind,
      catalog,
      images,
      bytes,
      adds,
      toFetch,
      estimated,
      why,
    ]),
  ]);
}

/** Every image of a plan as CSV (RFC 4180); sizes in bytes. */
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
