import type { Command } from '@commander-js/extra-typings';
import { defaultStateDirectory } from '../../../core/mirror/run/state-directory.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { hostFacts } from '../../terminal/host.ts';
import { boolean, userPath } from '../../terminal/options.ts';
import { applyOptions, applyResources, resourcesIn } from './apply.ts';
import { clusterOptions } from './choice.ts';
import { t } from './messages.ts';
import { printApplied, STOPPING } from './result.ts';

/** `airlock cluster-config apply` */
export function addClusterConfigApply(clusterConfig: Command): void {
  addCommand(
    clusterConfig,
    'apply <directory>',
    t('apply'),
    (command) =>
      applyOptions(clusterOptions(command).option('--dry-run', t('applyDryRunOption')))
        .option('--set-upstream', t('setUpstreamOption'))
        .option('--allow-removal', t('allowRemovalOption'))
        .option('--authfile <file>', t('applyAuthfileOption'))
        .option('--dest-tls-verify [boolean]', t('destTlsVerifyOption'), boolean, true)
        .option('--state <directory>', t('stateOption')),
    async (context, options, [directory]) => {
      const { state, dryRun } = options;
      const from = userPath(directory!.replace(/^file:\/\//, ''));
      const { exitCode, ...result } = await applyResources(context, {
        resources: await resourcesIn(from),
        from,
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
