import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TransferLine } from '../contract/workspace.ts';
import { listTransfers } from '../mirror/list-transfers.ts';

/** Transfers by enclave. */
export type EnclaveTransfers = ReadonlyMap<string, TransferLine[]>;

/** Transfers of a workspace by enclave. They are read again when a set or a ledger changed: indexes may be large. */
export function createTransferLines(): (directory: string) => Promise<EnclaveTransfers> {
  const known = new Map<string, { stamp: string; transfers: EnclaveTransfers }>();
  return async (directory) => {
    const stamp = await stampOf(directory);
    if (stamp === undefined) return new Map();
    const before = known.get(directory);
    if (before?.stamp === stamp) return before.transfers;
    const transfers = new Map<string, TransferLine[]>();
    for (const { enclave, name, number, state, created, images, bytes, pieces } of await listTransfers(
      directory,
    )) {
      const line: TransferLine = {
        name,
        number,
        state,
        ...(created !== undefined && { createdAt: created }),
        images,
        bytes,
        pieces: pieces.length,
        directory: join(directory, 'transfers', state === 'under construction' ? `${name}.partial` : name),
      };
      transfers.set(enclave, [...(transfers.get(enclave) ?? []), line]);
    }
    known.set(directory, { stamp, transfers });
    return transfers;
  };
}

/** Undefined for a folder without transfers. */
async function stampOf(directory: string): Promise<string | undefined> {
  const transfers = join(directory, 'transfers');
  const names = await readdir(transfers).catch(() => undefined);
  if (!names) return undefined;
  const enclaves = join(directory, 'working-dir', 'airlock', 'enclaves');
  const ledgers = (await readdir(enclaves).catch(() => [])).map((name) =>
    join(enclaves, name, 'ledger.jsonl'),
  );
  const times = await Promise.all(
    [transfers, ...names.map((name) => join(transfers, name)), ...ledgers].map(async (path) => {
      const found = await stat(path).catch(() => undefined);
      return found ? `${found.mtimeMs} ${found.size}` : '';
    }),
  );
  return [...names, ...times].join('\n');
}
