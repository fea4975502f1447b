import type { Report } from '../model/finding.ts';
import { checkAddressing } from './addressing.ts';
import { checkBridge } from './bridge.ts';
import type { BrExFacts } from './facts.ts';
import { brExLayout } from './layout.ts';
import { checkSurroundings } from './surroundings.ts';

/**
 * Third layer: what OVN-Kubernetes needs of br-ex, BR01 to BR20 (OpenShift documentation, "Creating a manifest object
 * that includes a customized br-ex bridge"). On day 1 for the host's document; on day 2 for a policy that touches
 * br-ex, which must hold all of it and the masquerade address.
 */
export function checkBrEx(facts: BrExFacts, report: Report): void {
  const layout = brExLayout(facts.context.state, facts.context.graph);
  checkBridge(facts, layout, report);
  checkAddressing(facts, layout, report);
  checkSurroundings(facts, layout, report);
}
