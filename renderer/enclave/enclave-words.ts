import type { TransferLifeLine } from '../../core/contract/topics/transfers.ts';
import type { TransferLine, TransferStepName } from '../../core/contract/topics/workspace.ts';
import { counted, relativeTime } from '../parts/format.ts';
import type { Mark } from '../parts/state-mark.tsx';
import type { Step } from '../parts/step-row.tsx';

export const STEP_LABELS: Record<TransferStepName, string> = {
  planned: 'Planned',
  approved: 'Approved',
  fetched: 'Fetched',
  'on-media': 'On media',
  imported: 'Imported',
  pushed: 'Pushed',
  applied: 'Applied',
  acknowledged: 'Acknowledged',
};

const ORDER = Object.keys(STEP_LABELS) as TransferStepName[];
/** Of transfers that have left this side. */
const LEFT: ReadonlySet<TransferStepName> = new Set(['on-media', 'imported', 'pushed', 'applied']);

/** Whether only the other side's answer is missing. */
export function awaitsAnswer({ arrived, step, state }: TransferLine): boolean {
  return arrived === 'unknown' && LEFT.has(step) && state !== 'under construction';
}

/** `2 pieces of fleet-0007`, `all of fleet-0007`. */
export function lackingWords({
  lacks,
  pieces,
  name,
}: Pick<TransferLine, 'lacks' | 'pieces' | 'name'>): string {
  return lacks === 'all' || (pieces > 0 && lacks >= pieces)
    ? `all of ${name}`
    : `${counted(lacks, 'piece')} of ${name}`;
}

/** How a transfer stands, as icon and word. */
export function transferMark(transfer: TransferLine): { mark: Mark; word: string } {
  if (transfer.state === 'under construction') return { mark: 'running', word: 'Under construction' };
  switch (transfer.arrived) {
    case 'complete':
      return { mark: 'good', word: 'Arrived whole' };
    case 'in part':
      return { mark: 'warning', word: `Lacks ${counted(Number(transfer.lacks), 'piece')}` };
    case 'nothing':
      return { mark: 'bad', word: 'Lost' };
    default:
      return LEFT.has(transfer.step)
        ? { mark: 'waiting', word: `${STEP_LABELS[transfer.step]}, not acknowledged` }
        : { mark: transfer.state === 'partial' ? 'warning' : 'good', word: fetchedWord(transfer) };
  }
}

function fetchedWord({ state }: TransferLine): string {
  if (state === 'moved') return 'Moved away';
  return state === 'partial' ? 'Fetched, partial' : 'Fetched';
}

const LEFT_WORDS: Partial<Record<TransferStepName, string>> = {
  'on-media': 'was put on media',
  imported: 'was imported there',
  pushed: 'was pushed there',
  applied: 'was applied there',
};

/** The one sentence of an enclave. @param transfers the newest first */
export function enclaveSentence(name: string, transfers: readonly TransferLine[], now: Date): string {
  const latest = transfers.find(({ state }) => state !== 'under construction');
  if (!latest)
    return transfers.length > 0
      ? `${transfers[0]!.name} is under construction.`
      : `Nothing was sent to ${name} yet.`;
  const ago = latest.stepAt ? ` ${relativeTime(new Date(latest.stepAt), now)}` : '';
  switch (latest.arrived) {
    case 'complete':
      return `${latest.name} arrived whole.`;
    case 'in part':
    case 'nothing':
      return `${name} lacks ${lackingWords(latest)}. The next transfer carries it again.`;
    default: {
      const left = LEFT_WORDS[latest.step];
      return left
        ? `${latest.name} ${left}${ago} and is not acknowledged.`
        : `${latest.name} was fetched${ago} and has not left yet.`;
    }
  }
}

/** The life of a transfer as steps. What needs a plan is left out of transfers that had none. */
export function lifeSteps(transfer: TransferLifeLine): Step[] {
  const at = new Map(transfer.events.map((event) => [event.step, event.at]));
  const answered = transfer.arrived !== 'unknown';
  const seen = transfer.events
    .filter(({ step }) => step !== 'acknowledged')
    .map(({ step }) => ORDER.indexOf(step));
  // An answer that something arrived says that it was imported.
  const there = answered && transfer.arrived !== 'nothing' ? ORDER.indexOf('imported') : 0;
  const reached = Math.max(there, ...seen);
  const shown = ORDER.filter((step) => (step !== 'planned' && step !== 'approved') || at.has(step));
  const next = shown.find((step) => ORDER.indexOf(step) > reached && step !== 'acknowledged');
  return shown.map((step): Step => {
    const time = at.get(step);
    const when = time === undefined ? {} : { at: time };
    const label = STEP_LABELS[step];
    if (step === 'acknowledged') {
      if (!answered) return { label, state: next ? 'todo' : 'current' };
      return { label, state: transfer.arrived === 'complete' ? 'done' : 'warning', ...when };
    }
    if (ORDER.indexOf(step) <= reached) return { label, state: 'done', ...when };
    return { label, state: step === next && !answered ? 'current' : 'todo', ...when };
  });
}

/** `3 sent: 1 arrived whole, 1 lacks something, 1 without an answer`. */
export function ledgerWords(transfers: readonly TransferLine[]): string {
  const sent = transfers.filter(({ state }) => state !== 'under construction');
  const of = (wanted: (transfer: TransferLine) => boolean) => sent.filter(wanted).length;
  const whole = of(({ arrived }) => arrived === 'complete');
  const part = of(({ arrived }) => arrived === 'in part');
  const lost = of(({ arrived }) => arrived === 'nothing');
  const open = of(({ arrived }) => arrived === 'unknown');
  const parts = [
    whole > 0 && `${whole} arrived whole`,
    part > 0 && `${part} in part`,
    lost > 0 && `${lost} lost`,
    open > 0 && `${open} without an answer`,
  ].filter(Boolean);
  return parts.join(', ');
}

/** Numbers from `3, 5-7`; what is wrong with it otherwise. */
export function pieceNumbers(text: string, most: number): { numbers: number[] } | { error: string } {
  const numbers = new Set<number>();
  for (const part of text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')) {
    const match = /^(\d+)(?:\s*-\s*(\d+))?$/.exec(part);
    if (!match) return { error: `${part} is no number of a piece.` };
    const [first, last] = [Number(match[1]), Number(match[2] ?? match[1])];
    if (first < 1 || last > most || first > last) return { error: `There are pieces 1 to ${most}.` };
    for (let number = first; number <= last; number++) numbers.add(number);
  }
  return numbers.size === 0
    ? { error: 'Name the pieces, such as 3, 5-7.' }
    : { numbers: [...numbers].sort((a, b) => a - b) };
}

/** Returns the newest transfer that is not under construction, else the newest. */
export function newestTransfer(transfers: readonly TransferLifeLine[]): TransferLifeLine | undefined {
  return transfers.find(({ state }) => state !== 'under construction') ?? transfers[0];
}
