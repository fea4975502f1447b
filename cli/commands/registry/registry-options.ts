import type { Command, OptionValues } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { RegistryInventory } from '../../../core/mirror/inventory/inventory-file.ts';
import { MIRROR_DEFAULTS } from '../../../core/mirror/run/command-of.ts';
import { directoryOf, parseDestination } from '../../../core/mirror/run/workflow.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { hostFacts } from '../../terminal/host.ts';
import { t as common } from '../../terminal/messages.ts';
import { boolean, durationMs, integer, userPath } from '../../terminal/options.ts';
import { requireDirectory } from '../../terminal/require-directory.ts';
import { t } from './messages.ts';

/** Adds the options to read a registry and the records of pushes. */
export function registryOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return command
    .option('--workspace <file://DIR>', t('inventoryWorkspaceOption'))
    .option('--state <directory>', t('inventoryStateOption'))
    .option('--retry-times <number>', common('retryTimesOption'), integer(0, 100), MIRROR_DEFAULTS.retryTimes)
    .option('--retry-delay <duration>', t('retryDelayOption'), durationMs, MIRROR_DEFAULTS.retryDelayMs)
    .option('--dest-tls-verify [boolean]', common('destinationTlsOption'), boolean, true)
    .option('--authfile <file>', common('authfileOption'));
}

/**
 * Reads a registry with these options.
 * @param url docker://HOST[/PATH]
 * @throws AirlockError `usage`, as `takeInventory`
 */
export async function inventoryAt(
  { terminal, signal, pause }: CommandContext,
  url: string,
  options: Record<string, unknown>,
): Promise<RegistryInventory> {
  const { workspace, state, authfile, retryTimes, retryDelay, destTlsVerify } = options as {
    workspace?: string;
    state?: string;
    authfile?: string;
    retryTimes: number;
    retryDelay: number;
    destTlsVerify: boolean;
  };
  if (!url.startsWith('docker://')) throw new AirlockError('usage', t('notARegistry', { destination: url }));
  const records = {
    workspace: workspace === undefined ? undefined : userPath(directoryOf(workspace, '--workspace')),
    stateDirectory: state === undefined ? undefined : userPath(state),
  };
  // Without records, all content would seem to differ.
  for (const directory of Object.values(records))
    if (directory !== undefined) await requireDirectory(directory, t('recordsMissingRemedy'));
  const { takeInventory } = await import('../../../core/mirror/inventory/take-inventory.ts');
  const { inventory, problems } = await takeInventory(
    {
      destination: parseDestination(url),
      ...records,
      authFile: authfile === undefined ? undefined : userPath(authfile),
      retryTimes,
      retryDelayMs: retryDelay,
      destinationTlsVerify: destTlsVerify,
    },
    hostFacts(),
    {
      // Its phases are those of a push.
      emit: (event) => {
        if (terminal.json || event.type !== 'phase') terminal.event(event);
      },
      onProgress: (done, total) =>
        terminal.counting('probe', { done, total, text: t('readingProgress', { done, total }) }),
      signal: AbortSignal.any([signal, pause]),
    },
  );
  for (const problem of problems) if (problem.level !== 'info') terminal.problem(problem);
  if (!inventory.listed) terminal.say('warning', t('notListed'));
  return inventory;
}
