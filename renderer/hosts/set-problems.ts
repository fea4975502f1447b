import { presetOf } from '../../core/contract/documents/nmstate.ts';
import { firstWords } from '../../core/contract/documents/words.ts';
import type { SavedHostSet } from '../../core/contract/topics/hosts.ts';
import type { ListedProblem, ProblemAction } from '../editor/problem-list.tsx';
import { partTitle } from './columns.ts';
import { fixOf } from './fixes.ts';
import type { HostsState } from './hosts-store.ts';
import { t } from './messages.ts';
import type { SetProblem, Verdict } from './verdict.ts';

/** Functions that open the place of a problem. */
export interface ProblemPlaces {
  /** Goes to the cell of a problem. */
  onGo: (problem: SetProblem) => void;
  /** Opens the layout of all hosts. */
  onLayout: () => void;
  /** Opens a host. */
  onHost: (name: string) => void;
}

/** Returns the problems of a set for the list: sentence, hosts, and the buttons that fix them or go to their place. */
export function listedProblems(
  set: SavedHostSet,
  verdict: Pick<Verdict, 'problems'> | undefined,
  change: HostsState['change'],
  places: ProblemPlaces & { rejection: string | undefined },
): ListedProblem[] {
  return (verdict?.problems ?? []).map((problem): ListedProblem => {
    const names = namesOf(problem, set);
    const shown = names.length > 0 && !names.every((name) => problem.title.includes(name));
    const fix = fixOf(problem, set);
    return {
      level: problem.level,
      text: problem.title,
      remedy: problem.remedy,
      place: shown ? firstWords(names, 3) : undefined,
      actions: [
        ...(fix
          ? [{ label: fix.label, rejection: places.rejection, run: () => change(fix.label, fix.edit) }]
          : []),
        placeAction(problem, set, names[0], places),
      ],
    };
  });
}

/** Returns how many problems a set has, and how many hosts they affect. */
export function problemsTitle({
  hosts,
  errors,
  warnings,
}: Pick<Verdict, 'hosts' | 'errors' | 'warnings'>): string {
  const affected = hosts.filter(({ level }) => level !== undefined).length;
  const problems = [
    ...(errors > 0 ? [t('errorCount', { errors })] : []),
    ...(warnings > 0 ? [t('warningCount', { warnings })] : []),
  ].join(', ');
  return affected > 0 ? t('problemsOnHosts', { problems, hosts: affected }) : problems;
}

function placeAction(
  problem: SetProblem,
  set: SavedHostSet,
  first: string | undefined,
  { onGo, onLayout, onHost, rejection }: ProblemPlaces & { rejection: string | undefined },
): ProblemAction {
  if (problem.problem.rule === 'address-unused')
    return { label: t('editLayoutButton'), rejection, run: onLayout };
  if (problem.hosts.length > 1 && isShared(problem, set))
    return { label: t('setForAllButton', { setting: partTitle(problem.part!) }), rejection, run: onLayout };
  if (problem.part !== undefined)
    return {
      label:
        first === undefined
          ? t('goToRowButton', { row: (problem.hosts[0] ?? 0) + 1 })
          : t('goToHostButton', { host: first }),
      run: () => onGo(problem),
    };
  return first === undefined
    ? { label: t('editLayoutButton'), rejection, run: onLayout }
    : { label: t('openHostButton', { host: first }), run: () => onHost(first) };
}

function namesOf({ hosts }: SetProblem, set: SavedHostSet): string[] {
  return hosts.map((index) => set.hosts[index]?.name ?? '').filter(Boolean);
}

/** Returns whether the layout has the setting of a problem for all hosts. */
function isShared({ part, hosts }: SetProblem, set: SavedHostSet): boolean {
  if (part === undefined) return false;
  const host = set.hosts[hosts[0] ?? -1];
  const questions = host && presetOf(set.layout, host)?.questions;
  return questions?.some(({ variable, perHost }) => variable === part && !perHost) ?? false;
}
