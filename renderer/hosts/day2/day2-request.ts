import {
  answerQuestion,
  type GroupedPolicies,
  type HostSet,
  hostSetChanges,
  type NmstateProblem,
  type PolicyChange,
  policiesFor,
  type Question,
  questionsOf,
} from '../../../core/contract/documents/nmstate.ts';
import { capitalized, firstWords } from '../../../core/contract/documents/words.ts';
import type { SavedHostSet } from '../../../core/contract/topics/hosts.ts';
import { clusterOf } from '../verdict.ts';
import { t } from './messages.ts';

/** The hosts of a change: one by its position, or all of a role. */
export type Scope = { host: number } | { role: string };

export function scopeOf(value: string): Scope {
  return value.startsWith('host ') ? { host: Number(value.slice(5)) } : { role: value.slice(5) };
}

export function scopeValue(scope: Scope): string {
  return 'host' in scope ? `host ${scope.host}` : `role ${scope.role}`;
}

/** Returns the positions of the hosts of a scope. */
export function hostsOf({ hosts }: HostSet, scope: Scope): number[] {
  if ('host' in scope) return hosts[scope.host] ? [scope.host] : [];
  return hosts.flatMap(({ role }, index) => (role === scope.role ? [index] : []));
}

/** Returns the first worker, or the first host without workers. */
export function firstScope({ hosts }: HostSet): Scope {
  const worker = hosts.findIndex(({ role }) => role === 'worker');
  return { host: Math.max(0, worker) };
}

/** Returns the scopes to choose from: all hosts of each role, then each host. */
export function scopeChoices({ hosts }: HostSet): { scope: Scope; label: string }[] {
  const roles = [...new Set(hosts.map(({ role }) => role))];
  return [
    ...roles.map((role) => ({ scope: { role }, label: t('roleScope', { role }) })),
    ...hosts.map(({ name }, host) => ({ scope: { host }, label: name || t('rowScope', { row: host + 1 }) })),
  ];
}

/** Returns the set with some hosts of another one. @param positions of these hosts */
export function withHostsOf<S extends HostSet>(set: S, other: HostSet, positions: readonly number[]): S {
  const replaced = new Set(positions);
  return {
    ...set,
    hosts: set.hosts.map((host, index) => (replaced.has(index) ? other.hosts[index]! : host)),
  };
}

/** Returns the settings that can change for a scope; those with a value per host only for a single host. */
export function day2Questions(set: HostSet, scope: Scope): Question[] {
  const [first] = hostsOf(set, scope);
  if (first === undefined) return [];
  const questions = questionsOf(set.layout, set.hosts[first]!);
  return 'host' in scope ? questions : questions.filter(({ perHost }) => !perHost);
}

/** Returns the desired hosts with another value of a setting for all hosts of a scope. */
export function answerAll<S extends HostSet>(desired: S, scope: Scope, question: Question, value: string): S {
  return hostsOf(desired, scope).reduce((set, index) => answerQuestion(set, index, question, value), desired);
}

/**
 * Returns the policies that change the present hosts to the desired ones.
 * @param report of one host: the state that its node reports, instead of the document of the table
 */
export function day2Policies(
  present: SavedHostSet,
  desired: HostSet,
  scope: Scope,
  report: string,
): GroupedPolicies {
  const changes = hostSetChanges(present, desired, hostsOf(present, scope), report);
  const { cluster } = clusterOf(present);
  return policiesFor(changes, { cluster, openShiftVersion: present.openShiftVersion || undefined });
}

/** A change of one or several hosts. */
export interface SharedChange extends PolicyChange {
  hosts: readonly string[];
}

/** Returns the changes of all hosts, each change once. */
export function sharedChanges({ hosts }: GroupedPolicies): SharedChange[] {
  const found = new Map<string, SharedChange & { hosts: string[] }>();
  for (const { host, answer } of hosts)
    for (const change of answer.changes) {
      const key = [change.what, change.from, change.to, change.how].join('\0');
      const known = found.get(key);
      if (known) known.hosts.push(host.name);
      else found.set(key, { ...change, hosts: [host.name] });
    }
  return [...found.values()];
}

/** Returns the problems of all hosts, each once, without those that repeat why a change is rejected. */
export function sharedProblems(policies: GroupedPolicies): NmstateProblem[] {
  const shown = new Set(policies.hosts.flatMap(({ answer }) => answer.changes.map(({ how }) => how)));
  return policies.hosts.flatMap(({ answer }) =>
    answer.problems.filter(({ message, level, rule }) => {
      // A wrong address of OVN stops traffic, so its source is always shown.
      if ((level === 'info' && rule !== 'day2-masquerade') || shown.has(message)) return false;
      shown.add(message);
      return true;
    }),
  );
}

/** Returns the title of a change. @param names of the hosts */
export function day2Sentence(
  policies: GroupedPolicies,
  changes: readonly SharedChange[],
  names: readonly string[],
): string {
  if (names.length === 0) return t('noHostsTitle');
  const hosts = firstWords(names, 2);
  const rejected = changes.find(({ allowed }) => !allowed);
  if (rejected) {
    const setting = capitalized(rejected.what);
    return names.length === 1
      ? t('rejectedOnHostTitle', { setting, host: hosts })
      : t('rejectedOnNodesTitle', { setting });
  }
  if (!policies.allowed) return t('rejectedTitle', { hosts });
  if (changes.length === 0) return t('noChangesTitle', { hosts });
  const counts = { changes: changes.length, hosts, policies: policies.policies.length };
  return changes.some(({ disruptive }) => disruptive)
    ? t('disruptiveTitle', counts)
    : t('changesTitle', counts);
}
