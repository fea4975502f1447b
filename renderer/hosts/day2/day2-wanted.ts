import {
  answerQuestion,
  documentOf,
  type GroupedPolicies,
  type HostChange,
  type HostSet,
  type NmstateProblem,
  type PolicyChange,
  policiesFor,
  type Question,
  questionsOf,
  readNmstate,
} from '../../../core/contract/documents/nmstate.ts';
import { firstWords } from '../../../core/contract/documents/words.ts';
import type { KeptHostSet } from '../../../core/contract/topics/hosts.ts';
import { counted } from '../../parts/format.ts';
import { clusterOf } from '../verdict.ts';

/** Which hosts a change is for: one by its position, or all of a role. */
export type Scope = { host: number } | { role: string };

export function scopeOf(value: string): Scope {
  return value.startsWith('host ') ? { host: Number(value.slice(5)) } : { role: value.slice(5) };
}

export function scopeValue(scope: Scope): string {
  return 'host' in scope ? `host ${scope.host}` : `role ${scope.role}`;
}

/** Positions of the hosts of a scope. */
export function hostsOf({ hosts }: HostSet, scope: Scope): number[] {
  if ('host' in scope) return hosts[scope.host] ? [scope.host] : [];
  return hosts.flatMap(({ role }, index) => (role === scope.role ? [index] : []));
}

/** The first worker, else the first host. */
export function firstScope({ hosts }: HostSet): Scope {
  const worker = hosts.findIndex(({ role }) => role === 'worker');
  return { host: Math.max(0, worker) };
}

/** The scopes to choose from: all hosts of each role, then each host. */
export function scopeChoices({ hosts }: HostSet): { scope: Scope; label: string }[] {
  const roles = [...new Set(hosts.map(({ role }) => role))];
  return [
    ...roles.map((role) => ({ scope: { role }, label: `All hosts of ${role}` })),
    ...hosts.map(({ name }, host) => ({ scope: { host }, label: name || `row ${host + 1}` })),
  ];
}

/** A set with some hosts of another one. @param positions of these hosts */
export function withHostsOf<S extends HostSet>(set: S, other: HostSet, positions: readonly number[]): S {
  const taken = new Set(positions);
  return { ...set, hosts: set.hosts.map((host, index) => (taken.has(index) ? other.hosts[index]! : host)) };
}

/** The questions that can be asked of all hosts of a scope: what differs from host to host only of one. */
export function day2Questions(set: HostSet, scope: Scope): Question[] {
  const [first] = hostsOf(set, scope);
  if (first === undefined) return [];
  const questions = questionsOf(set.layout, set.hosts[first]!);
  return 'host' in scope ? questions : questions.filter(({ perHost }) => !perHost);
}

/** The wanted hosts with another answer for all of a scope. */
export function answerAll<S extends HostSet>(wanted: S, scope: Scope, question: Question, value: string): S {
  return hostsOf(wanted, scope).reduce((set, index) => answerQuestion(set, index, question, value), wanted);
}

/**
 * The policies that make the wanted hosts of the present ones.
 * @param report of one host: what its node says it has, in place of the document of the table
 */
export function day2Policies(
  present: KeptHostSet,
  wanted: HostSet,
  scope: Scope,
  report: string,
): GroupedPolicies {
  const changes = hostsOf(present, scope).map((index): HostChange => {
    const { host, document } = documentOf(present.layout, present.hosts[index]!);
    return {
      host,
      present: report.trim() === '' || !('host' in scope) ? document : readNmstate(report),
      wanted: documentOf(wanted.layout, wanted.hosts[index]!).document,
    };
  });
  const { cluster } = clusterOf(present);
  return policiesFor(changes, { cluster, openShiftVersion: present.openShiftVersion || undefined });
}

/** A change that one or several hosts have. */
export interface SharedChange extends PolicyChange {
  hosts: readonly string[];
}

/** Changes of all hosts, the same one once. */
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

/** Problems of all hosts, the same one once; those that only say again why a change is refused are left out. */
export function sharedProblems(policies: GroupedPolicies): NmstateProblem[] {
  const told = new Set(policies.hosts.flatMap(({ answer }) => answer.changes.map(({ how }) => how)));
  return policies.hosts.flatMap(({ answer }) =>
    answer.problems.filter(({ message, level, rule }) => {
      // A wrong address of OVN stops traffic: what it was taken from is always told.
      if ((level === 'info' && rule !== 'day2-masquerade') || told.has(message)) return false;
      told.add(message);
      return true;
    }),
  );
}

/** What the change comes to, in one sentence. */
export function day2Sentence(
  policies: GroupedPolicies,
  changes: readonly SharedChange[],
  names: readonly string[],
): string {
  const who = firstWords(names, 2);
  if (names.length === 0) return 'No host for a change';
  const refused = changes.find(({ allowed }) => !allowed);
  if (refused) return `${refused.what} cannot change on ${names.length === 1 ? who : 'running nodes'}`;
  if (!policies.allowed) return `The change of ${who} is refused`;
  if (changes.length === 0) return `What is to change on ${who}?`;
  const many = policies.policies.length;
  const brief = changes.some(({ disruptive }) => disruptive) ? ', with a short interruption' : '';
  return `${counted(changes.length, 'change')} of ${who}, by ${many === 1 ? 'one policy' : `${many} policies`}${brief}`;
}
