import { expect } from 'vitest';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import { readNmstate } from '../model/document.ts';
import type { Fields } from '../model/values.ts';
import { type PolicyAnswer, type PolicyOptions, policyFor } from './policy-for.ts';

/** Returns a function that replaces a text, which must exist. */
export const cut =
  (from: string, to = '') =>
  (text: string) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  };
/** A cluster of which only the default masquerade networks are known. */
const CLUSTER: ClusterNetwork = {
  machineNetworks: [],
  apiVips: [],
  ingressVips: [],
  serviceNetworks: [],
  clusterNetworks: [],
  masquerade: {},
};
/** Returns the answer for a host of a cluster that was installed with 4.18. */
export const answer = (
  present: string,
  desired: string,
  options: Partial<PolicyOptions> = {},
): PolicyAnswer =>
  policyFor(readNmstate(present, { file: 'present.yml' }), readNmstate(desired, { file: 'wanted.yml' }), {
    host: 'worker-0',
    openShiftVersion: '4.18',
    ...options,
    cluster: { ...CLUSTER, ...options.cluster },
  } as PolicyOptions);
/** Returns the fields of a text's first state. */
export const stateOf = (text: string): Fields => readNmstate(text).states[0]!.state.fields;

/** Returns a state as the report of a node. */
export const report = (state: string) =>
  `kind: NodeNetworkState\nmetadata: {name: worker-0}\nstatus:\n  currentState:\n${state.replaceAll(/^(?=.)/gm, '    ')}`;
