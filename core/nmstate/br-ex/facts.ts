import type { ClusterNetwork } from '../model/cluster-network.ts';
import type { Host } from '../model/host.ts';
import type { RuleContext } from '../rules/context.ts';

/** Facts for the requirements of br-ex. Everything except the document may be unknown. */
export interface BrExFacts {
  context: RuleContext;
  host: Host | undefined;
  cluster: ClusterNetwork | undefined;
  /** Role of the MachineConfig that contains the document. */
  role: string | undefined;
  file: string | undefined;
  /** Version such as 4.18, which determines the masquerade address of OVN-Kubernetes. */
  openShiftVersion: string | undefined;
}
