import { AirlockError } from '../../base/errors/airlock-error.ts';
import { airlockFolder } from '../../base/files/airlock-folder.ts';
import type { TransferLifeLine } from '../../contract/topics/transfers.ts';
import { listRuns } from '../../runs/audit/read-runs.ts';
import type { RunFile } from '../../runs/audit/run-file.ts';
import type { LedgerAnswer } from '../../store/workspace/ledger.ts';
import { openPlanningSpace } from '../../store/workspace/planning-space.ts';
import { type JournalLine, readJournal, TRANSFER_STEPS, type TransferStep } from './journal.ts';
import { listTransfers, type TransferSummary } from './list-transfers.ts';

type LifeEvent = TransferLifeLine['events'][number];

/** What a workspace knows of a transfer's way across. */
export interface TransferLife {
  /** The furthest step. */
  step: TransferStep;
  /** By time. */
  events: LifeEvent[];
  /** By time. */
  notes: TransferLifeLine['notes'];
  /** `unknown`: the other side has not answered. */
  arrived: TransferLifeLine['arrived'];
  /** Names of pieces that did not arrive; `all` of a transfer whose pieces are not known. */
  lacks: string[] | 'all';
  /** Names of the carry pieces that did not arrive, where the answer is about these. */
  missingFromTransfer?: string[];
  /** `workspace prune` leaves its set. */
  protected: boolean;
}

/** A transfer and its life. */
export type LivedTransfer = TransferSummary & { life: TransferLife };

/**
 * Every transfer of a workspace with its life, by enclave and number: what its journal says, and what follows from audit
 * records, sets and ledgers.
 * @throws AirlockError `workspace-invalid`, `workspace-format`
 */
export async function transferLives(directory: string): Promise<LivedTransfer[]> {
  const transfers = await listTransfers(directory);
  const runs = (await listRuns(airlockFolder(directory, 'runs'))).flatMap(({ run }) =>
    run?.transfer === undefined ? [] : [run],
  );
  const space = await openPlanningSpace(directory);
  const lived: LivedTransfer[] = [];
  for (const transfer of transfers) {
    const ledger = await space.ledger(transfer.enclave);
    const volumes = ledger.transfers().find(({ name }) => name === transfer.name)?.pieces;
    const names = transfer.pieces.length > 0 ? transfer.pieces : (volumes ?? []);
    const life = lifeOf({
      transfer,
      journal: await readJournal(directory, transfer.name),
      runs: runs.filter((run) => run.transfer === transfer.name),
      answer: ledger.answer(transfer.name),
      volumeNames: names.map(({ name }) => name),
    });
    lived.push({ ...transfer, life });
  }
  return lived;
}

/** One transfer and its life. @throws AirlockError `usage` naming those that there are */
export async function transferLife(directory: string, name: string): Promise<LivedTransfer> {
  const all = await transferLives(directory);
  const found = all.find((transfer) => transfer.name === name);
  if (found) return found;
  throw new AirlockError('usage', `${directory} has no transfer ${name}`, {
    remedy: all.length > 0 ? `There is ${all.map((t) => t.name).join(', ')}.` : 'It has none yet.',
  });
}

function lifeOf(known: {
  transfer: TransferSummary;
  journal: JournalLine[];
  runs: RunFile[];
  answer: LedgerAnswer | undefined;
  volumeNames: string[];
}): TransferLife {
  const { transfer, journal, runs, answer, volumeNames } = known;
  const events: LifeEvent[] = runs.flatMap(eventsOfRun);
  if (transfer.created !== undefined && !events.some(({ step }) => step === 'fetched'))
    events.push({ step: 'fetched', at: transfer.created });
  for (const { step, at, by, text } of journal) if (step) events.push({ step, at, by, text });
  // Another version, or a ledger that was brought back from a copy, may know an answer that the journal does not.
  if (answer && !events.some(({ step }) => step === 'acknowledged'))
    events.push({ step: 'acknowledged', at: answer.at });
  events.sort((a, b) => order(a.at, b.at));
  const furthest = Math.max(0, ...events.map(({ step }) => TRANSFER_STEPS.indexOf(step)));
  const missing = missingOf(answer, volumeNames);
  return {
    step: TRANSFER_STEPS[furthest] ?? 'planned',
    events,
    notes: journal.flatMap(({ step, at, by, text }) => (text && !step ? [{ at, by, text }] : [])),
    arrived: !answer
      ? 'unknown'
      : answer.lacks === 'all'
        ? 'nothing'
        : answer.lacks.length > 0
          ? 'in part'
          : 'complete',
    lacks: missing,
    missingFromTransfer: answer?.carried?.pieces,
    protected: journal.findLast(({ protect }) => protect !== undefined)?.protect ?? false,
  };
}

function eventsOfRun(run: RunFile): LifeEvent[] {
  const by = `${run.user}@${run.host}`;
  const events: LifeEvent[] = [];
  if (run.plan) {
    const { digest, approval } = run.plan;
    events.push({ step: 'planned', at: run.startedAt, by, text: `plan ${digest}` });
    if (approval) {
      const whom = approval.by === 'key' ? `the key ${approval.fingerprint}` : `\`${approval.command}\``;
      events.push({ step: 'approved', at: run.startedAt, by, text: `its signature checked by ${whom}` });
    }
  }
  if (run.endedAt !== undefined)
    events.push({ step: 'fetched', at: run.endedAt, by, text: `run ${run.sequence}` });
  return events;
}

function missingOf(answer: LedgerAnswer | undefined, volumeNames: string[]): string[] | 'all' {
  if (!answer) return [];
  if (volumeNames.length === 0) return answer.lacks === 'all' || answer.lacks.length > 0 ? 'all' : [];
  const { lacks: missing } = answer;
  return missing === 'all' ? volumeNames : volumeNames.filter((_, i) => missing.includes(i + 1));
}

function order(a: string, b: string): number {
  return Date.parse(a) - Date.parse(b);
}
