import {
  type ClusterNetwork,
  documentsOf,
  type HostSet,
  type HostsProblem,
  type NmstateProblem,
  type PartName,
  readClusterNetwork,
  readHostTable,
  type SetHost,
  shortName,
  validateHosts,
  writeHostTable,
} from '../../core/contract/documents/nmstate.ts';
import { RULE } from '../../core/contract/documents/rules.ts';
import { capitalized } from '../../core/contract/documents/words.ts';
import { partsOf } from './columns.ts';
import { t } from './messages.ts';
import { inTableTerms } from './missing-values.ts';
import { partsAt } from './problem-places.ts';

export type Level = 'error' | 'warning';

/** The problem of a cell. */
export interface WrongCell extends Pick<NmstateProblem, 'message' | 'remedy'> {
  level: Level;
}

/** The result of the checks of one host. */
export interface HostState {
  level: Level | undefined;
  /** `Ready`, or the first problem in a few words. */
  words: string;
  /** Cells with a problem. */
  cells: ReadonlyMap<PartName, WrongCell>;
  problems: readonly NmstateProblem[];
}

/** A problem of one or several hosts. */
export interface SetProblem {
  level: Level;
  title: string;
  remedy: string;
  /** Positions of the affected hosts. */
  hosts: readonly number[];
  /** The cell to go to. */
  part: PartName | undefined;
  problem: NmstateProblem & Pick<Partial<HostsProblem>, 'suggestion'>;
}

export interface Verdict {
  hosts: readonly HostState[];
  problems: readonly SetProblem[];
  errors: number;
  warnings: number;
  /** Hosts without an error. */
  ready: number;
  /** Why the cluster settings can't be read. */
  clusterFault: unknown;
}

/** Checks each host, all hosts against each other, and all hosts against the cluster. */
export function verdictOf(set: HostSet): Verdict {
  const { cluster, fault } = clusterOf(set);
  const verdict = validateHosts(
    documentsOf(set),
    cluster,
    set.openShiftVersion === '' ? {} : { openShiftVersion: set.openShiftVersion },
  );
  const cells = cellProblems(set);
  const parts = partsOf(set);
  const own = set.hosts.map((_, index) => {
    const ofCells = cells.get(index) ?? [];
    // The problem of a cell is more precise than its consequences in the document.
    const wrong = new Set(ofCells.flatMap((problem) => partsAt(problem, set.hosts[index]!, parts)));
    // A missing variable isn't a valid list or address either. It is reported once.
    const unfilled = new Set(
      verdict.hosts[index]!.problems.flatMap(({ rule, line }) =>
        rule === 'template-variable' && line !== undefined ? [line] : [],
      ),
    );
    const found = verdict.hosts[index]!.problems.filter(
      (problem) =>
        problem.level !== 'info' &&
        (problem.rule === 'template-variable' || problem.line === undefined || !unfilled.has(problem.line)) &&
        (problem.code === 'nmstate-hosts' ||
          !partsAt(problem, set.hosts[index]!, parts).some((part) => wrong.has(part))),
    );
    return [...ofCells, ...inTableTerms(found, set.hosts[index]!, parts)];
  });
  const problems = [...acrossProblems(verdict.across, set, parts), ...ownProblems(own, set, parts)].sort(
    (a, b) => rank(a.level) - rank(b.level),
  );
  const across = new Map<number, HostsProblem>();
  for (const one of verdict.across)
    if (one.rule === 'address-shared')
      for (const name of one.hosts)
        across.set(
          set.hosts.findIndex((host) => host.name === name),
          one,
        );
  return {
    hosts: set.hosts.map((host, index) => stateOf(host, own[index]!, across.get(index), parts)),
    problems,
    errors: problems.filter(({ level }) => level === 'error').length,
    warnings: problems.filter(({ level }) => level === 'warning').length,
    ready: own.filter((found) => !found.some(({ level }) => level === 'error')).length,
    clusterFault: fault,
  };
}

/** Returns the cluster of the set, or why its text can't be read. */
export function clusterOf({ cluster }: Pick<HostSet, 'cluster'>): {
  cluster?: ClusterNetwork;
  fault?: unknown;
} {
  if (cluster.trim() === '') return {};
  try {
    return { cluster: readClusterNetwork(cluster) };
  } catch (fault) {
    return { fault };
  }
}

function rank(level: Level): number {
  return level === 'error' ? 0 : 1;
}

