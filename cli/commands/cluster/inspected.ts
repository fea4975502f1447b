import type { Command, OptionValues } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { InspectedCluster } from '../../../core/cluster/check/inspect.ts';
import type { ObjectSource } from '../../../core/cluster/check/object-source.ts';
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
 * @throws AirlockError as {@link withSource} and `inspectCluster`
 */
export async function inspected(
  context: CommandContext,
  options: Record<string, unknown>,
): Promise<InspectedCluster> {
  const { inspectCluster } = await import('../../../core/cluster/check/inspect.ts');
  return withSource(context, options, inspectCluster);
}

/**
 * Reads objects of the cluster of the options. The connection is closed afterwards.
 * @throws AirlockError `usage` for both a kubeconfig and a folder; as `connectCluster` and `folderSource`
 */
export async function withSource<Result>(
  { signal, pause }: CommandContext,
  options: Record<string, unknown>,
  read: (source: ObjectSource, context: { signal: AbortSignal }) => Promise<Result>,
): Promise<Result> {
  const { fromDir, kubeconfig } = options as { fromDir?: string; kubeconfig?: string };
  if (fromDir !== undefined && kubeconfig !== undefined)
    throw new AirlockError('usage', t('optionsExclusive', { option: '--from-dir', other: '--kubeconfig' }));
  const either = AbortSignal.any([signal, pause]);
  const { folderSource, liveSource } = await import('../../../core/cluster/check/object-source.ts');
  if (fromDir !== undefined) return read(await folderSource(userPath(fromDir)), { signal: either });
  const { connectCluster } = await import('../../../core/cluster/client/connect.ts');
  const { choice, host } = chosenCluster(options);
  await using cluster = await connectCluster(choice, host, { signal: either });
  // Awaited here, because the connection is closed when this function returns.
  return await read(await liveSource(cluster, either), { signal: either });
}
