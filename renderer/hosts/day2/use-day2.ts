import { useMemo, useState } from 'react';
import { documentOf, type Question, writeDocument } from '../../../core/contract/documents/nmstate.ts';
import type { SavedHostSet } from '../../../core/contract/topics/hosts.ts';
import { useHosts } from '../use-hosts.tsx';
import {
  answerAll,
  day2Policies,
  firstScope,
  hostsOf,
  type Scope,
  sharedChanges,
  sharedProblems,
  withHostsOf,
} from './day2-request.ts';
import { t } from './messages.ts';

/** A change of running nodes while it is edited. */
export type Day2 = ReturnType<typeof useDay2>;

/** Returns a change of the hosts of the open set. */
export function useDay2() {
  const { set, change } = useHosts();
  const [scope, setScope] = useState<Scope>(() => firstScope(set));
  const [desired, setDesired] = useState<SavedHostSet>(set);
  const [report, setReport] = useState('');
  const positions = hostsOf(set, scope);
  const [first] = positions;
  const policies = useMemo(() => day2Policies(set, desired, scope, report), [set, desired, scope, report]);
  const changes = useMemo(() => sharedChanges(policies), [policies]);
  const problems = useMemo(() => sharedProblems(policies), [policies]);
  return {
    scope,
    /** Chooses other hosts and discards the changes. */
    choose(next: Scope) {
      setScope(next);
      setDesired(set);
      setReport('');
    },
    /** Position of the host whose documents are shown; undefined in an empty scope. */
    first,
    /** Of the hosts of the scope, in the set. */
    positions,
    /** Of the hosts of the scope. */
    names: positions.map((index) => set.hosts[index]!.name),
    desired,
    answer: (question: Question, value: string) =>
      setDesired((former) => answerAll(former, scope, question, value)),
    /** Writes the desired document of the first host. */
    write: (text: string) =>
      setDesired((former) => (first === undefined ? former : writeDocument(former, first, text))),
    /** The state that the node reports. */
    report,
    setReport,
    policies,
    changes,
    problems,
    /** Writes the desired hosts to the table. */
    updateTable: () => change(t('tableUpdated'), (now) => withHostsOf(now, desired, positions)),
  };
}

/** Returns the document of a host of a set. */
export function textOf({ layout, hosts }: SavedHostSet, index: number): string {
  return documentOf(layout, hosts[index]!).document.yaml.text;
}
