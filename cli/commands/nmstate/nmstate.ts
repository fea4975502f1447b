import type { Command } from '@commander-js/extra-typings';
import { addNmstateAdopt } from './adopt.ts';
import { addNmstateExplain } from './explain.ts';
import { addNmstateHosts } from './hosts.ts';
import { addNmstateInstaller } from './installer.ts';
import { addNmstateMachineConfig } from './machineconfig.ts';
import { t } from './messages.ts';
import { addNmstateNncp } from './nncp.ts';
import { addNmstateNodes } from './nodes.ts';
import { addNmstateScaleOut } from './scaleout.ts';
import { addNmstateValidate } from './validate.ts';

export function addNmstate(program: Command): void {
  const nmstate = program.command('nmstate').description(t('nmstate'));
  addNmstateValidate(nmstate);
  addNmstateHosts(nmstate);
  addNmstateMachineConfig(nmstate);
  addNmstateInstaller(nmstate);
  addNmstateScaleOut(nmstate);
  addNmstateExplain(nmstate);
  addNmstateNncp(nmstate);
  addNmstateAdopt(nmstate);
  addNmstateNodes(nmstate);
}
