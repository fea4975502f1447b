import { wordList } from '../../core/contract/documents/words.ts';
import type { LiveRun, RunSummary } from '../../core/contract/topics/run.ts';
import type { GapSide, RunRef } from '../../core/contract/topics/vocabulary.ts';
import type { EnclaveLine, TransferLine, WorkspaceLine } from '../../core/contract/topics/workspace.ts';
import { enclaveSentence } from '../enclave/enclave-words.ts';
import { isUnderWay, runKey } from '../engine/live.ts';
import {
  carryAddress,
  enclaveAddress,
  readyAddress,
  receiveAddress,
  runAddress,
} from '../parts/addresses.ts';
import { percent, relativeTime, size } from '../parts/format.ts';
import type { Mark } from '../parts/state-mark.tsx';
import type { Step } from '../parts/step-row.tsx';
import { moment } from '../run/live/sentence.ts';
import { connectedSteps, pushSteps } from './enclave-steps.ts';
import { t } from './messages.ts';
import { pushedView } from './pushed-view.ts';

/** What a button of Home does: opens a screen, resumes a run, or calls a function of Home. */
export type EnclaveAction =
  | { label: string; to: string; onOpen?: () => void }
  | { label: string; resume: RunRef }
  | { label: string; run: () => void };

export interface EnclaveView {
  mark: Mark;
  sentence: string;
  /** Numbers of the transfer or run. */
  details: string;
  /** Bytes of the run in progress. */
  progress?: { done: number; total: number };
  /** Progress of the latest transfer on this side. Empty if unknown. */
  steps: Step[];
  /** The next step. */
  action: EnclaveAction;
  /** An alternative to the next step. */
  also?: EnclaveAction;
}

/** Returns what Home shows of an enclave: its state, its steps, and the next action. */
export function enclaveView(options: {
  enclave: EnclaveLine;
  workspace: Pick<WorkspaceLine, 'directory'>;
  side: GapSide;
  /** Live states by {@link runKey}, newer than the list. */
  live: Readonly<Record<string, LiveRun>>;
  now: Date;
  /** All listed workspaces. On a host of both sides, one of them may receive the transfer. */
  workspaces?: readonly WorkspaceLine[];
}): EnclaveView {
  const { enclave, workspace, side, live, now, workspaces = [] } = options;
  const transfer = enclave.transfers.findLast(({ state }) => state !== 'under-construction');
  const running = Object.values(live).find(
    (run) =>
      isUnderWay(run) && run.run.root === workspace.directory && (run.enclave ?? 'default') === enclave.name,
  );
  const lastRun = enclave.lastRun && (live[runKey(enclave.lastRun.run)] ?? enclave.lastRun);
  const shown = running ?? (lastRun && isUnderWay(lastRun) ? lastRun : undefined);
  const onHost = transfer?.onHost;
  const push = isPushed(enclave, transfer) ? enclave.lastPush : onHost?.push;
  const fetching = shown ? shown.workflow === 'mirrorToDisk' : enclave.next === 'resume-fetch';
  const pushing = shown ? !fetching : enclave.next === 'resume-push';
  const receivedElsewhere = onHost?.importedAt !== undefined;
  const steps =
    (shown ?? lastRun)?.workflow === 'mirrorToMirror'
      ? []
      : side === 'connected'
        ? connectedSteps(transfer, fetching)
        : pushSteps(side, fetching ? undefined : transfer, {
            pushing,
            push: pushing ? undefined : push,
          });
  const fetchTo = `/fetch?${new URLSearchParams({ workspace: workspace.directory, enclave: enclave.name })}`;
  const pushTo = `/push?${new URLSearchParams({ from: workspace.directory, enclave: enclave.name })}`;

  if (shown) {
    const current = live[runKey(shown.run)];
    const progress = current?.progress;
    return {
      mark: 'running',
      sentence: runningSentence(shown, current, now),
      details: runningDetails(current),
      steps,
      action: { label: t('viewRunButton'), to: runAddress(shown.run) },
      progress: progress?.totalKnown ? { done: progress.done, total: progress.total } : undefined,
    };
  }
  if ((enclave.next === 'resume-fetch' || enclave.next === 'resume-push') && lastRun)
    return {
      mark: lastRun.status === 'paused' ? 'paused' : lastRun.status === 'partial' ? 'warning' : 'bad',
      sentence: unfinishedSentence(lastRun, now),
      details: '',
      steps,
      action: { label: resumeLabel(lastRun), resume: lastRun.run },
      also: { label: t('viewRunButton'), to: runAddress(lastRun.run) },
    };
  if (enclave.next === 'open-resources' && enclave.lastPush) {
    const { lastPush } = enclave;
    return {
      ...pushedView({
        ...{ lastPush, transfer },
        sentence: pushedSentence(lastPush, transfer, now),
        ago: (at) => ago(now, at),
      }),
      details: transferDetails(transfer),
      steps,
    };
  }
  if (enclave.next === 'receive' && transfer && !receivedElsewhere)
    return {
      mark: 'good',
      sentence: t('readyToReceiveText', carriedValues(transfer, now)),
      details: transferDetails(transfer),
      steps,
      action: {
        label: t('receiveTransferButton', { transfer: transfer.name }),
        to: receiveAddress(destinationOf(workspaces, workspace.directory, transfer)),
      },
      also: { label: t('pushButton', { transfer: transfer.name }), to: pushTo },
    };
  if ((enclave.next === 'acknowledge' || enclave.next === 'receive') && transfer)
    return {
      mark: 'waiting',
      sentence: receivedElsewhere
        ? t('receivedElsewhereText', carriedValues(transfer, now))
        : enclaveSentence(enclave.name, enclave.transfers.toReversed(), now),
      details: transferDetails(transfer),
      steps,
      action: {
        label: t('enterCodeButton'),
        to: enclaveAddress(workspace.directory, enclave.name, transfer.name),
      },
      also: { label: t('fetchNextButton'), to: fetchTo },
    };
  const seen = { enclave, transfer, lastRun, steps, side, now, fetchTo, pushTo };
  const { directory } = workspace;
  if (enclave.next === 'carry' && transfer) return carryView({ ...seen, transfer, directory });
  return enclave.next === 'push' ? pushView({ ...seen, directory }) : idleView(seen);
}

