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
}

/** Returns everything that waits for an answer, as Home and the notifications show it: jobs, runs without a login, transfers without an acknowledgment. */
function waitingLines(jobs: LiveJobs, workspaces: readonly WorkspaceLine[]): WaitingLine[] {
  const runs = Object.values(jobs.run).flatMap(({ run, login, endedAt }) =>
    login && endedAt === undefined
      ? [
          {
            key: runKey(run),
            text: t('loginWaiting', { registry: login.registry }),
            to: runAddress(run),
          },
        ]
      : [],
  );
  const media = Object.values(jobs.media).flatMap((job) =>
    job.status === 'waiting' ? [{ key: job.id, text: t('mediaWaiting'), to: mediaJobAddress(job) }] : [],
  );
  const cluster = Object.values(jobs.cluster).flatMap(({ id, status }) =>
    status === 'waiting' ? [{ key: id, text: t('clusterWaiting'), to: '/cluster' }] : [],
  );
  const transfers = workspaces.flatMap(({ directory, enclaves }) =>
    enclaves.flatMap(({ name, transfers: all }) =>
      all
        .filter(({ step, arrived }) => step === 'on-media' && arrived === 'unknown')
        .map((transfer) => ({
          key: `${directory} ${transfer.name}`,
          text: t('acknowledgmentWaiting', { transfer: transfer.name }),
          to: enclaveAddress(directory, name, transfer.name),
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

/** A stored notice. `over`: about work that waited, but continued or ended. */
export type PastNotice = StoredNotice & { over: boolean };

/**
 * Returns the notices without those about work that waits for an answer now, because it is listed as waiting. Others of that
 * kind are about work that continued or ended, so they need no attention: `over`.
 */
export function pastNotices(notices: readonly StoredNotice[], waiting: readonly WaitingLine[]): PastNotice[] {
  const now = new Set(waiting.map(({ key }) => key));
  return notices.flatMap((notice): PastNotice[] => {
    // Notices about transfer windows are of level info: nobody answers them.
    const needsAnswer = notice.kind === 'run-waiting' && notice.level !== 'info';
    if (!needsAnswer) return [{ ...notice, over: false }];
    const key = notice.run ? runKey(notice.run) : (notice.job ?? '');
    return now.has(key) ? [] : [{ ...notice, read: true, over: true }];
  });
}
