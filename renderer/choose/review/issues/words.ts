import { capitalized } from '../../../../core/contract/documents/words.ts';
import type { ContractLookUp, PlannedProblem } from '../../../../core/contract/topics/drafts.ts';
import type { ContractProblem } from '../../../../core/contract/topics/vocabulary.ts';
import type { Mark } from '../../../parts/state-mark.tsx';
import { shortCatalog } from '../../operators/words.ts';
import { t } from './messages.ts';

/** Returns the number of issues, and what prevents the run. */
export function issuesTitle(
  problems: readonly Pick<PlannedProblem, 'level'>[],
  { notes, isEmpty, isFailed }: { notes: number; isEmpty: boolean; isFailed: boolean },
): { title: string; note: string; mark: Mark } {
  const errors = problems.filter(({ level }) => level === 'error').length;
  // The empty selection is a row of its own.
  const issues = problems.length + notes + (isEmpty ? 1 : 0);
  if (errors > 0)
    return { title: t('issuesTitle', { issues }), note: t('errorsCountNote', { errors }), mark: 'bad' };
  if (isEmpty) return { title: t('nothingTitle'), note: t('nothingNote'), mark: 'warning' };
  if (issues === 0 && !isFailed)
    return { title: t('noIssuesTitle'), note: t('readyNote', { issues }), mark: 'good' };
  return {
    title: t('issuesTitle', { issues: Math.max(1, issues) }),
    note: isFailed ? t('loadNote') : t('readyNote', { issues }),
    mark: 'warning',
  };
}

/** Returns the problems of the draft with those that only the list of its images shows. */
export function withListed(
  problems: readonly PlannedProblem[],
  listed: readonly ContractProblem[],
): PlannedProblem[] {
  const known = new Set(problems.map(({ message }) => message));
  return [...problems, ...listed.filter(({ message }) => !known.has(message))];
}

/** Data is old after a day. ms */
const OLD_MS = 86_400_000;

/** Returns the data that Review lists: not loaded yet, or loaded more than a day ago. */
export function notesOf(lookUps: readonly ContractLookUp[], now: Date): ContractLookUp[] {
  return lookUps.filter(
    ({ kind, asOf }) =>
      kind !== 'manifests' && (asOf === undefined || now.getTime() - Date.parse(asOf) > OLD_MS),
  );
}

/** Returns the state of data as a title: `Catalog redhat v4.18 is 7 days old`. */
export function noteTitle({ name, catalog, asOf }: ContractLookUp, now: Date): string {
  const shown =
    catalog === undefined ? capitalized(name) : t('catalogName', { catalog: shortCatalog(catalog) });
  if (asOf === undefined) return t('notLoadedTitle', { name: shown });
  const days = Math.floor((now.getTime() - Date.parse(asOf)) / OLD_MS);
  return t('ageTitle', { name: shown, days });
}

/** Returns what the state of data means for the plan. */
export function noteWords({ kind, asOf }: ContractLookUp): string {
  if (asOf === undefined) return t(kind === 'catalog' ? 'catalogUnknownText' : 'unknownText');
  return t(kind === 'catalog' ? 'catalogOldText' : kind === 'graph' ? 'graphOldText' : 'oldText');
}
