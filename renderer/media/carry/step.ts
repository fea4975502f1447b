import { isUnderWay } from '../../../core/contract/topics/job.ts';
import type { ExportLine, MediaJob } from '../../../core/contract/topics/media.ts';
import type { WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { counted } from '../../parts/format.ts';
import { pieceList, stoppedJob } from '../media-words.ts';
import type { CarryChoices } from './choices.ts';

type Transfer = WorkspaceLine['enclaves'][number]['transfers'][number];

/** Transfers whose set is here: the newest first, those that have not left before those that have. */
export function transfersToCarry(workspace: Pick<WorkspaceLine, 'enclaves'> | undefined): Transfer[] {
  const here = (workspace?.enclaves ?? [])
    .flatMap(({ transfers }) => transfers)
    .filter(({ state }) => state === 'complete' || state === 'partial');
  const left = ({ step }: Transfer) => (step === 'fetched' || step === 'approved' ? 0 : 1);
  return here.toSorted(
    (a, b) => left(a) - left(b) || Date.parse(b.createdAt ?? '') - Date.parse(a.createdAt ?? ''),
  );
}

/** What is to be done next about a transfer. */
export type CarryStep =
  | { kind: 'under-way'; waits: boolean }
  /** All of it is on media. */
  | { kind: 'carried' }
  /** @property to media of the export that stopped */
  | { kind: 'resume'; to: readonly string[] }
  /** @property words of the button */
  | { kind: 'write'; words: string };

/** @param only numbers of the pieces that are chosen; undefined for all that are not written */
export function carryStep(state: {
  job: MediaJob | undefined;
  plan: ExportLine | undefined;
  chosen: readonly string[];
  format: CarryChoices['format'];
  only: readonly number[] | undefined;
}): CarryStep {
  const { job, plan, chosen, format, only } = state;
  if (job && isUnderWay(job)) return { kind: 'under-way', waits: job.status === 'waiting' };
  if (plan?.whole && !only && format === 'airlock') return { kind: 'carried' };
  const settings = stoppedJob(job)?.settings;
  if (settings?.kind === 'export' && chosen.length === 0) return { kind: 'resume', to: settings.to };
  return { kind: 'write', words: writeWords(plan, format, only) };
}

function writeWords(
  plan: ExportLine | undefined,
  format: CarryChoices['format'],
  only: readonly number[] | undefined,
): string {
  if (format !== 'airlock') return `Write for ${format}`;
  if (only) return `Write ${pieceList(only)}`;
  const left = counted(plan?.pieces.filter(({ state }) => state === 'missing').length ?? 0, 'piece');
  return plan?.begun ? `Write the other ${left}` : `Write ${left}`;
}
