import { currentWaits } from '../../contract/topics/link-words.ts';
import type { RunWait } from '../../contract/topics/run.ts';
import type { Link } from '../../registry/exchange/registry.ts';
import { valueWithoutSecrets, withoutSecrets } from '../audit/without-secrets.ts';
import type { ImageResult, RunEvent, RunLimits, RunProgress } from '../progress/events.ts';
import type { RunTracker, TrackedImage } from '../progress/run-tracker.ts';
import {
  LIVE_ACTIVE,
  LIVE_FAILURES,
  type LiveFailure,
  type LiveFile,
  type LiveSchedule,
} from './live-file.ts';

/** The state of a run for live.json, collected from its events and its tracker. */
export interface LiveState {
  take(event: RunEvent): void;
  /** Sets the source of the totals. @param nameAt returns an image's name at the destination, as in its result */
  track(tracker: RunTracker, nameAt: (image: TrackedImage) => string): void;
  reject(rejected: LiveFile['rejected']): void;
  /** Sets the source of the schedule. */
  schedule(of: (progress: RunProgress | undefined) => LiveSchedule | undefined): void;
  /** Sets the source of the states of hosts. */
  links(of: () => Link[]): void;
  /** Increases with each change. */
  readonly changes: number;
  now(): LiveFile;
}

export function createLiveState(limits: RunLimits | undefined): LiveState {
  const phases: LiveFile['phases'] = [];
  const failures: LiveFailure[] = [];
  const problems: LiveFile['problems'] = [];
  let rejected: LiveFile['rejected'] = [];
  let plan: LiveFile['plan'];
  let ending: LiveFile['ending'];
  let stored = limits && { ...limits };
  let failuresTotal = 0;
  let retries = 0;
  let lastRetry: string | undefined;
  let tracked: { tracker: RunTracker; nameAt: (image: TrackedImage) => string } | undefined;
  let scheduleOf: (progress: RunProgress | undefined) => LiveSchedule | undefined = () => undefined;
  let linksOf: (() => Link[]) | undefined;
  const waits = new Map<string, RunWait>();
  let changes = 0;

  return {
    get changes() {
      return changes;
    },
    take(event) {
      changes++;
      switch (event.type) {
        case 'phase': {
          const at = new Date().toISOString();
          const last = phases.at(-1);
          if (last) last.endedAt ??= at;
          const { phase, detail } = event;
          phases.push({ phase, startedAt: at, detail });
          return;
        }
        case 'plan':
          plan = { images: event.images, bytes: event.bytes, bytesPresent: event.bytesPresent };
          return;
        case 'image':
          if (event.result !== 'failed') return;
          failuresTotal++;
          if (failures.length < LIVE_FAILURES) failures.push(failureOf(event));
          return;
        case 'retry':
          retries++;
          lastRetry = withoutSecrets(event.message);
          return;
        case 'wait': {
          const { type: _type, ...wait } = event;
          waits.set(wait.host, valueWithoutSecrets(wait) as typeof wait);
          return;
        }
        case 'problem':
          if (problems.length < LIVE_FAILURES)
            problems.push(valueWithoutSecrets(event.problem) as LiveFile['problems'][number]);
          return;
        case 'control': {
          const { type: _type, by, action, ...changed } = event;
          if (action === 'adjust') stored = stored && { ...stored, ...changed };
          // A stop overrides a pause.
          else if ((action === 'pause' || action === 'stop') && ending?.action !== 'stop')
            ending = { action, by };
          return;
        }
      }
    },
    track(tracker, nameAt) {
      tracked = { tracker, nameAt };
    },
    reject(deliverables) {
      rejected = valueWithoutSecrets(deliverables) as LiveFile['rejected'];
    },
    links(of) {
      linksOf = of;
    },
    schedule(of) {
      scheduleOf = of;
    },
    now() {
      const limit = Math.min(stored?.rate ?? Infinity, scheduleOf(undefined)?.rate ?? Infinity);
      return live(tracked && withinLimit(tracked.tracker.progress(), limit));
    },
  };

  function live(progress: RunProgress | undefined): LiveFile {
    const schedule = scheduleOf(progress);
    const waiting = currentWaits([...waits.values()], new Date());
    return {
      format: 2,
      pid: process.pid,
      at: new Date().toISOString(),
      phases,
      plan,
      progress,
      deliverables: tracked?.tracker.deliverableStates() ?? [],
      rejected,
      active:
        tracked?.tracker.active(LIVE_ACTIVE).map(({ image, done, total }) => ({
          origin: image.origin,
          destination: tracked!.nameAt(image),
          digest: image.digest,
          deliverable: image.deliverable,
          done,
          total,
        })) ?? [],
      failures,
      failuresTotal,
      retries,
      lastRetry,
      problems,
      limits: stored,
      links: linksOf?.(),
      waits: waiting.length > 0 ? waiting : undefined,
      schedule,
      ending,
    };
  }
}

/** Returns the progress with a rate within the limit in force: it was measured before the limit was lowered. */
function withinLimit(progress: RunProgress, limit: number): RunProgress {
  if (progress.rate <= limit) return progress;
  const { remainingMs, total, done } = progress;
  return {
    ...progress,
    rate: limit,
    remainingMs: remainingMs && Math.max(remainingMs, Math.round(((total - done) / limit) * 1000)),
  };
}

/** Returns a failed image for display. */
export function failureOf(
  result: Pick<ImageResult, 'origin' | 'destination' | 'digest' | 'deliverable' | 'attempts' | 'error'>,
): LiveFailure {
  const { origin, destination, digest, deliverable, attempts, error } = result;
  return {
    origin,
    destination,
    digest,
    deliverable,
    attempts,
    code: error?.code ?? 'image-failed',
    message: withoutSecrets(error?.message ?? ''),
    remedy: withoutSecrets(error?.remedy ?? ''),
    side: error?.side,
  };
}
