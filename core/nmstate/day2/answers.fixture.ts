import { expect } from 'vitest';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import { readNmstate } from '../model/document.ts';
import type { Fields } from '../model/values.ts';
import { type PolicyAnswer, type PolicyOptions, policyFor } from './policy-for.ts';

/** A change of a text that must be there. */
export const cut =
  (from: string, to = '') =>
  (text: string) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  };
/** A cluster of which nothing is known but that OVN has its usual networks. */
const CLUSTER: ClusterNetwork = {
  machineNetworks: [],
  apiVips: [],
  ingressVips: [],
  serviceNetworks: [],
  clusterNetworks: [],
  masquerade: {},
};
/** The answer for a host of a cluster that was installed with 4.18. */
export const answer = (present: string, wanted: string, options: Partial<PolicyOptions> = {}): PolicyAnswer =>
  policyFor(readNmstate(present, { file: 'present.yml' }), readNmstate(wanted, { file: 'wanted.yml' }), {
    host: 'worker-0',
    openShiftVersion: '4.18',
    ...options,
    cluster: { ...CLUSTER, ...options.cluster },
  } as PolicyOptions);
/** The fields of a text's first state. */
export const stateOf = (text: string): Fields => readNmstate(text).states[0]!.state.fields;

/** A state as a node reports it. */
export const report = (state: string) =>
  `kind: NodeNetworkState\nmetadata: {name: worker-0}\nstatus:\n  currentState:\n${state.replaceAll(/^(?=.)/gm, '    ')}`;
