import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { defaultStateDirectory } from '../../../core/mirror/run/state-directory.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { table } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import { t } from './messages.ts';

/** `airlock cluster-config write` */
export function addClusterConfigWrite(clusterConfig: Command): void {
  addCommand(
    clusterConfig,
    'write',
    t('write'),
    (command) =>
      command
        .requiredOption('--to <directory>', t('writeToOption'))
        .option('--from-run <directory>', t('fromRunOption'))
        .option('--workspace <file://DIR>', t('writeWorkspaceOption'))
        .option('--trust-bundle <file>', t('trustBundleOption'))
        .option('--pull-secret <file>', t('pullSecretOption'))
        .option('--authfile <file>', t('writeAuthfileOption'))
        .option('--openshift-version <version>', t('openshiftVersionOption'))
        .option('--icsp', t('icspOption')),
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
      const { directory, files, handoff, destination, enclave, run } = written;
      terminal.print(table(files.map(({ path, kind, name }) => [path, kind, name])));
      const place = `${destination.host}${destination.namespace ? `/${destination.namespace}` : ''}`;
      terminal.print(t('written', { count: files.length, place, enclave, run, directory }));
      terminal.print(t('handoff', { file: handoff.html }));
      if (files.length > 0) terminal.print(t('writeNext', { directory }));
      terminal.result({ ...written, problems });
      return 0;
    },
  );
}

/** @throws AirlockError `usage` */
function placeOf({ fromRun, workspace }: { fromRun?: string; workspace?: string }): string {
  if (fromRun !== undefined && workspace !== undefined)
    throw new AirlockError('usage', t('optionsExclusive', { option: '--from-run', other: '--workspace' }));
  if (fromRun !== undefined) return userPath(fromRun.replace(/^file:\/\//, ''));
  return workspace === undefined
    ? defaultStateDirectory(hostFacts())
    : userPath(directoryOf(workspace, '--workspace'));
}
