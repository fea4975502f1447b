import type { RunSummary } from '../../../contract/topics/run.ts';
import type { GapSide } from '../../../contract/topics/vocabulary.ts';
import type { NextStep, TransferLine, TransferStepName } from '../../../contract/topics/workspace.ts';

const UNDER_WAY: ReadonlySet<string> = new Set(['running', 'pausing', 'stopping']);
const UNFINISHED: ReadonlySet<string> = new Set(['paused', 'interrupted', 'failed', 'partial']);

/** Steps of a transfer that has left this side. Only an answer is expected here. */
const LEFT: ReadonlySet<TransferStepName> = new Set(['on-media', 'imported', 'pushed', 'applied']);

/**
 * Returns the next step of an enclave: look at an active run, resume an unfinished one, or else the task of this side.
 * Where both sides are on one host, a transfer is carried before another one is fetched. The user can also push it directly.
 * @param options.runs of the enclave, the newest first
 */
export function nextStepOf(options: {
  side: GapSide;
  runs: readonly RunSummary[];
  transfers: readonly TransferLine[];
  lastPush: RunSummary | undefined;
}): NextStep {
  const { side, transfers, lastPush } = options;
  const pushes = (run: RunSummary): boolean => run.workflow !== 'mirrorToDisk';
  const runs = options.runs.filter(
    (run) =>
      run.workflow !== 'replay' &&
      run.workflow !== 'rollback' &&
      run.workflow !== 'delete' &&
      (side === 'both' || pushes(run) === (side === 'disconnected') || isDirect(run)),
  );
  if (runs.some(({ status }) => UNDER_WAY.has(status))) return 'view-run';
  const newest = runs[0];
  if (newest && UNFINISHED.has(newest.status)) return pushes(newest) ? 'resume-push' : 'resume-fetch';
  if (side === 'connected') {
    const sent = transfers.findLast(({ state }) => state !== 'under-construction');
    if (sent?.arrived !== 'unknown') return 'fetch';
    if (LEFT.has(sent.step)) return 'acknowledge';
    return sent.state === 'moved' ? 'fetch' : 'carry';
  }
  const carried = transfers.findLast(({ state }) => state === 'complete' || state === 'partial');
  // Compared as times: sets record seconds, runs milliseconds.
  const pushed =
    lastPush && (!carried?.createdAt || Date.parse(lastPush.startedAt) >= Date.parse(carried.createdAt));
  if (pushed) return 'open-resources';
  // What was written to drives is received on the other side, even if that is this host.
  if (side === 'both' && carried && !carried.received) {
    if (carried.arrived !== 'unknown') return 'fetch';
    if (LEFT.has(carried.step)) return 'receive';
    return 'carry';
  }
  return side === 'disconnected' || carried ? 'push' : 'fetch';
}

/** A push from registry to registry happens on a host that can reach both, whatever its side. */
function isDirect({ workflow }: RunSummary): boolean {
  return workflow === 'mirrorToMirror';
}
