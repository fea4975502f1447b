import { type HostEvent, topicOf } from '../../contract/events.ts';
import { isUnderWay } from '../../contract/topics/job.ts';
import type { RunRef } from '../../contract/topics/vocabulary.ts';

/** Runs that were started from here, as far as the engines have told, over the death of an engine. */
export interface OwnRuns {
  note(event: HostEvent): void;
  underWay(): RunRef[];
  /** Those under way died with their engine. */
  engineDied(): void;
  /** Dead runs that the next engine is to resume: not those that were to pause. */
  toResume(): RunRef[];
  /** The dead runs, whose fate the engine has not told yet; they are nobody's afterwards. */
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
      // A run that was resumed is a new one in the same place: the one before it is history.
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
