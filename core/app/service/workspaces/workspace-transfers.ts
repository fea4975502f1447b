import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { airlockDirectory } from '../../../base/files/airlock-directory.ts';
import type { TransferLine } from '../../../contract/topics/workspace.ts';
import { exportStatus } from '../../../media/export/media-status.ts';
import { readExportState } from '../../../media/export/state.ts';
import { arrivedHere, type LivedTransfer, transferLives } from '../../../media/transfer/life.ts';

/** Transfers by enclave. */
export type EnclaveTransfers = ReadonlyMap<string, TransferLine[]>;

/** Transfers of a workspace by enclave. They are read again when a set, a ledger or a journal changed: indexes may be large. */
export function createTransferLines(): (directory: string) => Promise<EnclaveTransfers> {
  const known = new Map<string, { stamp: string; transfers: EnclaveTransfers }>();
  return async (directory) => {
    const stamp = await stampOf(directory);
    if (stamp === undefined) return new Map();
    const before = known.get(directory);
    if (before?.stamp === stamp) return before.transfers;
    const transfers = new Map<string, TransferLine[]>();
    for (const transfer of await transferLives(directory))
      transfers.set(transfer.enclave, [
        ...(transfers.get(transfer.enclave) ?? []),
        await transferLineOf(directory, transfer),
      ]);
    known.set(directory, { stamp, transfers });
    return transfers;
  };
}

/** A transfer and its lifecycle as a line of the contract. */
export async function transferLineOf(directory: string, transfer: LivedTransfer): Promise<TransferLine> {
  const { name, number, state, created, images, bytes, volumes, lifecycle } = transfer;
  const reached = lifecycle.events.findLast(({ step }) => step === lifecycle.step);
  return {
    name,
    number,
    state,
    createdAt: created,
    images,
    bytes,
    volumes: volumes.length,
    directory: join(directory, 'transfers', state === 'under-construction' ? `${name}.partial` : name),
    step: lifecycle.step,
    stepAt: reached?.at,
    arrived: lifecycle.arrived,
    missing:
      lifecycle.missing === 'all' ? 'all' : (lifecycle.missingFromTransfer ?? lifecycle.missing).length,
    protected: lifecycle.protected,
    received: arrivedHere(lifecycle),
    carriedAt: lifecycle.events.findLast(({ step }) => step === 'on-media')?.at,
    written: await writtenVolumes(directory, name),
  };
}

/** Undefined until a volume is written, and for an export that can't be read: Carry shows its error. */
async function writtenVolumes(directory: string, transfer: string): Promise<TransferLine['written']> {
  const state = await readExportState(directory, transfer).catch(() => undefined);
  if (!state || state.written.length === 0) return undefined;
  const { volumes, drives } = exportStatus(state);
  return {
    volumes: volumes.filter((volume) => volume.state === 'written').length,
    of: volumes.length,
    drives,
  };
}

/** Undefined for a folder without transfers. */
async function stampOf(directory: string): Promise<string | undefined> {
  const transfers = join(directory, 'transfers');
  const names = await readdir(transfers).catch(() => undefined);
  if (!names) return undefined;
  const enclaves = airlockDirectory(directory, 'enclaves');
  // The folder of journals does not change when a line is added to one.
  const reported: string[] = [];
  for (const name of await readdir(enclaves).catch(() => [])) {
    reported.push(join(enclaves, name, 'ledger.jsonl'));
    for (const folder of ['transfers', 'exports'].map((each) => join(enclaves, name, each)))
      for (const file of await readdir(folder).catch(() => [])) reported.push(join(folder, file));
  }
  const times = await Promise.all(
    [transfers, ...names.map((name) => join(transfers, name)), ...reported].map(async (path) => {
      const found = await stat(path).catch(() => undefined);
      return found ? `${found.mtimeMs} ${found.size}` : '';
    }),
  );
  return [...names, ...times].join('\n');
}
