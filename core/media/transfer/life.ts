import { AirlockError } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import type { TransferLifeLine } from '../../contract/topics/transfers.ts';
import { listRuns } from '../../runs/audit/read-runs.ts';
import type { RunFile } from '../../runs/audit/run-file.ts';
import type { Ledger, LedgerAnswer } from '../../store/workspace/ledger.ts';
import { openPlanningSpace } from '../../store/workspace/planning-space.ts';
import { type JournalLine, readJournal } from './journal.ts';
import { listTransfers, type TransferSummary } from './list-transfers.ts';
import { t } from './messages.ts';
import { TRANSFER_STEPS, type TransferStep } from './steps.ts';

type LifeEvent = TransferLifeLine['events'][number];

/** The history of a transfer as a workspace knows it. */
export interface TransferLife {
  /** The furthest step. */
  step: TransferStep;
  /** By time. */
  events: LifeEvent[];
  /** By time. */
  notes: TransferLifeLine['notes'];
  /** `unknown` until the receiving side has acknowledged it. */
  arrived: TransferLifeLine['arrived'];
  /** Names of files that didn't arrive. `all` for a transfer whose files are unknown. */
  missing: string[] | 'all';
  /** Names of volumes that didn't arrive, if the acknowledgment is about volumes. */
  missingFromTransfer?: string[];
  /** Whether `workspace prune` must leave its set unchanged. */
  protected: boolean;
}

/** A transfer and its history. */
export type LivedTransfer = TransferSummary & { lifecycle: TransferLife };

/**
 * Returns all transfers of a workspace with their history, by enclave and number, from journals, audit records, sets and
 * ledgers.
 * @throws AirlockError `workspace-invalid`, `workspace-format`
 */
export async function transferLives(directory: string): Promise<LivedTransfer[]> {
  const transfers = await listTransfers(directory);
  const runs = (await listRuns(airlockDirectory(directory, 'runs'))).flatMap(({ run }) =>
    run?.transfer === undefined ? [] : [run],
  );
  const space = await openPlanningSpace(directory);
  const ledgers = new Map<string, Ledger>();
  const lived: LivedTransfer[] = [];
  for (const transfer of transfers) {
    const ledger = ledgers.get(transfer.enclave) ?? (await space.ledger(transfer.enclave));
    ledgers.set(transfer.enclave, ledger);
    const volumes = ledger.transfers().find(({ name }) => name === transfer.name)?.volumes;
    const names = transfer.volumes.length > 0 ? transfer.volumes : (volumes ?? []);
    const lifecycle = lifeOf({
      transfer,
      journal: await readJournal(directory, transfer.name),
      runs: runs.filter((run) => run.transfer === transfer.name),
      answer: ledger.answer(transfer.name),
      volumeNames: names.map(({ name }) => name),
    });
    lived.push({ ...transfer, lifecycle });
  }
  return lived;
}

/** Returns one transfer and its history. @throws AirlockError `usage` with the names of all transfers */
export async function transferLife(directory: string, name: string): Promise<LivedTransfer> {
  const all = await transferLives(directory);
  const found = all.find((transfer) => transfer.name === name);
  if (found) return found;
  throw new AirlockError('usage', t('transferUnknown', { directory, name }), {
    remedy:
      all.length > 0
        ? t('transferUnknownRemedy', { names: all.map((transfer) => transfer.name).join(', ') })
        : t('noTransfersRemedy'),
  });
}

/** Returns whether a transfer arrived here on media: it was imported, and no run and no export of this side created it. */
export function arrivedHere({ step, events }: Pick<TransferLife, 'step' | 'events'>): boolean {
  return (
    ['imported', 'pushed', 'applied'].includes(step) &&
    // When no run is on record, no user is named.
    !events.some((event) => event.step === 'on-media' || (event.step === 'fetched' && event.by !== undefined))
  );
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
  // A ledger that another version wrote, or that was restored from a copy, can contain an answer that the journal doesn't.
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
      : answer.missing === 'all'
        ? 'nothing'
        : answer.missing.length > 0
          ? 'partial'
          : 'complete',
    missing,
    missingFromTransfer: answer?.missingContent?.volumes,
    protected: journal.findLast(({ protect }) => protect !== undefined)?.protect ?? false,
  };
}

function eventsOfRun(run: RunFile): LifeEvent[] {
  const by = `${run.user}@${run.host}`;
  const events: LifeEvent[] = [];
  if (run.plan) {
    const { digest, approval } = run.plan;
    events.push({ step: 'planned', at: run.startedAt, by, text: t('eventPlan', { digest }) });
    if (approval) {
      const text =
        approval.by === 'key'
          ? t('eventApprovedByKey', { fingerprint: approval.fingerprint })
          : t('eventApprovedByCommand', { command: approval.command });
      events.push({ step: 'approved', at: run.startedAt, by, text });
    }
  }
  if (run.endedAt !== undefined)
    events.push({
      step: 'fetched',
      at: run.endedAt,
      by,
      text: t('eventRun', { number: String(run.sequence) }),
    });
  return events;
}

function missingOf(answer: LedgerAnswer | undefined, volumeNames: string[]): string[] | 'all' {
  if (!answer) return [];
  if (volumeNames.length === 0) return answer.missing === 'all' || answer.missing.length > 0 ? 'all' : [];
  const { missing } = answer;
  return missing === 'all' ? volumeNames : volumeNames.filter((_, i) => missing.includes(i + 1));
}

function order(a: string, b: string): number {
  return Date.parse(a) - Date.parse(b);
}
