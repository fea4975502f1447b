import type { LiveRun, RunSummary } from '../../core/contract/topics/run.ts';
import type { GapSide, RunRef } from '../../core/contract/topics/vocabulary.ts';
import type { EnclaveLine, TransferLine, WorkspaceLine } from '../../core/contract/topics/workspace.ts';
import { enclaveSentence } from '../enclave/enclave-words.ts';
import { isUnderWay, runKey } from '../engine/live.ts';
import { carryAddress, enclaveAddress, readyAddress, runAddress } from '../parts/addresses.ts';
import { counted, percent, relativeTime, size } from '../parts/format.ts';
import { workflowWord } from '../parts/run-words.ts';
import type { Mark } from '../parts/state-mark.tsx';
import type { Step } from '../parts/step-row.tsx';
import { moment } from '../run/live/sentence.ts';

/** What a button of Home does: shows a screen, goes on with a run, or something of Home itself. */
export type EnclaveAction =
  | { label: string; to: string }
  | { label: string; resume: RunRef }
  | { label: string; run: () => void };

export interface EnclaveView {
  mark: Mark;
  sentence: string;
  /** Numbers of the transfer or run. */
  aside: string;
  /** Bytes of the run under way. */
  progress?: { done: number; total: number };
  /** How far the latest transfer is on this side; empty where there is nothing to tell. */
  steps: Step[];
  /** The next thing to do. */
  action: EnclaveAction;
  /** What else one may want now. */
  also?: EnclaveAction;
}

/** One enclave of a workspace as Home shows it: one line in words, its steps, the next thing to do. */
export function enclaveView(options: {
  enclave: EnclaveLine;
  workspace: Pick<WorkspaceLine, 'directory'>;
  side: GapSide;
  /** Live states by {@link runKey}: newer than the list. */
  live: Readonly<Record<string, LiveRun>>;
  now: Date;
}): EnclaveView {
  const { enclave, workspace, side, live, now } = options;
  const transfer = enclave.transfers.findLast(({ state }) => state !== 'under construction');
  const running = Object.values(live).find(
    (run) =>
      isUnderWay(run) && run.run.root === workspace.directory && (run.enclave ?? 'default') === enclave.name,
  );
  const lastRun = enclave.lastRun && (live[runKey(enclave.lastRun.run)] ?? enclave.lastRun);
  const shown = running ?? (lastRun && isUnderWay(lastRun) ? lastRun : undefined);
  const ago = (at: string | undefined) => agoWords(now, at);
  const pushed = isPushed(enclave, transfer);
  const fetching = shown ? shown.workflow === 'mirrorToDisk' : enclave.next === 'resume-fetch';
  const pushing = shown ? !fetching : enclave.next === 'resume-push';
  const steps =
    (shown ?? lastRun)?.workflow === 'mirrorToMirror'
      ? []
      : side === 'connected'
        ? connectedSteps(transfer, fetching)
        : stepsOf(side, transfer !== undefined && !fetching, pushed && !pushing);
  const fetchTo = `/fetch?${new URLSearchParams({ workspace: workspace.directory, enclave: enclave.name })}`;
  const pushTo = `/push?${new URLSearchParams({ from: workspace.directory, enclave: enclave.name })}`;

  if (shown) {
    const progress = live[runKey(shown.run)]?.progress;
    return {
      mark: 'running',
      sentence: runningSentence(shown, live[runKey(shown.run)], now),
      aside: runningAside(live[runKey(shown.run)]),
      steps,
      action: { label: 'Follow the run', to: runAddress(shown.run) },
      progress: progress?.totalKnown ? { done: progress.done, total: progress.total } : undefined,
    };
  }
  if ((enclave.next === 'resume-fetch' || enclave.next === 'resume-push') && lastRun)
    return {
      mark: lastRun.status === 'paused' ? 'paused' : lastRun.status === 'partial' ? 'warning' : 'bad',
      sentence: unfinishedSentence(lastRun, ago(lastRun.endedAt ?? lastRun.startedAt)),
      aside: '',
      steps,
      action: { label: resumeLabel(lastRun), resume: lastRun.run },
      also: { label: 'View the run', to: runAddress(lastRun.run) },
    };
  if (enclave.next === 'open-resources' && enclave.lastPush) {
    const { lastPush } = enclave;
    return {
      mark: 'good',
      sentence: `${lastPush.transfer ?? transfer?.name ?? 'All of it'} was ${lastPush.workflow === 'mirrorToMirror' ? 'mirrored' : 'pushed'} to ${lastPush.target ?? 'the mirror registry'} ${ago(lastPush.endedAt)}. Its cluster resources are ready to apply.`,
      aside: transferAside(transfer),
      steps,
      action: { label: 'View cluster resources', to: runAddress(lastPush.run) },
      also: side === 'both' ? { label: 'Fetch again', to: fetchTo } : undefined,
    };
  }
  if (enclave.next === 'acknowledge' && transfer)
    return {
      mark: 'waiting',
      sentence: enclaveSentence(enclave.name, enclave.transfers.toReversed(), now),
      aside: transferAside(transfer),
      steps,
      action: {
        label: 'Enter the code',
        to: enclaveAddress(workspace.directory, enclave.name, transfer.name),
      },
      also: { label: 'Fetch the next transfer', to: fetchTo },
    };
  if (enclave.next === 'carry' && transfer)
    return {
      mark: transfer.state === 'partial' ? 'warning' : 'good',
      sentence: `${transfer.name} was fetched ${ago(transfer.createdAt)}${transfer.state === 'partial' ? ' and is partial' : ''}. It has not left yet.`,
      aside: transferAside(transfer),
      steps,
      action: { label: `Carry ${transfer.name}`, to: carryAddress(workspace.directory, transfer.name) },
      also: { label: 'Fetch the next transfer', to: fetchTo },
    };
  const seen = { enclave, transfer, lastRun, steps, side, now, fetchTo };
  return enclave.next === 'push'
    ? pushView({ ...seen, directory: workspace.directory, pushTo })
    : restingView(seen);
}

