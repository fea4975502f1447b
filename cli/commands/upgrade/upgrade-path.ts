import type { Command } from '@commander-js/extra-typings';
import { addUpgradePathOcp } from './upgrade-path-ocp.ts';
import { addUpgradePathOperator } from './upgrade-path-operator.ts';
import { addUpgradePathPlan } from './upgrade-path-plan.ts';

export function addUpgradePath(program: Command): void {
  const path = program
    .command('upgrade-path')
    .description('which versions lead from here to there, and what to mirror for that');
  addUpgradePathOcp(path);
  addUpgradePathOperator(path);
  addUpgradePathPlan(path);
}