/**
 * Returns where a transfer of this host is received: the workspace that has a part of it, otherwise an empty one, otherwise a
 * directory next to its own workspace. Its own workspace contains it already.
 */
function destinationOf(
  workspaces: readonly WorkspaceLine[],
  directory: string,
  { name }: TransferLine,
): string {
  const others = workspaces.filter((other) => other.directory !== directory && !other.practice);
  const found =
    others.find(({ arriving }) => arriving.includes(name)) ?? others.find(({ state }) => state === 'empty');
  return found?.directory ?? `${directory}-received`;
}

interface Seen {
  enclave: EnclaveLine;
  transfer: TransferLine | undefined;
  lastRun: RunSummary | undefined;
  steps: Step[];
  side: GapSide;
  now: Date;
  fetchTo: string;
  pushTo: string;
}

/** Returns the view of an enclave whose transfer is written to drives next. */
function carryView({
  transfer,
  steps,
  side,
  now,
  fetchTo,
  pushTo,
  directory,
}: Seen & { transfer: TransferLine; directory: string }): EnclaveView {
  const { name, written, state } = transfer;
  return {
    mark: state === 'partial' ? 'warning' : 'good',
    sentence: written
      ? t('partlyWrittenText', { ...written, transfer: name, drives: drivesOf(transfer) })
      : t('readyToWriteText', fetchedValues(transfer, now)),
    details: transferDetails(transfer),
    steps,
    action: { label: t('carryButton', { transfer: name }), to: carryAddress(directory, name) },
    also:
      side === 'both'
        ? { label: t('pushButton', { transfer: name }), to: pushTo }
        : { label: t('fetchNextButton'), to: fetchTo },
  };
}

/** Returns the view of an enclave with content to push. */
function pushView({
  transfer,
  steps,
  side,
  fetchTo,
  directory,
  pushTo,
}: Seen & { directory: string }): EnclaveView {
  return transfer
    ? {
        mark: transfer.state === 'partial' ? 'warning' : 'good',
        sentence: t('readyToPushText', { transfer: transfer.name, state: transfer.state }),
        details: transferDetails(transfer),
        steps,
        action: { label: t('pushButton', { transfer: transfer.name }), to: pushTo },
        also:
          side === 'both' && !transfer.received
            ? { label: t('fetchNextButton'), to: fetchTo }
            : { label: t('readyButton'), to: readyAddress(directory) },
      }
    : {
        mark: 'waiting',
        sentence: t('noneReceivedText'),
        details: '',
        steps: [],
        action: { label: t('receiveButton'), to: '/receive' },
        also: { label: t('pushDirectoryButton'), to: '/push' },
      };
}

/** Returns the view of an enclave without a pending step. */
function idleView({ enclave, transfer, lastRun, steps, now, fetchTo }: Seen): EnclaveView {
  const answered = transfer && transfer.arrived !== 'unknown';
  return {
    mark: transfer
      ? transfer.state === 'partial' || (answered && transfer.arrived !== 'complete')
        ? 'warning'
        : 'good'
      : 'waiting',
    sentence: answered
      ? enclaveSentence(enclave.name, [transfer], now)
      : idleSentence(transfer, nothingNewAt(lastRun), now),
    details: transferDetails(transfer),
    steps,
    action: { label: transfer ? t('fetchNextButton') : t('fetchButton'), to: fetchTo },
    also: lastRun && { label: t('viewLastRunButton'), to: runAddress(lastRun.run) },
  };
}