/** Returns the problems of cells: missing names, invalid MACs and addresses. */
function cellProblems({ hosts }: HostSet): Map<number, NmstateProblem[]> {
  const found = new Map<number, NmstateProblem[]>();
  const add = (index: number, problem: NmstateProblem) =>
    found.set(index, [...(found.get(index) ?? []), problem]);
  const named = hosts.flatMap(({ name }, index) => (name === '' ? [] : [index]));
  hosts.forEach(({ name }, index) => {
    if (name === '')
      add(index, {
        code: 'host-table',
        level: 'error',
        message: t('noNameError'),
        remedy: t('noNameRemedy'),
        rule: 'no-name',
      });
  });
  const text = writeHostTable(
    named.map((index) => hosts[index]!),
    { format: 'tsv' },
  );
  for (const problem of readHostTable(text, { format: 'tsv' }).problems) {
    const index = named[(problem.line ?? 0) - 2];
    if (index !== undefined && problem.level !== 'info') add(index, problem);
  }
  return found;
}

function stateOf(
  host: SetHost,
  problems: readonly NmstateProblem[],
  shared: HostsProblem | undefined,
  parts: readonly PartName[],
): HostState {
  const level = problems.some((one) => one.level === 'error')
    ? 'error'
    : problems.some((one) => one.level === 'warning')
      ? 'warning'
      : undefined;
  const cells = new Map<PartName, WrongCell>();
  for (const problem of problems)
    for (const part of partsAt(problem, host, parts)) {
      const known = cells.get(part);
      if (known?.level === 'error' || (known && problem.level !== 'error')) continue;
      cells.set(part, { level: problem.level as Level, message: problem.message, remedy: problem.remedy });
    }
  const first = problems.find((one) => one.level === level);
  return { level, words: first ? shortWords(first, host, shared) : t('readyState'), cells, problems };
}

function shortWords(problem: NmstateProblem, host: SetHost, shared: HostsProblem | undefined): string {
  const others = shared?.hosts.filter((name) => name !== host.name) ?? [];
  if (problem.rule === 'address-shared' && others.length > 0)
    return others.length === 1
      ? t('addressSharedState', { host: shortName(others[0]!) })
      : t('addressSharedSeveralState', { hosts: others.length });
  if (problem.rule === 'mac-shared') {
    const macs = host.nics.flatMap(({ mac }) => mac ?? []);
    if (new Set(macs).size < macs.length)
      return macs.length === 2 ? t('nicsOneMacState') : t('twoNicsOneMacState');
    return t('macSharedState');
  }
  if (problem.rule === 'address-unused') return t('addressUnusedState');
  if (problem.rule === 'mtu-differs') return t('mtuDiffersState');
  const rule = problem[RULE];
  const ofHost = rule?.id === 'host-differs' || rule?.id === 'address-shared' ? rule.ofHost : undefined;
  return capitalized(ofHost ?? problem.message);
}

function acrossProblems(
  across: readonly HostsProblem[],
  set: HostSet,
  parts: readonly PartName[],
): SetProblem[] {
  const byName = new Map(set.hosts.map(({ name }, index) => [name, index]));
  return across.flatMap((problem) => {
    if (problem.level === 'info') return [];
    const hosts = problem.hosts.flatMap((name) => byName.get(name) ?? []);
    const [first] = hosts;
    const rule = problem[RULE];
    return {
      level: problem.level,
      // The names are shown below it.
      title: rule?.id === 'address-shared' ? rule.title : problem.message,
      remedy: problem.remedy,
      hosts,
      part: first === undefined ? undefined : partsAt(problem, set.hosts[first]!, parts)[0],
      problem,
    };
  });
}

/** Returns the problems of single hosts, each once for all hosts that have it. */
function ownProblems(
  own: readonly (readonly NmstateProblem[])[],
  set: HostSet,
  parts: readonly PartName[],
): SetProblem[] {
  const groups = new Map<string, SetProblem & { hosts: number[] }>();
  own.forEach((problems, index) => {
    const host = set.hosts[index]!;
    for (const problem of problems) {
      if (problem.code === 'nmstate-hosts') continue;
      const title = capitalized(problem.message);
      const key = `${problem.rule}\0${title}`;
      const known = groups.get(key);
      if (known) {
        if (!known.hosts.includes(index)) known.hosts.push(index);
        continue;
      }
      groups.set(key, {
        level: problem.level as Level,
        title,
        remedy: problem.remedy,
        hosts: [index],
        part: partsAt(problem, host, parts)[0],
        problem,
      });
    }
  });
  return [...groups.values()].map((group) => {
    const [only, ...others] = group.hosts;
    return others.length > 0
      ? group
      : { ...group, title: titleOf(group.title, set.hosts[only!]!.name, only!) };
  });
}

/** Returns the title of a problem that only one host has. */
function titleOf(problem: string, host: string, index: number): string {
  return host === ''
    ? t('rowProblemTitle', { row: index + 1, problem })
    : t('hostProblemTitle', { host, problem });
}
