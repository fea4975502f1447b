import type { Command, OptionValues } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { InspectedCluster } from '../../../core/cluster/check/inspect.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { userPath } from '../../terminal/options.ts';
import { chosenCluster, clusterOptions } from './choice.ts';
import { t } from './messages.ts';

/** Adds the options for a cluster, or a folder with its objects. */
export function inspectedOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return clusterOptions(command).option('--from-dir <directory>', t('fromDirOption'));
}

/**
 * Inspects the cluster of the options.
 * @throws AirlockError `usage` for both a kubeconfig and a folder; as `connectCluster`, `inspectCluster` and `folderSource`
 */
export async function inspected(
  { signal, pause }: CommandContext,
  options: Record<string, unknown>,
): Promise<InspectedCluster> {
  const { fromDir, kubeconfig } = options as { fromDir?: string; kubeconfig?: string };
  if (fromDir !== undefined && kubeconfig !== undefined)
    throw new AirlockError('usage', t('optionsExclusive', { option: '--from-dir', other: '--kubeconfig' }));
  const either = AbortSignal.any([signal, pause]);
  const [{ inspectCluster }, { folderSource, liveSource }] = await Promise.all([
    import('../../../core/cluster/check/inspect.ts'),
    import('../../../core/cluster/check/object-source.ts'),
  ]);
  if (fromDir !== undefined) return inspectCluster(await folderSource(userPath(fromDir)), { signal: either });
  const { connectCluster } = await import('../../../core/cluster/client/connect.ts');
  const { choice, host } = chosenCluster(options);
  await using cluster = await connectCluster(choice, host, { signal: either });
  // Awaited here, because the connection is closed when this function returns.
  return await inspectCluster(await liveSource(cluster, either), { signal: either });
}