/** Returns when the last fetch found nothing new, if it did. */
function nothingNewAt(run: RunSummary | undefined): string | undefined {
  return run?.workflow === 'mirrorToDisk' && run.status === 'complete' && !run.transfer
    ? (run.endedAt ?? run.startedAt)
    : undefined;
}

function idleSentence(transfer: TransferLine | undefined, nothingNew: string | undefined, now: Date): string {
  const checked = nothingNew === undefined ? undefined : ago(now, nothingNew);
  if (transfer)
    return checked === undefined
      ? t('fetchedText', fetchedValues(transfer, now))
      : t('fetchedNothingNewText', { ...fetchedValues(transfer, now), checked });
  return checked === undefined ? t('noneFetchedText') : t('nothingNewText', { checked });
}

function carriedValues({ name, carriedAt, stepAt, written }: TransferLine, now: Date) {
  return { transfer: name, ago: ago(now, carriedAt ?? stepAt), drives: drivesOf({ written }) };
}

/** Names up to two drives, otherwise their number. */
function drivesOf({ written }: Pick<TransferLine, 'written'>): string {
  const { drives = [] } = written ?? {};
  return drives.length > 2 || drives.length === 0
    ? t('driveCount', { count: drives.length })
    : wordList(drives);
}

function fetchedValues({ name, createdAt, state }: TransferLine, now: Date) {
  return { transfer: name, ago: ago(now, createdAt), state };
}

/** Returns the time since then, or `unknown`, for which texts have a form of their own. */
function ago(now: Date, at: string | undefined): string {
  return at ? relativeTime(new Date(at), now) : 'unknown';
}

function pushedSentence(push: RunSummary, transfer: TransferLine | undefined, now: Date): string {
  const name = push.transfer ?? transfer?.name;
  const values = { target: push.target ?? t('unnamedRegistry'), ago: ago(now, push.endedAt) };
  return name === undefined || push.workflow === 'mirrorToMirror'
    ? t('placedText', { ...values, workflow: push.workflow })
    : t('pushedText', { ...values, transfer: name });
}

function isPushed({ lastPush }: EnclaveLine, transfer: TransferLine | undefined): boolean {
  return (
    lastPush !== undefined &&
    (!transfer?.createdAt || Date.parse(lastPush.startedAt) >= Date.parse(transfer.createdAt))
  );
}

function runningSentence(run: RunSummary, live: LiveRun | undefined, now: Date): string {
  const activity = t('activity', {
    workflow: run.workflow,
    transfer: run.transfer ?? t('unnamedTransfer'),
    target: run.target ?? t('unnamedRegistry'),
  });
  const { progress } = live ?? {};
  if (!progress?.totalKnown) return activity;
  const values = { activity, percent: percent(progress.done, progress.total) };
  if (progress.remainingMs === undefined) return t('activityProgress', values);
  if (progress.remainingMs < 60_000) return t('activityLastMinute', values);
  return t('activityEnd', { ...values, end: moment(new Date(now.getTime() + progress.remainingMs), now) });
}

function runningDetails(live: LiveRun | undefined): string {
  if (!live) return '';
  const { deliverables, failuresTotal } = live;
  const complete = deliverables.filter(({ state }) => state === 'complete').length;
  return [
    deliverables.length > 0 && t('deliverablesNote', { complete, total: deliverables.length }),
    failuresTotal > 0 && t('failedNote', { images: failuresTotal }),
  ]
    .filter(Boolean)
    .join(' · ');
}

function unfinishedSentence(run: RunSummary & Partial<Pick<LiveRun, 'error'>>, now: Date): string {
  const { workflow, transfer, images, error } = run;
  const values = {
    run: transfer ? t('transferRun', { workflow, transfer }) : t('unnamedRun', { workflow }),
    ago: ago(now, run.endedAt ?? run.startedAt),
  };
  switch (run.status) {
    case 'paused':
      return t('pausedText', values);
    case 'interrupted':
      return t('interruptedText', values);
    case 'partial':
      return images && images.failed > 0
        ? t('partialImagesText', { ...values, failed: images.failed, total: images.total })
        : t('partialText', values);
    default:
      return error ? t('failedReasonText', { ...values, reason: error.message }) : t('failedText', values);
  }
}

function resumeLabel({ status, workflow }: RunSummary): string {
  return status === 'paused' || status === 'interrupted'
    ? t('resumeAction', { workflow })
    : t('retryAction', { workflow });
}

function transferDetails(transfer: TransferLine | undefined): string {
  return transfer
    ? t('transferNote', {
        images: transfer.images,
        size: size(transfer.bytes),
        archives: transfer.volumes,
      })
    : '';
}
