import { type HostEvent, topicOf } from '../../contract/events.ts';
import { isUnderWay } from '../../contract/topics/job.ts';
import type { RunRef } from '../../contract/topics/vocabulary.ts';

/** Runs that were started by this host, across the death of an engine. */
export interface OwnRuns {
  note(event: HostEvent): void;
  underWay(): RunRef[];
  /** Marks active runs as dead. */
  engineDied(): void;
  /** Returns the dead runs that the next engine should resume, without those that were about to pause. */
  toResume(): RunRef[];
  /** Returns the dead runs that the engine hasn't reported yet, and forgets them. */
  takeOrphans(): RunRef[];
}

export function createOwnRuns(): OwnRuns {
  const own = new Map<string, { run: RunRef; resume: boolean }>();
  let orphans: { run: RunRef; resume: boolean }[] = [];
  return {
    note(event) {
      if (event.type !== 'job' || event.job.kind !== 'run' || !event.job.own) return;
      const { status, run } = event.job;
      if (isUnderWay(event.job)) own.set(topicOf(event), { run, resume: status === 'running' });
      else own.delete(topicOf(event));
    },
    underWay: () => [...own.values()].map(({ run }) => run),
    engineDied() {
      // A resumed run is a new run in the same place, which replaces the earlier one.
      const died = [...own.values()];
      orphans = [...orphans.filter(({ run }) => !died.some((each) => each.run.root === run.root)), ...died];
      own.clear();
    },
    toResume: () => orphans.filter(({ resume }) => resume).map(({ run }) => run),
    takeOrphans() {
      const accepted = orphans.map(({ run }) => run);
      orphans = [];
      return accepted;
    },
  };
}
