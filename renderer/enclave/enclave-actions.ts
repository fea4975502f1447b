import type { TransferLifeLine } from '../../core/contract/topics/transfers.ts';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import { carryAddress, readyAddress } from '../parts/addresses.ts';
import { awaitsAnswer, newestTransfer } from './enclave-words.ts';

export interface EnclaveAction {
  label: string;
  /** Address of a screen; without one an acknowledgement code is entered. */
  to?: string;
}

/** Returns what can be done next for an enclave: the primary action, and perhaps another. */
export function enclaveActions(options: {
  name: string;
  workspace: string;
  transfers: readonly TransferLifeLine[];
  side: GapSide;
}): [EnclaveAction, EnclaveAction?] {
  const { name, workspace, transfers, side } = options;
  const fetchNext = {
    label: transfers.length > 0 ? 'Fetch the next transfer' : 'Fetch',
    to: `/fetch?${new URLSearchParams({ workspace, enclave: name })}`,
  };
  if (side === 'disconnected') return [{ label: 'Ready?', to: readyAddress(workspace) }];
  if (transfers.some(awaitsAnswer)) return [{ label: 'Enter the code' }, fetchNext];
  const newest = newestTransfer(transfers);
  const stays = newest?.arrived === 'unknown' && ['complete', 'partial'].includes(newest.state);
  if (stays && side === 'connected')
    return [{ label: `Carry ${newest.name}`, to: carryAddress(workspace, newest.name) }, fetchNext];
  return transfers.length > 0 ? [fetchNext, { label: 'Enter a code' }] : [fetchNext];
}
