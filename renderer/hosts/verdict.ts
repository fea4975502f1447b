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
import { partsOf, partTitle } from './columns.ts';
import { missingPart, partsAt } from './problem-places.ts';

export type Level = 'error' | 'warning';

/** What is wrong with a cell. */
export interface WrongCell extends Pick<NmstateProblem, 'message' | 'remedy'> {
  level: Level;
}

/** How one host stands. */
export interface HostState {
  level: Level | undefined;
  /** `Ready`, or what is wrong first, in a few words. */
  words: string;
  /** Cells that are wrong, and why. */
  cells: ReadonlyMap<PartName, WrongCell>;
  problems: readonly NmstateProblem[];
}

/** A problem once, however many hosts have it. */
export interface SetProblem {
  level: Level;
  title: string;
  remedy: string;
  /** Positions of the hosts it is about. */
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
  /** Why the cluster's file is not taken into account. */
  clusterFault: unknown;
}

/** Checks all hosts, by themselves, with each other and with the cluster. */
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
    const told = cells.get(index) ?? [];
    // What the table says of a cell is nearer than what follows from it in the document.
    const wrong = new Set(told.flatMap((problem) => partsAt(problem, set.hosts[index]!, parts)));
    // A variable that nobody filled in is no list, no address and so on: once is enough.
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
    return [...told, ...found];
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

/** The cluster as far as its text can be read. */
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

/** What is wrong with the cells themselves: names, MACs, addresses that are none. */
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
        message: `Row ${index + 1} has no name of a host`,
        remedy: 'Write the name, or take the row out.',
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
  return { level, words: first ? shortWords(first, host, shared) : 'Ready', cells, problems };
}

function shortWords(problem: NmstateProblem, host: SetHost, shared: HostsProblem | undefined): string {
  const others = shared?.hosts.filter((name) => name !== host.name) ?? [];
  if (problem.rule === 'address-shared' && others.length > 0)
    return `Address also on ${others.length === 1 ? shortName(others[0]!) : `${others.length} others`}`;
  if (problem.rule === 'mac-shared') {
    const macs = host.nics.flatMap(({ mac }) => mac ?? []);
    if (new Set(macs).size < macs.length)
      return macs.length === 2 ? 'Both NICs have one MAC' : 'Two NICs have one MAC';
    return 'MAC also on another host';
  }
  const missing = missingPart(problem);
  if (missing !== undefined) return `No ${partTitle(missing)}`;
  if (problem.rule === 'mtu-differs') return 'MTU unlike the others';
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
      // The names stand below it.
      title: rule?.id === 'address-shared' ? rule.title : problem.message,
      remedy: problem.remedy,
      hosts,
      part: first === undefined ? undefined : partsAt(problem, set.hosts[first]!, parts)[0],
      problem,
    };
  });
}

/** Problems that hosts have by themselves; the same one of several hosts is told once. */
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
      const missing = missingPart(problem);
      const title =
        missing === undefined ? capitalized(problem.message) : `${partTitle(missing)} is not given`;
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
  return [...groups.values()].map((group) => ({
    ...group,
    title:
      group.hosts.length === 1
        ? `${set.hosts[group.hosts[0]!]!.name || 'A host'}: ${group.title}`
        : group.title,
  }));
}
