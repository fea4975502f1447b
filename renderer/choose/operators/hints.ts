import type { RuleId } from '../../../core/contract/documents/rules.ts';
import { asSentence, wordList } from '../../../core/contract/documents/words.ts';
import type { CatalogCard, PlannedProblem } from '../../../core/contract/topics/drafts.ts';
import { problemsAt } from '../../parts/problems-at.ts';
import type { Mark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';

/** Parts of a text, of which some are bold. */
type HintText = (string | { strong: string })[];

/** A line in the row of a package: a fact about it, and an action. */
export interface PackageHint {
  key: string;
  mark: Mark;
  text: HintText;
  action?: HintAction;
}

export type HintAction =
  /** Selects these packages, in one change; `packages` ends with the row's own unless that is selected. */
  { kind: 'select'; packages: string[] } | { kind: 'fix'; problem: PlannedProblem };

/** Returns the problems of a package: at its path in the text, or, if the text doesn't name it, those about it. */
export function packageProblems(
  problems: readonly PlannedProblem[],
  name: string,
  path: readonly (string | number)[] | undefined,
): PlannedProblem[] {
  if (path !== undefined) return problemsAt(problems, path);
  return problems.filter(({ path: place, packages }) => place === undefined && packages?.includes(name));
}

/**
 * Returns whether the selection of a package can be changed. One that isn't for the target version can only be removed,
 * unless it is installed: then it may have to be mirrored.
 */
export function canChoose(card: CatalogCard): boolean {
  return card.selected || card.notForTarget === undefined || card.installed !== undefined;
}

/** Bold parts of a hint. */
const BOLD = { strong: (inner: HintText) => ({ strong: inner.join('') }) };

/**
 * Returns the hints of a package, the most severe first.
 * @param problems of the plan, at the path of this package
 * @param added whether the run adds required packages automatically (`addDependencies`)
 * @param minor of the target version: `4.18`
 */
export function packageHints(
  card: CatalogCard,
  problems: readonly PlannedProblem[],
  added: boolean,
  minor: string | undefined,
): PackageHint[] {
  const hints: PackageHint[] = problems.map((problem, index) => ({
    key: `problem ${index}`,
    mark: problem.level === 'error' ? 'bad' : problem.level === 'warning' ? 'warning' : 'info',
    text: firstBold(asSentence(problem.statement ?? problem.message)),
    action: problem.fix && { kind: 'fix' as const, problem },
  }));
  const isReported = (rule: RuleId, name: string) =>
    problems.some((problem) => problem.rule === rule && problem.packages?.includes(name));
  const version = minor ?? 'none';
  const deprecated = card.deprecated?.trim();
  if (card.notForTarget !== undefined) {
    const values = { ...BOLD, version, reason: asSentence(card.notForTarget) };
    hints.push({
      key: 'target',
      mark: 'blocked',
      text:
        deprecated === undefined
          ? t.parts('targetHint', values)
          : t.parts('deprecatedTargetHint', { ...values, message: deprecated }),
    });
  } else if (deprecated !== undefined && !isReported('package-deprecated', card.package))
    hints.push({
      key: 'deprecated',
      mark: 'warning',
      text: t.parts('deprecatedHint', { ...BOLD, message: deprecated }),
    });
  return [...hints, ...requirementHints(card, added, (name) => isReported('package-needed', name))];
}

/** Returns the hints about the packages that another one requires. */
function requirementHints(
  card: CatalogCard,
  added: boolean,
  isReported: (name: string) => boolean,
): PackageHint[] {
  const hints: PackageHint[] = [];
  const named = (wanted: boolean) =>
    card.needs.flatMap(({ package: name, selected }) =>
      name !== undefined && selected === wanted ? [name] : [],
    );
  const missing = named(false);
  if (added && card.selected && missing.length > 0)
    hints.push({ key: 'adds', mark: 'info', text: addsText(card, missing) });
  else {
    const open = missing.filter((name) => !isReported(name));
    if (open.length > 0)
      hints.push({
        key: 'requires',
        mark: card.selected ? 'warning' : 'info',
        text: t.parts('requiresHint', { ...BOLD, packages: wordList(open), count: open.length }),
        action: { kind: 'select', packages: card.selected ? open : [...open, card.package] },
      });
  }
  const chosen = named(true);
  if (card.selected && chosen.length > 0)
    hints.push({
      key: 'uses',
      mark: 'info',
      text: t.parts('requiresSelectedHint', {
        ...BOLD,
        packages: wordList(chosen),
        reason: asSentence(card.needs.find(({ package: name }) => name === chosen[0])!.reason),
      }),
    });
  for (const [index, { package: name, reason }] of card.needs.entries())
    if (name === undefined)
      hints.push({
        key: `unnamed ${index}`,
        mark: card.selected ? 'warning' : 'info',
        text: t.parts('requiresUnknownHint', { ...BOLD, reason: asSentence(reason) }),
      });
  return hints;
}

/** Returns a text with its first sentence or clause in bold. */
function firstBold(text: string): HintText {
  const end = /[.:;](?= \S)/.exec(text);
  if (!end) return [{ strong: text }];
  return [{ strong: text.slice(0, end.index + 1) }, text.slice(end.index + 1)];
}

function addsText(card: CatalogCard, names: readonly string[]): HintText {
  const packages = wordList(names);
  const reason = card.needs.find(({ package: name }) => name === names[0])?.reason;
  return names.length === 1 && reason
    ? t.parts('addsReasonHint', { ...BOLD, packages, reason: asSentence(reason) })
    : t.parts('addsHint', { ...BOLD, packages, count: names.length });
}

/** Returns the label of the button that selects packages: `Select both packages`, `Add anvil-operator`. */
export function selectLabel(card: CatalogCard, packages: readonly string[]): string {
  const count = packages.length;
  if (card.selected)
    return count === 1 ? t('addButton', { package: packages[0]! }) : t('addAllButton', { count });
  return count === 2 ? t('selectBothButton') : t('selectAllButton', { count });
}
