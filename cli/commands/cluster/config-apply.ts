import type { Command } from '@commander-js/extra-typings';
import { defaultStateDirectory } from '../../../core/mirror/run/state-directory.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { hostFacts } from '../../terminal/host.ts';
import { boolean, userPath } from '../../terminal/options.ts';
import { applyOptions, applyResources, resourcesIn } from './apply.ts';
import { clusterOptions } from './choice.ts';
import { printApplied, STOPPING } from './result.ts';

/** `airlock cluster-config apply` */
export function addClusterConfigApply(clusterConfig: Command): void {
  addCommand(
    clusterConfig,
    'apply <dir>',
    'apply manifests to a cluster (server-side apply, field manager airlock): compared first, in a safe order, past errors',
    (command) =>
      applyOptions(
        clusterOptions(command).option(
          '--dry-run',
          'let the cluster say what would change, and change nothing',
        ),
      )
        .option(
          '--set-upstream',
          'also let the cluster ask the update service of the mirror for upgrades (ClusterVersion, spec.upstream)',
        )
        .option('--allow-removal', 'let the cluster lose mirrors, catalogs, operators, logins, authorities')
        .option('--authfile <file>', 'registry credentials, to read catalogs (default: as `podman` does)')
        .option(
          '--dest-tls-verify [boolean]',
          'false: accept any certificate and plain HTTP at the registry when catalogs are read',
          boolean,
          true,
        )
        .option('--state <dir>', 'folder that keeps previous versions (default: your state folder)'),
    async (context, options, [directory]) => {
      const { state, dryRun } = options;
      const { exitCode, ...result } = await applyResources(context, {
        resources: await resourcesIn(userPath(directory!.replace(/^file:\/\//, ''))),
        state: state === undefined ? defaultStateDirectory(hostFacts()) : userPath(state),
        dryRun: dryRun === true,
        options,
      });
      const { terminal } = context;
      printApplied(terminal, { exitCode, ...result });
      terminal.result({ status: exitCode === 0 ? 'complete' : 'partial', ...result });
      return exitCode;
    },
    { interrupted: STOPPING },
  );
}
