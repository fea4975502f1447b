import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { addCluster } from './commands/cluster/cluster.ts';
import { addClusterConfig } from './commands/cluster/config.ts';
import { addConfig } from './commands/config/config.ts';
import { addDoctor } from './commands/doctor.ts';
import { addCloudConfig } from './commands/install-config/cloud-config.ts';
import { addInstallConfig } from './commands/install-config/install-config.ts';
import { addKeys } from './commands/keys.ts';
import { addCatalog } from './commands/lists/catalog.ts';
import { addList } from './commands/lists/list.ts';
import { addMedia } from './commands/media/media.ts';
import { addDelete, addPrune } from './commands/mirror/delete.ts';
import { addMirror } from './commands/mirror/mirror.ts';
import { addPlan } from './commands/mirror/plan.ts';
import { addNmstate } from './commands/nmstate/nmstate.ts';
import { addOcMirror } from './commands/oc-mirror/oc-mirror.ts';
import { addPractice } from './commands/practice.ts';
import { addRegistry } from './commands/registry.ts';
import { addRelease } from './commands/release/release.ts';
import { addRuns } from './commands/runs/runs.ts';
import { addStatus } from './commands/runs/status.ts';
import { addTransfers } from './commands/runs/transfers.ts';
import { addWorkspace } from './commands/runs/workspace.ts';
import { addServe } from './commands/serve.ts';
import { addUpgradePath } from './commands/upgrade/upgrade-path.ts';
import { addVerify } from './commands/verify.ts';
import { runCommandLine } from './terminal/command-line.ts';
import { Command } from './terminal/commander.ts';
import { VERSION } from './terminal/host.ts';
import { t } from './terminal/messages.ts';

/** Runs the command line of this host ({@link commandHost}) and returns its exit code. */
export function main(): Promise<number> {
  return runCommandLine(commandLine(), async (word) => {
    const { equivalentOf } = await import('./commands/oc-mirror/equivalents.ts');
    return equivalentOf(word);
  });
}

/** Returns the complete command line. Commands load their modules when they run. */
export function commandLine(): CommandUnknownOpts {
  const program = new Command('airlock')
    .description(t('program'))
    .version(VERSION, '-V, --version')
    // `list releases --version 4.18` is not about this program.
    .enablePositionalOptions()
    .configureHelp({ sortSubcommands: false });

  addMirror(program);
  addPlan(program);
  addDelete(program);
  addPrune(program);
  addVerify(program);
  addTransfers(program);
  addMedia(program);
  addKeys(program);
  addWorkspace(program);
  addStatus(program);
  addRegistry(program);
  addRuns(program);
  addConfig(program);
  addList(program);
  addRelease(program);
  addUpgradePath(program);
  addCatalog(program);
  addNmstate(program);
  addClusterConfig(program);
  addCluster(program);
  addInstallConfig(program);
  addCloudConfig(program);
  addDoctor(program);
  addOcMirror(program);
  addPractice(program);
  addServe(program);
  return program;
}
