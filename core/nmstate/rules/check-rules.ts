import type { Report } from '../model/finding.ts';
import { checkBonds } from './bond-rules.ts';
import { checkBridges } from './bridge-rules.ts';
import type { RuleContext } from './context.ts';
import { checkDns } from './dns-rules.ts';
import { checkEthernet } from './ethernet-rules.ts';
import { checkGraph } from './graph-rules.ts';
import { checkInterfaces } from './interface-rules.ts';
import { checkIp } from './ip-rules.ts';
import { checkOvn } from './ovn-rules.ts';
import { checkRoutes } from './route-rules.ts';
import { checkStacked } from './stacked-rules.ts';

/**
 * Checks NMState's own rules as the second layer, without those that need the state of the node (nmstate: rust/src/lib).
 */
export function checkRules(context: RuleContext, report: Report): void {
  for (const check of [
    checkInterfaces,
    checkIp,
    checkEthernet,
    checkBonds,
    checkBridges,
    checkStacked,
    checkGraph,
    checkRoutes,
    checkDns,
    checkOvn,
  ])
    check(context, report);
}
