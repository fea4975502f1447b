import type { RuleId } from '../../../core/contract/documents/rules.ts';
import { capitalized, wordList } from '../../../core/contract/documents/words.ts';
import type { CatalogCard, PlannedProblem } from '../../../core/contract/topics/drafts.ts';
import { problemsAt } from '../../parts/problems-at.ts';
import type { Mark } from '../../parts/state-mark.tsx';

/** A line inside the row of a package: what is to know of it, and what can be done about it. */
export interface PackageHint {
  key: string;
  mark: Mark;
  /** In bold. */
  strong: string;
  rest: string;
  action?: HintAction;
}

export type HintAction =
  /** Selects these packages, in one change; `packages` ends with the row's own unless that is selected. */
  { kind: 'select'; packages: string[] } | { kind: 'fix'; problem: PlannedProblem };

/** Problems of one package: at its place in the text, or, where it is not in the text, those about it. */
export function packageProblems(
  problems: readonly PlannedProblem[],
  name: string,
  path: readonly (string | number)[] | undefined,
): PlannedProblem[] {
  if (path !== undefined) return problemsAt(problems, path);
  return problems.filter(({ path: place, packages }) => place === undefined && packages?.includes(name));
}

/** A package that is not for the version that is wanted can only be taken out; what is installed may have to be carried. */
export function canChoose(card: CatalogCard): boolean {
  return card.selected || card.notForTarget === undefined || card.installed !== undefined;
}

/**
 * What a row says below its package, the gravest first.
 * @param problems of the plan, at this package's place
 * @param brought the run adds what is needed by itself (`addDependencies`)
 * @param minor of the version that is wanted: `4.18`
 */
export function packageHints(
  card: CatalogCard,
  problems: readonly PlannedProblem[],
  brought: boolean,
  minor: string | undefined,
): PackageHint[] {
  const hints: PackageHint[] = problems.map((problem, index) => ({
    key: `problem ${index}`,
    mark: problem.level === 'error' ? 'bad' : problem.level === 'warning' ? 'warning' : 'info',
    ...sentences(problem.statement ?? problem.message),
    action: problem.fix && { kind: 'fix' as const, problem },
  }));
  const isReported = (rule: RuleId, name: string) =>
    problems.some((problem) => problem.rule === rule && problem.packages?.includes(name));
  const wanted = minor ?? 'your version';
  const deprecation = card.deprecated === undefined ? '' : said(card.deprecated);
  if (card.notForTarget !== undefined)
    hints.push({
      key: 'target',
      mark: 'blocked',
      strong: deprecation ? `Deprecated, and not for ${wanted}.` : `Not for ${wanted}.`,
      rest: [withStop(capital(card.notForTarget)), deprecation].filter(Boolean).join(' '),
    });
  else if (card.deprecated !== undefined && !isReported('package-deprecated', card.package))
    hints.push({ key: 'deprecated', mark: 'warning', strong: 'Deprecated.', rest: deprecation });
  const missing = card.needs.flatMap(({ package: name, selected }) =>
    name !== undefined && !selected ? [name] : [],
  );
  const unnamed = card.needs.filter(({ package: name }) => name === undefined);
  if (brought && card.selected && missing.length > 0)
    hints.push({
      key: 'brings',
      mark: 'info',
      strong: `Brings ${wordList(missing)}`,
      rest: reasonOf(card, missing, 'which it requires'),
    });
  else {
    const open = missing.filter((name) => !isReported('package-needed', name));
    if (open.length > 0)
      hints.push({
        key: 'needs',
        mark: card.selected ? 'warning' : 'info',
        strong: `Needs ${wordList(open)}`,
        rest: `, which ${open.length === 1 ? 'is' : 'are'} not selected.`,
        action: { kind: 'select', packages: card.selected ? open : [...open, card.package] },
      });
  }
  const chosen = card.needs.flatMap(({ package: name, selected }) =>
    name !== undefined && selected ? [name] : [],
  );
  if (card.selected && chosen.length > 0)
    hints.push({
      key: 'uses',
      mark: 'info',
      strong: `Needs ${wordList(chosen)}`,
      rest: `, selected too: ${withStop(card.needs.find(({ package: name }) => name === chosen[0])!.reason)}`,
    });
  for (const [index, { reason }] of unnamed.entries())
    hints.push({
      key: `unnamed ${index}`,
      mark: card.selected ? 'warning' : 'info',
      strong: 'Needs what no package here gives.',
      rest: withStop(capital(reason)),
    });
  return hints;
}

/** What selecting writes on its button: `Select both`, `Add anvil-operator`. */
export function selectLabel(card: CatalogCard, packages: readonly string[]): string {
  if (card.selected) return packages.length === 1 ? `Add ${packages[0]}` : `Add all ${packages.length}`;
  return packages.length === 2 ? 'Select both' : `Select all ${packages.length}`;
}

function reasonOf(card: CatalogCard, names: readonly string[], otherwise: string): string {
  const reason = card.needs.find(({ package: name }) => name === names[0])?.reason;
  return names.length === 1 && reason ? `: ${withStop(reason)}` : `, ${otherwise}.`;
}

/** What is said first stands in bold. The row stands in the list of its catalog: that is not said again. */
function sentences(said: string): Pick<PackageHint, 'strong' | 'rest'> {
  const end = /[.:;](?= \S)|, (?=which )/.exec(said);
  if (!end) return { strong: withStop(capital(said)), rest: '' };
  const comma = said[end.index] === ',';
  const cut = comma ? end.index : end.index + 1;
  return { strong: capital(said.slice(0, cut)), rest: withStop(said.slice(cut).trim()) };
}

function said(words: string): string {
  return `The catalog says: "${words.trim()}"`;
}

function withStop(words: string): string {
  const text = words.trim();
  return /[.!?"]$/.test(text) ? text : `${text}.`;
}

/** Names of packages and versions are left as they are. */
function capital(words: string): string {
  return /^[a-z]+[ ,.]/.test(words) ? capitalized(words) : words;
}
