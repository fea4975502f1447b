import type { Command } from '@commander-js/extra-typings';
import { t } from './messages.ts';
import { addUpgradePathOcp } from './upgrade-path-ocp.ts';
import { addUpgradePathOperator } from './upgrade-path-operator.ts';
import { addUpgradePathPlan } from './upgrade-path-plan.ts';

export function addUpgradePath(program: Command): void {
  const path = program.command('upgrade-path').description(t('upgradePath'));
  addUpgradePathOcp(path);
  addUpgradePathOperator(path);
  addUpgradePathPlan(path);
}
