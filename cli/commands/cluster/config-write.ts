import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { defaultStateDirectory } from '../../../core/mirror/run/state-directory.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { count, table } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';

/** `airlock cluster-config write` */
export function addClusterConfigWrite(clusterConfig: Command): void {
  addCommand(
    clusterConfig,
    'write',
    'write every manifest that a cluster needs to use the mirror, for `oc apply -Rf DIR`, with a hand-over sheet',
    (command) =>
      command
        .requiredOption('--to <dir>', 'write them there; what Airlock wrote there before is replaced')
        .option('--from-run <dir>', 'folder of the audit record of a push (default: the last push)')
        .option(
          '--workspace <file://DIR>',
          'workspace or state folder of the push (default: your state folder)',
        )
        .option(
          '--trust-bundle <file>',
          'PEM certificate of the CA that signed that of the mirror (default: that of certs.d)',
        )
        .option(
          '--pull-secret <file>',
          "the cluster's pull secret: a Secret with the login for the mirror added is written too (0600)",
        )
        .option('--authfile <file>', 'take that login from this file (default: as `podman` does)')
        .option('--openshift-version <version>', 'leave out what a cluster of this version does not know')
        .option('--icsp', 'write ImageContentSourcePolicy in place of IDMS and ITMS'),
    async ({ terminal }, options) => {
      const { writeConfigOfPush } = await import(
        '../../../core/mirror/cluster-resources/write-config-of-push.ts'
      );
      const { problems, ...written } = await writeConfigOfPush(
        {
          from: placeOf(options),
          to: userPath(options.to),
          trustBundle: options.trustBundle === undefined ? undefined : userPath(options.trustBundle),
          pullSecret: options.pullSecret === undefined ? undefined : userPath(options.pullSecret),
          authFile: options.authfile === undefined ? undefined : userPath(options.authfile),
          openShiftVersion: options.openshiftVersion,
          icsp: options.icsp ?? false,
        },
        hostFacts(),
      );
      for (const problem of problems) terminal.problem(problem);
      const { directory, files, handOver, destination, enclave, run } = written;
      terminal.print(table(files.map(({ path, kind, name }) => [path, kind, name])));
      const at = `${destination.host}${destination.namespace ? `/${destination.namespace}` : ''}`;
      terminal.print(`${count(files.length, 'manifest')} for ${at}, ${enclave}, run ${run}: ${directory}`);
      terminal.print(`Hand-over sheet: ${handOver.html}`);
      if (files.length > 0)
        terminal.print(`Next: airlock cluster-config apply ${directory}, or oc apply -Rf ${directory}`);
      terminal.result({ ...written, problems });
      return 0;
    },
  );
}

/** @throws AirlockError `usage` */
function placeOf({ fromRun, workspace }: { fromRun?: string; workspace?: string }): string {
  if (fromRun !== undefined && workspace !== undefined)
    throw new AirlockError('usage', '--from-run and --workspace cannot be used together');
  if (fromRun !== undefined) return userPath(fromRun.replace(/^file:\/\//, ''));
  return workspace === undefined
    ? defaultStateDirectory(hostFacts())
    : userPath(directoryOf(workspace, '--workspace'));
}