interface Seen {
  enclave: EnclaveLine;
  transfer: TransferLine | undefined;
  lastRun: RunSummary | undefined;
  steps: Step[];
  side: GapSide;
  now: Date;
  fetchTo: string;
}

/** What arrived can be pushed. */
function pushView({
  transfer,
  steps,
  side,
  fetchTo,
  directory,
  pushTo,
}: Seen & { directory: string; pushTo: string }): EnclaveView {
  return transfer
    ? {
        mark: transfer.state === 'partial' ? 'warning' : 'good',
        sentence: `${transfer.name} is here${transfer.state === 'partial' ? ', but partial' : ' and whole'}. It is not pushed yet.`,
        aside: transferAside(transfer),
        steps,
        action: { label: `Push ${transfer.name}`, to: pushTo },
        also:
          side === 'both'
            ? { label: 'Fetch again', to: fetchTo }
            : { label: 'Ready?', to: readyAddress(directory) },
      }
    : {
        mark: 'waiting',
        sentence: 'No transfer is here yet.',
        aside: '',
        steps: [],
        action: { label: 'Receive from media', to: '/receive' },
        also: { label: 'Push from a folder', to: '/push' },
      };
}

/** Nothing waits for anybody. */
function restingView({ enclave, transfer, lastRun, steps, now, fetchTo }: Seen): EnclaveView {
  const nothingNew =
    lastRun?.workflow === 'mirrorToDisk' && lastRun.status === 'complete' && !lastRun.transfer;
  const answered = transfer && transfer.arrived !== 'unknown';
  return {
    mark: transfer
      ? transfer.state === 'partial' || (answered && transfer.arrived !== 'complete')
        ? 'warning'
        : 'good'
      : 'waiting',
    sentence: answered
      ? enclaveSentence(enclave.name, [transfer], now)
      : transfer
        ? `${transfer.name} was fetched ${agoWords(now, transfer.createdAt)}${transfer.state === 'partial' ? ' and is partial' : ''}.${nothingNew ? ` Nothing was new ${agoWords(now, lastRun.endedAt)}.` : ''}`
        : nothingNew
          ? `Nothing was new ${agoWords(now, lastRun.endedAt)}.`
          : 'Nothing is fetched yet.',
    aside: transferAside(transfer),
    steps,
    action: { label: transfer ? 'Fetch the next transfer' : 'Fetch', to: fetchTo },
    also: lastRun && { label: 'View the last run', to: runAddress(lastRun.run) },
  };
}

