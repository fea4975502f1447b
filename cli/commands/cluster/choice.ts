import type { Command, OptionValues } from '@commander-js/extra-typings';
import type { ClusterChoice, ClusterHost } from '../../../core/cluster/client/kubeconfig.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import { t } from './messages.ts';

/** Adds the options of commands that connect to a cluster. */
export function clusterOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return command
    .option('--kubeconfig <file>', t('kubeconfigOption'))
    .option('--context <name>', t('contextOption'));
}

/** Returns the cluster of the options, and the host for `connectCluster`. */
export function chosenCluster(options: Record<string, unknown>): {
  choice: ClusterChoice;
  host: ClusterHost;
} {
  const { kubeconfig, context } = options as { kubeconfig?: string; context?: string };
  const { env, home } = hostFacts();
  return {
    choice: { kubeconfig: kubeconfig === undefined ? undefined : userPath(kubeconfig), context },
    host: { env, home },
  };
}
