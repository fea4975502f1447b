import type { LiveRun } from '../../core/contract/topics/run.ts';
import type { StoredNotice } from '../../core/contract/topics/schedules/notifications.ts';
import type { WorkspaceLine } from '../../core/contract/topics/workspace.ts';
import { type LiveJobs, runKey, useLive } from '../engine/live.ts';
import { useAsk } from '../engine/requests.ts';
import { enclaveAddress, mediaJobAddress, runAddress } from '../parts/addresses.ts';
import { t } from './messages.ts';

/** Something that waits for a person, and where it is answered. */
export interface WaitingLine {
  key: string;
  text: string;
  to: string;
  /** Whether work stops until the answer. An acknowledgment arrives when the other side has imported the transfer. */
  urgent: boolean;
}

/** Returns everything that waits for an answer, as Home and the notifications show it: jobs, runs without a login, transfers without an acknowledgment. */
function waitingLines(jobs: LiveJobs, workspaces: readonly WorkspaceLine[]): WaitingLine[] {
  const allRuns = Object.values(jobs.run);
  const runs = allRuns.flatMap((one) =>
    one.login && one.status === 'paused' && !allRuns.some((other) => continues(other, one))
      ? [
          {
            key: runKey(one.run),
            text: t('loginWaiting', { registry: one.login.registry }),
            to: runAddress(one.run),
            urgent: true,
          },
        ]
      : [],
  );
  const media = Object.values(jobs.media).flatMap((job) =>
    job.status === 'waiting'
      ? [{ key: job.id, text: t('mediaWaiting'), to: mediaJobAddress(job), urgent: true }]
      : [],
  );
  const cluster = Object.values(jobs.cluster).flatMap(({ id, status }) =>
    status === 'waiting' ? [{ key: id, text: t('clusterWaiting'), to: '/cluster', urgent: true }] : [],
  );
  const transfers = workspaces.flatMap(({ directory, enclaves }) =>
    enclaves.flatMap(({ name, transfers: all }) =>
      all
        .filter(
          ({ step, arrived, onHost }) =>
            // This host knows what another of its directories received.
            step === 'on-media' && arrived === 'unknown' && onHost?.importedAt === undefined,
        )
        .map((transfer) => ({
          key: `${directory} ${transfer.name}`,
          text: t('acknowledgmentWaiting', { transfer: transfer.name }),
          to: enclaveAddress(directory, name, transfer.name),
          urgent: false,
        })),
    ),
  );
  return [...runs, ...media, ...cluster, ...transfers];
}

/** Returns what waits for an answer now. Home and the notifications have no other source for it. */
export function useWaiting(): WaitingLine[] {
  const jobs = useLive((state) => state.jobs);
  const workspaces = useAsk('workspaces.list', {}).data?.workspaces ?? [];
  return waitingLines(jobs, workspaces);
}

/** Returns whether a run is a later one with the same work. */
function continues(later: LiveRun, { run, workflow, enclave, target }: LiveRun): boolean {
  return (
    later.run.root === run.root &&
    later.run.sequence > run.sequence &&
    [later.workflow, later.enclave, later.target].join('\n') === [workflow, enclave, target].join('\n')
  );
}

/** Returns the notices without those about work that is listed as waiting. */
export function otherNotices(
  notices: readonly StoredNotice[],
  waiting: readonly WaitingLine[],
): StoredNotice[] {
  const listed = new Set(waiting.map(({ key }) => key));
  return notices.filter(
    ({ kind, over, run, job }) =>
      kind !== 'run-waiting' || over || !listed.has(run ? runKey(run) : (job ?? '')),
  );
}
