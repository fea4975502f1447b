import { Command } from 'commander';
import { runCommandLine } from './command-line.ts';
import { addCatalog } from './commands/catalog.ts';
import { addCloudConfig } from './commands/cloud-config.ts';
import { addCluster } from './commands/cluster.ts';
import { addClusterConfig } from './commands/cluster-config.ts';
import { addConfig } from './commands/config.ts';
import { addDelete } from './commands/delete.ts';
import { addDoctor } from './commands/doctor.ts';
import { addInstallConfig } from './commands/install-config.ts';
import { addKeys } from './commands/keys.ts';
import { addList } from './commands/list.ts';
import { addMedia } from './commands/media.ts';
import { addMirror } from './commands/mirror.ts';
import { addNmstate } from './commands/nmstate.ts';
import { addPlan } from './commands/plan.ts';
import { addPractice } from './commands/practice.ts';
import { addRegistry } from './commands/registry.ts';
import { addRuns } from './commands/runs.ts';
import { addServe } from './commands/serve.ts';
import { addStatus } from './commands/status.ts';
import { addTransfers } from './commands/transfers.ts';
import { addUpgradePath } from './commands/upgrade-path.ts';
import { addVerify } from './commands/verify.ts';
import { addWorkspace } from './commands/workspace.ts';
import { VERSION } from './host.ts';

/** The whole command line. Commands load what they need when they run. */
export async function main(argv: string[]): Promise<void> {
  const program = new Command('airlock')
    .description('Mirror OpenShift releases and images across an air gap.')
    .version(VERSION, '-V, --version')
    // `list releases --version 4.18` is not about this program.
    .enablePositionalOptions()
    .configureHelp({ sortSubcommands: false });

  addMirror(program);
  addPlan(program);
  addDelete(program);
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
  addUpgradePath(program);
  addCatalog(program);
  addNmstate(program);
  addClusterConfig(program);
  addCluster(program);
  addInstallConfig(program);
  addCloudConfig(program);
  addDoctor(program);
  addPractice(program);
  addServe(program);

  await runCommandLine(program, argv);
}