function agoWords(now: Date, at: string | undefined): string {
  return at ? relativeTime(new Date(at), now) : 'earlier';
}

function isPushed({ lastPush }: EnclaveLine, transfer: TransferLine | undefined): boolean {
  return (
    lastPush !== undefined &&
    (!transfer?.createdAt || Date.parse(lastPush.startedAt) >= Date.parse(transfer.createdAt))
  );
}

/** What this side knows of a transfer: when it left, and whether it was answered. */
function connectedSteps(transfer: TransferLine | undefined, fetching: boolean): EnclaveView['steps'] {
  const left = !fetching && transfer !== undefined && transfer.step !== 'fetched';
  const answered = left && transfer.arrived !== 'unknown';
  const fetched = !fetching && transfer !== undefined;
  return [
    { label: 'Fetched', state: fetched ? 'done' : 'current' },
    { label: 'On media', state: left ? 'done' : fetched ? 'current' : 'todo' },
    {
      label: 'Acknowledged',
      state: answered ? (transfer.arrived === 'complete' ? 'done' : 'warning') : left ? 'current' : 'todo',
    },
  ];
}

function stepsOf(side: GapSide, there: boolean, pushed: boolean): EnclaveView['steps'] {
  return [
    { label: side === 'both' ? 'Fetched' : 'Carried here', state: there ? 'done' : 'current' },
    { label: 'Pushed', state: !there ? 'todo' : pushed ? 'done' : 'current' },
  ];
}

const DOING = {
  mirrorToDisk: 'fetched',
  diskToMirror: 'pushed',
  mirrorToMirror: 'mirrored',
  replay: 'mended',
  rollback: 'rolled back',
  delete: 'deleted',
} as const;

function runningSentence(run: RunSummary, live: LiveRun | undefined, now: Date): string {
  if (run.workflow === 'delete') return `Images are being deleted from ${run.target ?? 'the mirror'}.`;
  const what = run.transfer ?? 'A transfer';
  const where =
    run.workflow === 'mirrorToDisk' || run.workflow === 'replay' ? '' : ` to ${run.target ?? 'the mirror'}`;
  const { progress } = live ?? {};
  const share = progress?.totalKnown ? `: ${percent(progress.done, progress.total)}` : '';
  const done =
    progress?.totalKnown && progress.remainingMs !== undefined
      ? progress.remainingMs < 60_000
        ? ', done in less than a minute'
        : `, done ${moment(new Date(now.getTime() + progress.remainingMs), now)}`
      : '';
  return `${what} is being ${DOING[run.workflow]}${where}${share}${done}.`;
}

function runningAside(live: LiveRun | undefined): string {
  if (!live) return '';
  const whole = live.deliverables.filter(({ state }) => state === 'whole').length;
  return [
    live.deliverables.length > 0 && `${whole} of ${counted(live.deliverables.length, 'deliverable')} whole`,
    live.failuresTotal > 0 && `${counted(live.failuresTotal, 'image')} failed`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function unfinishedSentence(run: RunSummary & Partial<Pick<LiveRun, 'error'>>, ago: string): string {
  const what = `${workflowWord(run.workflow)}${run.transfer ? ` of ${run.transfer}` : ''}`;
  switch (run.status) {
    case 'paused':
      return `${what} was paused ${ago}. Nothing will be moved twice.`;
    case 'interrupted':
      return `${what} was interrupted ${ago}: its process is gone. What is finished is kept.`;
    case 'partial':
      return run.images && run.images.failed > 0
        ? `${what} ended ${ago}: ${counted(run.images.failed, 'image')} of ${run.images.total} failed.`
        : `${what} ended ${ago} and is partial.`;
    default:
      return `${what} failed ${ago}${run.error ? `: ${run.error.message}` : ''}.`;
  }
}

function resumeLabel({ status, workflow }: RunSummary): string {
  const what = workflowWord(workflow).toLowerCase();
  return status === 'paused' || status === 'interrupted' ? `Resume the ${what}` : `Retry the ${what}`;
}

function transferAside(transfer: TransferLine | undefined): string {
  if (!transfer) return '';
  return [counted(transfer.images, 'image'), size(transfer.bytes), counted(transfer.pieces, 'piece')].join(
    ' · ',
  );
}
