import { create } from 'zustand';
import type { HostEvent, SequencedEvent } from '../../core/contract/events.ts';
import type { ClusterJob } from '../../core/contract/topics/clusters.ts';
import type { MediaJob } from '../../core/contract/topics/media.ts';
import type { PracticeState } from '../../core/contract/topics/practice.ts';
import type { LiveRun } from '../../core/contract/topics/run.ts';
import type { ContractFailure, RunRef } from '../../core/contract/topics/vocabulary.ts';

/** What the host tells, latest state of each topic. Everything that can be asked for is in the query cache instead. */
interface LiveState {
  connected: boolean;
  /** Why the host cannot be heard; only while it cannot. */
  unheard?: ContractFailure | undefined;
  engine?: Extract<HostEvent, { type: 'engine' }>;
  practice?: PracticeState;
  runs: Record<string, LiveRun>;
  work: Record<string, Extract<HostEvent, { type: 'work' }>>;
  /** Exports and imports, by their id. */
  media: Record<string, MediaJob>;
  /** Applies and rollbacks, by their id. */
  clusters: Record<string, ClusterJob>;
}

export const useLive = create<LiveState>(() => ({
  connected: true,
  runs: {},
  work: {},
  media: {},
  clusters: {},
}));

/** A run's place in maps and addresses. */
export function runKey({ root, sequence }: RunRef): string {
  return `${sequence}@${root}`;
}

/** Takes an event into the live state; what belongs to the query cache is the provider's. */
export function takeEvent({ event }: SequencedEvent): void {
  if (event.type === 'run')
    useLive.setState((live) => ({ runs: { ...live.runs, [runKey(event.run.run)]: event.run } }));
  else if (event.type === 'work')
    useLive.setState((live) => ({ work: { ...live.work, [event.ticket]: event } }));
  else if (event.type === 'media')
    useLive.setState((live) => ({ media: { ...live.media, [event.job.job]: event.job } }));
  else if (event.type === 'cluster')
    useLive.setState((live) => ({ clusters: { ...live.clusters, [event.job.job]: event.job } }));
  else if (event.type === 'engine') useLive.setState({ engine: event });
  else if (event.type === 'practice') useLive.setState({ practice: event.practice });
}

const UNDER_WAY: ReadonlySet<LiveRun['status']> = new Set(['running', 'pausing', 'stopping']);

export function isUnderWay(run: Pick<LiveRun, 'status'>): boolean {
  return UNDER_WAY.has(run.status);
}
