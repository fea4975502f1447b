import type { Report } from '../model/finding.ts';
import { checkAddressing } from './addressing.ts';
import { checkBridge } from './bridge.ts';
import type { BrExFacts } from './facts.ts';
import { brExLayout } from './layout.ts';
import { checkSurroundings } from './surroundings.ts';

/**
 * Checks the requirements of OVN-Kubernetes on br-ex, BR01 to BR20 (OpenShift documentation, "Creating a manifest object
 * that includes a customized br-ex bridge"), as the third layer. They apply on day 1 to the host's document, and on day 2 to
 * a policy that changes br-ex, which must contain the complete br-ex and the masquerade address.
 */
export function checkBrEx(facts: BrExFacts, report: Report): void {
  const layout = brExLayout(facts.context.state, facts.context.graph);
  checkBridge(facts, layout, report);
  checkAddressing(facts, layout, report);
  checkSurroundings(facts, layout, report);
}
