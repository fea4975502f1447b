import type { ClusterNetwork } from '../model/cluster-network.ts';
import type { Host } from '../model/host.ts';
import type { RuleContext } from '../rules/context.ts';

/** What the requirements of br-ex are checked against; every part but the document may be unknown. */
export interface BrExFacts {
  context: RuleContext;
  host: Host | undefined;
  cluster: ClusterNetwork | undefined;
  /** Pool whose MachineConfig would carry the document. */
  role: string | undefined;
  file: string | undefined;
  /** E.g. 4.18; decides which masquerade address OVN-Kubernetes has. */
  openShiftVersion: string | undefined;
}
