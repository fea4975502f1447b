import type { TransferLifeLine } from '../../core/contract/topics/transfers.ts';
import type { TransferLine, TransferStepName } from '../../core/contract/topics/workspace.ts';
import { relativeTime } from '../parts/format.ts';
import type { Mark } from '../parts/state-mark.tsx';
import type { Step } from '../parts/step-row.tsx';
import { t } from './messages.ts';

export const STEP_LABELS: Record<TransferStepName, string> = {
  planned: t('plannedStep'),
  approved: t('approvedStep'),
  fetched: t('fetchedStep'),
  'on-media': t('onMediaStep'),
  imported: t('importedStep'),
  pushed: t('pushedStep'),
  applied: t('appliedStep'),
  acknowledged: t('acknowledgedStep'),
};

const ORDER = Object.keys(STEP_LABELS) as TransferStepName[];
/** Headings for transfers that have left this side. */
const LEFT_TITLES = {
  'on-media': 'onMediaTitle',
  imported: 'importedTitle',
  pushed: 'pushedTitle',
  applied: 'appliedTitle',
} as const;

type LeftStep = keyof typeof LEFT_TITLES;

function hasLeft(step: TransferStepName): step is LeftStep {
  return Object.hasOwn(LEFT_TITLES, step);
}

/** Returns whether only the acknowledgment of the other side is missing. */
export function awaitsAnswer({ arrived, step, state }: TransferLine): boolean {
  return arrived === 'unknown' && hasLeft(step) && state !== 'under-construction';
}

/** Returns the furthest step of a transfer, with what this host did with it, and when it began. */
function furthestStep({ step, stepAt, onHost }: TransferLine): { step: TransferStepName; at?: string } {
  const { importedAt, push } = onHost ?? {};
  const seen = push ? 'pushed' : importedAt !== undefined ? 'imported' : step;
  if (ORDER.indexOf(seen) <= ORDER.indexOf(step)) return { step, at: stepAt };
  return { step: seen, at: push?.endedAt ?? importedAt };
}

/** Returns the state of a transfer as icon and text. */
export function transferMark(transfer: TransferLine): { mark: Mark; word: string } {
  if (transfer.state === 'under-construction') return { mark: 'running', word: t('unfinishedState') };
  switch (transfer.arrived) {
    case 'complete':
      return { mark: 'good', word: t('arrivedState') };
    case 'partial':
      return { mark: 'warning', word: t('missingState', { volumes: Number(transfer.missing) }) };
    case 'nothing':
      return { mark: 'bad', word: t('lostState') };
    default: {
      const { step } = furthestStep(transfer);
      return hasLeft(step)
        ? { mark: 'waiting', word: t('unacknowledgedState', { step: STEP_LABELS[step] }) }
        : { mark: transfer.state === 'partial' ? 'warning' : 'good', word: fetchedWord(transfer) };
    }
  }
}

function fetchedWord({ state }: TransferLine): string {
  if (state === 'moved') return t('movedState');
  return state === 'partial' ? t('partialState') : t('fetchedState');
}

/** Returns the heading of an enclave. @param transfers the newest first */
export function enclaveSentence(name: string, transfers: readonly TransferLine[], now: Date): string {
  const latest = transfers.find(({ state }) => state !== 'under-construction');
  if (!latest)
    return transfers[0]
      ? t('unfinishedTitle', { transfer: transfers[0].name })
      : t('noneTitle', { enclave: name });
  const { arrived, missing } = latest;
  const transfer = latest.name;
  switch (arrived) {
    case 'complete':
      return t('arrivedTitle', { transfer });
    case 'partial':
    case 'nothing':
      return missing === 'all' || arrived === 'nothing'
        ? t('lostTitle', { enclave: name, transfer })
        : t('missingTitle', { enclave: name, transfer, volumes: missing });
    default: {
      const { step, at } = furthestStep(latest);
      const ago = at ? relativeTime(new Date(at), now) : 'unknown';
      return t(hasLeft(step) ? LEFT_TITLES[step] : 'fetchedTitle', { transfer, ago });
    }
  }
}

/**
 * Returns the steps of a transfer. Steps that need a plan are omitted for transfers without one, and drives for a transfer that
 * was pushed without them.
 */
export function lifeSteps(transfer: TransferLifeLine): Step[] {
  const { importedAt, push } = transfer.onHost ?? {};
  const events: { step: TransferStepName; at: string }[] = [...transfer.events];
  if (importedAt !== undefined) events.push({ step: 'imported', at: importedAt });
  if (push) events.push({ step: 'pushed', at: push.endedAt ?? push.startedAt });
  if (push?.applied) events.push({ step: 'applied', at: push.applied.at });
  const at = new Map(events.map((event) => [event.step, event.at]));
  const answered = transfer.arrived !== 'unknown';
  const seen = events.filter(({ step }) => step !== 'acknowledged').map(({ step }) => ORDER.indexOf(step));
  // Content that arrived must have been imported.
  const least = answered && transfer.arrived !== 'nothing' ? ORDER.indexOf('imported') : 0;
  const reached = Math.max(least, ...seen);
  const optional: TransferStepName[] = ['planned', 'approved'];
  if (push && !at.has('on-media') && !at.has('imported')) optional.push('on-media', 'imported');
  const shown = ORDER.filter((step) => !optional.includes(step) || at.has(step));
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

const LEDGER_NOTES = [
  ['complete', 'arrivedNote'],
  ['partial', 'missingNote'],
  ['nothing', 'lostNote'],
  ['unknown', 'unacknowledgedNote'],
] as const;

/** Returns how many transfers arrived, and how many didn't: `1 arrived in full, 1 lost`. */
export function ledgerWords(transfers: readonly TransferLine[]): string {
  const sent = transfers.filter(({ state }) => state !== 'under-construction');
  return LEDGER_NOTES.map(([arrived, key]) => ({
    key,
    transfers: sent.filter((transfer) => transfer.arrived === arrived).length,
  }))
    .filter((each) => each.transfers > 0)
    .map((each) => t(each.key, { transfers: each.transfers }))
    .join(', ');
}

/** Returns the numbers in a text such as `3, 5-7`, or an error. */
export function volumeNumbersIn(text: string, most: number): { numbers: number[] } | { error: string } {
  const numbers = new Set<number>();
  for (const part of text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')) {
    const match = /^(\d+)(?:\s*-\s*(\d+))?$/.exec(part);
    if (!match) return { error: t('volumeError', { text: part }) };
    const [first, last] = [Number(match[1]), Number(match[2] ?? match[1])];
    if (first < 1 || last > most || first > last) return { error: t('volumeRangeError', { most }) };
    for (let number = first; number <= last; number++) numbers.add(number);
  }
  return numbers.size === 0 ? { error: t('noVolumeError') } : { numbers: [...numbers].sort((a, b) => a - b) };
}

/** Returns the newest finished transfer, else the newest. */
export function newestTransfer(transfers: readonly TransferLifeLine[]): TransferLifeLine | undefined {
  return transfers.find(({ state }) => state !== 'under-construction') ?? transfers[0];
}
