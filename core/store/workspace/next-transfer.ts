import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { t } from './messages.ts';

/** A numbered transfer to an enclave, with its directories. */
export interface TransferPlace {
  /** `<enclave>-<NNNN>`. */
  name: string;
  enclave: string;
  number: number;
  /** The directory in which it is built: `DIR/transfers/<name>.partial`. */
  partial: string;
  /** Its directory once it is complete: `DIR/transfers/<name>`. */
  directory: string;
  /** Whether an earlier run started it. */
  resumed: boolean;
}

const NAME = /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)-(\d{4,})(\.partial)?$/;

/** Checks the name of an enclave (docs/formats.md). @throws AirlockError `usage` */
export function checkEnclave(enclave: string): void {
  if (/^[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?$/.test(enclave)) return;
  throw new AirlockError('usage', t('enclaveInvalid', { enclave: JSON.stringify(enclave) }), {
    remedy: t('enclaveRemedy'),
    found: enclave,
  });
}

/** Parses the name of a transfer's directory; undefined for other names. */
export function parseTransferName(
  name: string,
): { transfer: string; enclave: string; number: number; partial: boolean } | undefined {
  const match = NAME.exec(name);
  if (!match) return undefined;
  const [, enclave, digits, suffix] = match;
  return {
    transfer: `${enclave}-${digits}`,
    enclave: enclave!,
    number: Number(digits),
    partial: suffix !== undefined,
  };
}

/**
 * Returns the place of an enclave's next transfer: the unfinished one, or else the number after all transfers on disk and in
 * the ledger (sets may have been moved away).
 */
export async function nextTransfer(
  transfers: string,
  enclave: string,
  recorded: readonly { number: number }[],
): Promise<TransferPlace> {
  checkEnclave(enclave);
  const found = (await namesIn(transfers)).map(parseTransferName).filter((t) => t?.enclave === enclave);
  const unfinished = found.find((transfer) => transfer?.partial);
  const last = Math.max(0, ...recorded.map((t) => t.number), ...found.map((t) => t?.number ?? 0));
  const number = unfinished?.number ?? last + 1;
  const name = unfinished?.transfer ?? `${enclave}-${String(number).padStart(4, '0')}`;
  return {
    name,
    enclave,
    number,
    partial: join(transfers, `${name}.partial`),
    directory: join(transfers, name),
    resumed: unfinished !== undefined,
  };
}

/** Returns the names in a directory; none if it doesn't exist. */
export async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw asAirlockError(error);
  }
}
