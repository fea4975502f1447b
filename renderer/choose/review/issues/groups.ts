import { csvTable } from '../../../../core/contract/documents/csv.ts';
import { pathOf, type YamlText } from '../../../../core/contract/documents/document.ts';
import { removeEntries } from '../../../../core/contract/documents/image-set-form.ts';
import { asSentence } from '../../../../core/contract/documents/words.ts';
import type { PlannedProblem } from '../../../../core/contract/topics/drafts.ts';
import { causeKey } from '../../../parts/problem-groups/members.tsx';
import { t } from './messages.ts';

type Fix = NonNullable<PlannedProblem['fix']>;

/** Problems with the same cause and remedy. */
export interface IssueGroup {
  key: string;
  level: PlannedProblem['level'];
  /** The problem, or how many there are of what. */
  title: string;
  /** Undefined if the members have different ones. */
  remedy: string | undefined;
  members: readonly PlannedProblem[];
  /** Paths of the members' entries, if all of them select content that doesn't exist. */
  entries: readonly string[];
  /** Members with a fix. */
  fixable: readonly PlannedProblem[];
}

const LEVELS: Record<PlannedProblem['level'], number> = { error: 0, warning: 1, info: 2 };

/** Titles of several problems by their cause. */
const TITLES = {
  'image-unreadable': 'imagesTitle',
  'not-found': 'notFoundTitle',
  'package-unknown': 'packagesTitle',
  'channel-unknown': 'channelsTitle',
  'package-needed': 'neededTitle',
  'package-deprecated': 'deprecatedTitle',
  'image-reference': 'referencesTitle',
  'unknown-field': 'fieldsTitle',
  'field-ignored': 'ignoredTitle',
  'name-missing': 'namesTitle',
} as const;

/** Groups problems by cause: the most severe first, then the largest group, then in the order of the file. */
export function groupProblems(problems: readonly PlannedProblem[]): IssueGroup[] {
  return [...Map.groupBy(problems, causeKey)]
    .map(([key, members]) => groupOf(key, members))
    .sort(
      (a, b) =>
        LEVELS[a.level] - LEVELS[b.level] ||
        b.members.length - a.members.length ||
        (a.members[0]!.line ?? 0) - (b.members[0]!.line ?? 0),
    );
}

function groupOf(key: string, members: readonly PlannedProblem[]): IssueGroup {
  const [first] = members as [PlannedProblem];
  const entries = members.flatMap(({ entry }) => entry ?? []);
  return {
    key,
    level: first.level,
    title: titleOf(members),
    remedy: members.every(({ remedy }) => remedy === first.remedy) ? first.remedy : undefined,
    members,
    entries: entries.length === members.length ? entries : [],
    fixable: members.filter(({ fix }) => fix !== undefined),
  };
}

function titleOf(members: readonly PlannedProblem[]): string {
  const [{ message, cause, code }] = members as [PlannedProblem];
  if (members.length === 1) return asSentence(message);
  const isMissing = cause === 'image-unreadable' && code === 'not-found';
  const title = TITLES[(isMissing ? code : cause) as keyof typeof TITLES];
  return title ? t(title, { count: members.length }) : t('similarTitle', { count: members.length, message });
}

/** Returns the problems of a severity whose text contains all words. */
export function matchingProblems(
  problems: readonly PlannedProblem[],
  { level, search }: { level: PlannedProblem['level'] | ''; search: string },
): PlannedProblem[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return problems.filter((problem) => {
    if (level !== '' && problem.level !== level) return false;
    const text = `${problem.message} ${problem.remedy} ${problem.subject ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Removes the entries of a group from the text. */
export function withoutEntries(doc: YamlText, { entries }: Pick<IssueGroup, 'entries'>): YamlText {
  return removeEntries(doc, entries.map(pathOf));
}

/**
 * Returns the fixes of problems as one. Fixes that change the same place as an earlier one are omitted: the next plan has
 * them for the new text. Of several target versions, the last one applies.
 */
export function combinedFix(problems: readonly PlannedProblem[]): Pick<Fix, 'edits' | 'to'> {
  const all: Pick<Fix, 'edits' | 'to'> = { edits: [] };
  for (const { fix } of problems) {
    const isFree = fix?.edits.every(({ start, end }) =>
      all.edits.every((other) => end < other.start || start > other.end),
    );
    if (!fix || !isFree) continue;
    all.edits.push(...fix.edits);
    all.to = fix.to ?? all.to;
  }
  return all;
}

/** Returns problems as CSV (RFC 4180). */
export function problemsCsv(problems: readonly PlannedProblem[]): string {
  return csvTable([
    ['severity', 'line', 'problem', 'remedy', 'field'],
    ...problems.map(({ level, line, message, remedy, path }) => [level, line, message, remedy, path]),
  ]);
}
