import type { EnclaveLine, TransferLine } from '../../core/contract/topics/workspace.ts';
import { clusterAddress, runAddress } from '../parts/addresses.ts';
import type { Mark } from '../parts/state-mark.tsx';
import { t } from './messages.ts';

interface Link {
  label: string;
  to: string;
}

/**
 * Returns the state and the next step of pushed content: its manifests are applied to a cluster, then compared with it.
 * @param pushed.sentence while nothing was applied
 * @param pushed.ago returns the time since then
 */
export function pushedView(pushed: {
  lastPush: NonNullable<EnclaveLine['lastPush']>;
  transfer: TransferLine | undefined;
  sentence: string;
  ago: (at: string | undefined) => string;
}): { mark: Mark; sentence: string; action: Link; also?: Link } {
  const { lastPush, transfer, sentence, ago } = pushed;
  const { config, run, applied } = lastPush;
  const resources = { label: t('viewResourcesButton'), to: runAddress(run) };
  if (config === undefined) return { mark: 'good', sentence, action: resources };
  if (!applied)
    return {
      ...{ mark: 'good', sentence, also: resources },
      action: { label: t('applyButton'), to: clusterAddress(config) },
    };
  const { context, at } = applied;
  return {
    mark: 'good',
    sentence: t('appliedText', {
      transfer: lastPush.transfer ?? transfer?.name ?? t('unnamedTransfer'),
      cluster: context,
      ago: ago(at),
    }),
    action: { label: t('compareButton', { cluster: context }), to: clusterAddress(config, applied) },
    also: resources,
  };
}
