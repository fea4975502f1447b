import type { Command, OptionValues } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { ApplyResult } from '../../../core/cluster/client/applied.ts';
import type { PackagesOf } from '../../../core/cluster/client/removals.ts';
import type { Resource } from '../../../core/content/resources/resource-yaml.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { hostFacts } from '../../terminal/host.ts';
import { viewedCatalogs } from '../sources/catalog-view.ts';
import { chosenCluster } from './choice.ts';
import { t } from './messages.ts';
import { clusterReporter, restartPrompt } from './result.ts';

/** Adds the options for applying manifests, without those for the cluster. */
export function applyOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return command
    .option('--overwrite', t('overwriteOption'))
    .option('--allow-restart', t('allowRestartOption'))
    .option('--no-wait', t('noWaitOption'));
}

/** A request to `applyResources` with options of the command line. */
export interface ApplyRequest {
  resources: readonly Resource[];
  /** Folder of the resources, unless they were never written. */
  from: string | undefined;
  /** State folder for the apply records. */
  state: string;
  dryRun: boolean;
  options: Record<string, unknown>;
}

/** Returns all manifests of a folder. @throws AirlockError as `readManifests` */
export async function resourcesIn(directory: string): Promise<Resource[]> {
  const { readManifests } = await import('../../../core/cluster/client/read-manifests.ts');
  return (await readManifests(directory)).map(({ resource }) => resource);
}

/**
 * Applies objects to the cluster of the options.
 * @throws AirlockError as `connectCluster` and `applyToCluster`
 */
export async function applyResources(
  context: CommandContext,
  { resources, from, state, dryRun, options }: ApplyRequest,
): Promise<ApplyResult> {
  const { terminal } = context;
  const signal = AbortSignal.any([context.signal, context.pause]);
  const [{ applyToCluster }, { connectCluster }, { historyDirectory }] = await Promise.all([
    import('../../../core/cluster/client/apply.ts'),
    import('../../../core/cluster/client/connect.ts'),
    import('../../../core/cluster/client/saved-versions.ts'),
  ]);
  const { choice, host } = chosenCluster(options);
  await using cluster = await connectCluster(choice, host, { signal });
  const { overwrite, allowRemoval, allowRestart, setUpstream, wait } = options as Record<
    string,
    boolean | undefined
  >;
  const keyFile = hostFacts().env.OCP_SIGNATURE_VERIFICATION_PK;
  const mayRestart = restartPrompt(terminal, signal);
  // Awaited here, because the connection is closed when this function returns.
  return await applyToCluster(
    cluster,
    resources,
    {
      dryRun,
      overwrite: overwrite === true,
      allowRemoval: allowRemoval === true,
      allowRestart: allowRestart === true,
      wait: wait !== false,
      setUpstream: setUpstream === true,
      history: historyDirectory(state),
      source: { from, kubeconfig: choice.kubeconfig },
      packagesOf: packagesAtRegistry(context, options),
      keyFile: keyFile || undefined,
    },
    { emit: clusterReporter(terminal), signal, mayRestart },
  );
}

/** Reads the catalog that a CatalogSource would serve. Reports an unreadable catalog and returns undefined for it. */
function packagesAtRegistry(context: CommandContext, options: Record<string, unknown>): PackagesOf {
  const { destTlsVerify, authfile } = options as { destTlsVerify?: boolean; authfile?: string };
  return async (image) => {
    try {
      const network = { srcTlsVerify: destTlsVerify !== false, authfile };
      const [catalog] = await viewedCatalogs([image], context, network);
      return catalog!.index.packages.map(({ name }) => name);
    } catch (error) {
      if (!(error instanceof AirlockError)) throw error;
      context.terminal.problem({
        ...error.toJSON(),
        level: 'warning',
        message: t('catalogUnreadable', { image, error: error.message }),
      });
      return undefined;
    }
  };
}
