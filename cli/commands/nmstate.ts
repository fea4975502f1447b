import type { Command } from 'commander';
import { addNmstateAdopt } from './nmstate-adopt.ts';
import { addNmstateExplain } from './nmstate-explain.ts';
import { addNmstateInstaller } from './nmstate-installer.ts';
import { addNmstateMachineConfig } from './nmstate-machineconfig.ts';
import { addNmstateNncp } from './nmstate-nncp.ts';
import { addNmstateScaleOut } from './nmstate-scaleout.ts';
import { addNmstateValidate } from './nmstate-validate.ts';

export function addNmstate(program: Command): void {
  const nmstate = program
    .command('nmstate')
    .description('networks of hosts: per-host NMState for br-ex, checked, and as what clusters take');
  addNmstateValidate(nmstate);
  addNmstateMachineConfig(nmstate);
  addNmstateInstaller(nmstate);
  addNmstateScaleOut(nmstate);
  addNmstateExplain(nmstate);
  addNmstateNncp(nmstate);
  addNmstateAdopt(nmstate);
}
