import { useMemo, useState } from 'react';
import { documentOf, type Question, writeDocument } from '../../../core/contract/documents/nmstate.ts';
import type { KeptHostSet } from '../../../core/contract/topics/hosts.ts';
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
} from './day2-wanted.ts';

/** A change of running nodes while it is worked out. */
export type Day2 = ReturnType<typeof useDay2>;

/** A change of the hosts of the open set. */
export function useDay2() {
  const { set, change } = useHosts();
  const [scope, setScope] = useState<Scope>(() => firstScope(set));
  const [wanted, setWanted] = useState<KeptHostSet>(set);
  const [report, setReport] = useState('');
  const positions = hostsOf(set, scope);
  const [first] = positions;
  const policies = useMemo(() => day2Policies(set, wanted, scope, report), [set, wanted, scope, report]);
  const changes = useMemo(() => sharedChanges(policies), [policies]);
  const problems = useMemo(() => sharedProblems(policies), [policies]);
  return {
    scope,
    /** Turns to other hosts; what was wanted of the former ones is forgotten. */
    choose(next: Scope) {
      setScope(next);
      setWanted(set);
      setReport('');
    },
    /** Position of the host whose documents are shown; undefined where the scope has none. */
    first,
    /** Of the hosts of the scope. */
    names: positions.map((index) => set.hosts[index]!.name),
    wanted,
    answer: (question: Question, value: string) =>
      setWanted((former) => answerAll(former, scope, question, value)),
    /** Writes the wanted document of the first host. */
    write: (text: string) =>
      setWanted((former) => (first === undefined ? former : writeDocument(former, first, text))),
    /** What the node says it has. */
    report,
    setReport,
    policies,
    changes,
    problems,
    /** Takes the wanted hosts into the table. */
    take: () => change('The change is in the table', (kept) => withHostsOf(kept, wanted, positions)),
  };
}

/** The document of a host of a set. */
export function textOf({ layout, hosts }: KeptHostSet, index: number): string {
  return documentOf(layout, hosts[index]!).document.yaml.text;
}
