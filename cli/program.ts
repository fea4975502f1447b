import type { Command as AnyCommand, CommandUnknownOpts } from '@commander-js/extra-typings';
import { runCommandLine } from './terminal/command-line.ts';
import { Command } from './terminal/commander.ts';
import { commandHost, VERSION } from './terminal/host.ts';
import { t } from './terminal/messages.ts';

/** @param complete returns a command line with all commands */
type AddCommand = (program: AnyCommand, complete: () => Promise<CommandUnknownOpts>) => void;

/** The commands in the order of the help, each with the import of its module. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  mirror: async () => (await import('./commands/mirror/mirror.ts')).addMirror,
  plan: async () => (await import('./commands/mirror/plan.ts')).addPlan,
  delete: async () => (await import('./commands/mirror/delete.ts')).addDelete,
  prune: async () => (await import('./commands/mirror/delete.ts')).addPrune,
  verify: async () => (await import('./commands/verify.ts')).addVerify,
  transfers: async () => (await import('./commands/transfers/transfers.ts')).addTransfers,
  media: async () => (await import('./commands/media/media.ts')).addMedia,
  keys: async () => (await import('./commands/keys.ts')).addKeys,
  workspace: async () => (await import('./commands/runs/workspace.ts')).addWorkspace,
  status: async () => (await import('./commands/runs/status.ts')).addStatus,
  registry: async () => (await import('./commands/registry/registry.ts')).addRegistry,
  runs: async () => (await import('./commands/runs/runs.ts')).addRuns,
  config: async () => (await import('./commands/config/config.ts')).addConfig,
  list: async () => (await import('./commands/lists/list.ts')).addList,
  release: async () => (await import('./commands/release/release.ts')).addRelease,
  'upgrade-path': async () => (await import('./commands/upgrade/upgrade-path.ts')).addUpgradePath,
  catalog: async () => (await import('./commands/lists/catalog.ts')).addCatalog,
  nmstate: async () => (await import('./commands/nmstate/nmstate.ts')).addNmstate,
  'cluster-config': async () => (await import('./commands/cluster/config.ts')).addClusterConfig,
  cluster: async () => (await import('./commands/cluster/cluster.ts')).addCluster,
  'install-config': async () =>
    (await import('./commands/install-config/install-config.ts')).addInstallConfig,
  'cloud-config': async () => (await import('./commands/install-config/cloud-config.ts')).addCloudConfig,
  doctor: async () => (await import('./commands/doctor.ts')).addDoctor,
  'oc-mirror': async () => (await import('./commands/oc-mirror/oc-mirror.ts')).addOcMirror,
  practice: async () => (await import('./commands/practice.ts')).addPractice,
  schedule: async () => (await import('./commands/schedule/schedule.ts')).addSchedule,
  notices: async () => (await import('./commands/notices.ts')).addNotices,
  serve: async () => (await import('./commands/serve.ts')).addServe,
  diagnostics: async () => (await import('./commands/diagnostics.ts')).addDiagnostics,
  'self-check': async () => (await import('./commands/self-check.ts')).addSelfCheck,
  completion: async () => (await import('./commands/completion/completion.ts')).addCompletion,
};

/** Runs the command line of this host ({@link commandHost}) and returns its exit code. */
export async function main(): Promise<number> {
  const program = await commandLine(commandHost().argv[0]);
  return runCommandLine(program, async (word) => {
    const { equivalentOf } = await import('./commands/oc-mirror/equivalents.ts');
    return equivalentOf(word);
  });
}

/**
 * Returns the command line. Commands load most of their modules when they run.
 * @param only the command to load; all of them if there is none with this name
 */
export async function commandLine(only = ''): Promise<CommandUnknownOpts> {
  const program = new Command('airlock')
    .description(t('program'))
    .version(VERSION, '-V, --version')
    // `list releases --version 4.18` is not about this program.
    .enablePositionalOptions()
    .configureHelp({ sortSubcommands: false });
  const names = Object.hasOwn(COMMANDS, only) ? [only] : Object.keys(COMMANDS);
  const adding = await Promise.all(names.map((name) => COMMANDS[name]!()));
  for (const add of adding) add(program, commandLine);
  return program;
}
