import type { TransferLifeLine } from '../../core/contract/topics/transfers.ts';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import { carryAddress, readyAddress } from '../parts/addresses.ts';
import { awaitsAnswer, newestTransfer } from './enclave-words.ts';
import { t } from './messages.ts';

export interface EnclaveAction {
  label: string;
  /** Address of a screen. Without one, the action opens the dialog for an acknowledgment code. */
  to?: string;
}

/** Returns the next actions for an enclave, the primary one first. */
export function enclaveActions(options: {
  name: string;
  workspace: string;
  transfers: readonly TransferLifeLine[];
  side: GapSide;
}): [EnclaveAction, EnclaveAction?] {
  const { name, workspace, transfers, side } = options;
  const fetchNext = {
    label: transfers.length > 0 ? t('fetchNextButton') : t('fetchButton'),
    to: `/fetch?${new URLSearchParams({ workspace, enclave: name })}`,
  };
  if (side === 'disconnected') return [{ label: t('readyButton'), to: readyAddress(workspace) }];
  if (transfers.some(awaitsAnswer)) return [{ label: t('enterCodeButton') }, fetchNext];
  const newest = newestTransfer(transfers);
  const waits = newest?.arrived === 'unknown' && ['complete', 'partial'].includes(newest.state);
  if (waits && side === 'connected')
    return [
      { label: t('carryButton', { transfer: newest.name }), to: carryAddress(workspace, newest.name) },
      fetchNext,
    ];
  return transfers.length > 0 ? [fetchNext, { label: t('enterCodeButton') }] : [fetchNext];
}
