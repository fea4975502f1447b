import { join } from 'node:path';
import { AirlockError } from '../errors/airlock-error.ts';
import type { Ledger, LedgerTransfer } from '../store/ledger.ts';
import { namesIn, parseTransferName } from '../store/next-transfer.ts';
import { openPlanningSpace } from '../store/planning-space.ts';
import { openWorkspace } from '../store/workspace.ts';
import {
  type Acknowledgement,
  acknowledgementCode,
  acknowledgementWords,
  readAcknowledgement,
  setMark,
} from './acknowledgement-code.ts';
import { writeJournal } from './journal.ts';

/** What the ledger took of an answer. */
export interface Acknowledged {
  /** `<enclave>-<NNNN>`. */
  transfer: string;
  enclave: string;
  /** `0007 lacks pieces 3 and 5`. */
  words: string;
  /** Names of pieces that the next transfer makes up for; `all` where the pieces are not known. */
  lacks: string[] | 'all';
}

/**
 * Takes an acknowledgement code into the ledger of the enclave whose transfer it is of; the next transfer is then the
 * difference.
 * @throws AirlockError `acknowledgement-invalid` for a code that was typed wrong or is of no transfer of this workspace,
 * `workspace-locked`, `workspace-invalid`
 */
export async function acknowledge(directory: string, code: string): Promise<Acknowledged> {
  const said = readAcknowledgement(code);
  return inWorkspace(directory, async (ledgers) =>
    note(directory, foundBy(said, ledgers, directory), said, acknowledgementCode(said)),
  );
}

/**
 * What {@link acknowledge} would take of a code; nothing is written, and a run that works there is not in the way.
 * @throws AirlockError `acknowledgement-invalid`, `workspace-invalid`
 */
export async function previewAcknowledgement(directory: string, code: string): Promise<Acknowledged> {
  const said = readAcknowledgement(code);
  const space = await openPlanningSpace(directory);
  const ledgers: Ledger[] = [];
  for (const enclave of await enclavesOf(directory)) ledgers.push(await space.ledger(enclave));
  return takenOf(foundBy(said, ledgers, directory), said);
}

/** The transfer that a code is of. @throws AirlockError `acknowledgement-invalid` */
function foundBy(said: Acknowledgement, ledgers: readonly Ledger[], directory: string): Found {
  const found = ledgers
    .flatMap((ledger) => ledger.transfers().map((transfer) => ({ ledger, transfer })))
    .find(({ transfer }) => transfer.number === said.number && markOf(transfer) === said.mark);
  if (!found)
    throw new AirlockError(
      'acknowledgement-invalid',
      `the code says "${acknowledgementWords(said)}", but no transfer ${String(said.number).padStart(4, '0')} of ${directory} is this set`,
      { side: 'local', remedy: 'Check that it belongs to this workspace: `airlock transfers list`.' },
    );
  const most = found.transfer.pieces?.length ?? 0;
  if (said.lacks !== 'all' && said.lacks.some((piece) => piece > most))
    throw new AirlockError(
      'acknowledgement-invalid',
      `the code names piece ${said.lacks.at(-1)}; ${found.transfer.name} has ${most}`,
      { side: 'local' },
    );
  return found;
}

/**
 * Notes without a code that a transfer, or pieces of it, will not arrive.
 * @param lacks numbers of pieces from 1; `all`: the whole transfer
 * @throws AirlockError `usage` for a transfer or piece that is not there, `workspace-locked`, `workspace-invalid`
 */
export async function noteLost(
  directory: string,
  name: string,
  lacks: number[] | 'all',
): Promise<Acknowledged> {
  return inWorkspace(directory, async (ledgers) => {
    const found = ledgers
      .flatMap((ledger) => ledger.transfers().map((transfer) => ({ ledger, transfer })))
      .find(({ transfer }) => transfer.name === name);
    if (!found)
      throw new AirlockError('usage', `${directory} has sent no transfer ${name}`, {
        remedy: 'See `airlock transfers list`.',
      });
    const most = found.transfer.pieces?.length ?? 0;
    const wrong = lacks === 'all' ? undefined : lacks.find((piece) => piece < 1 || piece > most);
    if (wrong !== undefined)
      throw new AirlockError('usage', `${name} has no piece ${wrong}: ${most} are known of it`, {
        remedy: 'See `airlock transfers show`; without --pieces all of it counts as lost.',
      });
    return note(directory, found, {
      number: found.transfer.number,
      reached: 'imported',
      lacks: lacks === 'all' ? lacks : [...new Set(lacks)].toSorted((x, y) => x - y),
    });
  });
}

interface Found {
  ledger: Ledger;
  transfer: LedgerTransfer;
}

async function note(
  directory: string,
  { ledger, transfer }: Found,
  said: Omit<Acknowledgement, 'mark'>,
  code?: string,
): Promise<Acknowledged> {
  const words = acknowledgementWords(said);
  const { lacks, reached } = said;
  await ledger.noteAnswer({ transfer: transfer.name, at: new Date().toISOString(), lacks });
  if (code !== undefined && reached !== 'imported' && lacks !== 'all')
    await writeJournal(directory, transfer.name, { step: reached, text: 'as its acknowledgement says' });
  await writeJournal(directory, transfer.name, {
    step: 'acknowledged',
    text: words,
    ...(code !== undefined && { code }),
  });
  return takenOf({ ledger, transfer }, said);
}

function takenOf({ ledger, transfer }: Found, said: Omit<Acknowledgement, 'mark'>): Acknowledged {
  const { lacks } = said;
  const names = transfer.pieces
    ?.filter((_, i) => lacks === 'all' || lacks.includes(i + 1))
    .map(({ name }) => name);
  return {
    transfer: transfer.name,
    enclave: ledger.enclave,
    words: acknowledgementWords(said),
    lacks: names ?? (lacks === 'all' ? 'all' : []),
  };
}

/** With the ledgers of all enclaves; sets that a killed run did not record are recorded first. */
async function inWorkspace(
  directory: string,
  work: (ledgers: Ledger[]) => Promise<Acknowledged>,
): Promise<Acknowledged> {
  const workspace = await openWorkspace(directory);
  try {
    const ledgers: Ledger[] = [];
    for (const enclave of await enclavesOf(directory)) ledgers.push(await workspace.ledger(enclave));
    return await work(ledgers);
  } finally {
    await workspace.close();
  }
}

/** Enclaves with a ledger, and those of which only sets are there. */
async function enclavesOf(directory: string): Promise<string[]> {
  const sets = (await namesIn(join(directory, 'transfers'))).flatMap((name) => {
    const parsed = parseTransferName(name);
    return parsed ? [parsed.enclave] : [];
  });
  return [...new Set([...(await (await openPlanningSpace(directory)).enclaves()), ...sets])].toSorted();
}

function markOf({ name, created, pieces }: LedgerTransfer): string | undefined {
  return pieces && setMark({ transfer: name, created, pieces });
}
