import { isUnderWay } from '../../../contract/topics/job.ts';
import type { LiveRun } from '../../../contract/topics/run.ts';
import { recordedDelete } from '../../../mirror/delete/recorded-delete.ts';
import { recordedRequest } from '../../../mirror/run/recorded-request.ts';
import type { RunFollower } from '../../../runs/control/follow-run.ts';
import type { RunList } from './list.ts';
import { refOf } from './run-places.ts';
import { placeOf, settingsOf, targetOf } from './run-request.ts';

/** Returns a run in the form of the contract, as of the follower's last refresh. */
export async function liveRunOf(follower: RunFollower, list: RunList): Promise<LiveRun> {
  const {
    sequence: _sequence,
    exitCode: _exitCode,
    transferDirectory,
    stateDirectory: _stateDirectory,
    endingBy: _endingBy,
    resources: _resources,
    ...snapshot
  } = follower.snapshot();
  const recorded = recordedRequest(follower.run);
  const mirror = recorded?.kind === 'mirror' ? recorded.request : undefined;
  const settings = mirror && settingsOf(mirror);
  const over = !isUnderWay(snapshot);
  const resources = over ? await list.resources(snapshot.directory) : undefined;
  // A later push writes to the same folders, which then describe that push.
  const { config, handoff } = (resources !== undefined && follower.run.result) || {};
  const deletion = recorded ? undefined : recordedDelete(follower.run);
  const target = mirror
    ? targetOf(mirror.workflow)
    : deletion
      ? placeOf(deletion.destination)
      : transferDirectory;
  return {
    ...snapshot,
    run: refOf(snapshot.directory),
    resumable: over && snapshot.status !== 'complete' && recorded !== undefined,
    enclave: mirror?.enclave,
    target,
    settings,
    resources,
    config: config ?? snapshot.config,
    handoff: handoff ?? snapshot.handoff,
  };
}
