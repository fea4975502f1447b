import { randomUUID } from 'node:crypto';
import { type EventPosition, type HostEvent, type SequencedEvent, topicOf } from '../../contract/events.ts';
import { isUnderWay } from '../../contract/topics/job.ts';

export interface EventHub {
  /** Identifies this hub. Sequence numbers are valid only within it. */
  readonly epoch: string;
  /** Numbers and sends an event within the limits, unless a later one of its topic replaces it first. */
  publish(event: HostEvent): void;
  /** Returns the latest event of every topic that changed after a position, oldest first; of all topics for another epoch. */
  since(position?: EventPosition): SequencedEvent[];
  /**
   * Sends `since(after)`, then every event when it is numbered. Sequence numbers only increase.
   * @returns a function that ends it
   */
  subscribe(listener: (event: SequencedEvent) => void, after?: EventPosition): () => void;
  close(): void;
}

/** Messages per second in total, and the largest burst after a pause. */
const PER_SECOND = 10;
const BURST = 3;
/** Minimum interval between two events of one topic, ms. */
const TOPIC_MS = 250;
/** Ended jobs of one kind that are remembered. */
const ENDED_JOBS = 50;

/**
 * Numbers and throttles events: at most four per second and topic, and about ten per second in total. Events wait before
 * they are numbered, so that all listeners get the same events in the same order, and a position is one number.
 */
export function createEventHub(): EventHub {
  const epoch = randomUUID();
  let seq = 0;
  /** The latest event of each topic, by sequence number. */
  const reported = new Map<string, SequencedEvent>();
  const reportedAt = new Map<string, number>();
  /** The waiting event of each topic. The topic that has waited longest comes first. */
  const waiting = new Map<string, HostEvent>();
  const listeners = new Set<(event: SequencedEvent) => void>();
  let budget = BURST;
  let budgetAt = performance.now();
  let timer: NodeJS.Timeout | undefined;

  function refill(now: number): void {
    budget = Math.min(BURST, budget + ((now - budgetAt) / 1000) * PER_SECOND);
    budgetAt = now;
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const now = performance.now();
    refill(now);
    while (budget >= 1) {
      const topic = nextTopic(now);
      if (topic === undefined) break;
      budget -= 1;
      report(topic, waiting.get(topic)!, now);
    }
    if (waiting.size > 0) timer = setTimeout(flush, nextIn(now));
  }

  /** Rare events come first, so that they don't wait behind the progress of many jobs. */
  function nextTopic(now: number): string | undefined {
    let progress: string | undefined;
    for (const [topic, { type }] of waiting) {
      if (now - (reportedAt.get(topic) ?? -Infinity) < TOPIC_MS) continue;
      if (type !== 'job') return topic;
      progress ??= topic;
    }
    return progress;
  }

  /** Returns the ms until an event may be sent. */
  function nextIn(now: number): number {
    let topicIn = TOPIC_MS;
    for (const topic of waiting.keys())
      topicIn = Math.min(topicIn, (reportedAt.get(topic) ?? -Infinity) + TOPIC_MS - now);
    const budgetIn = ((1 - budget) * 1000) / PER_SECOND;
    return Math.ceil(Math.max(topicIn, budgetIn, 1));
  }

  function report(topic: string, event: HostEvent, now: number): void {
    waiting.delete(topic);
    const sequenced: SequencedEvent = { epoch, seq: ++seq, at: new Date().toISOString(), event };
    reported.delete(topic);
    reported.set(topic, sequenced);
    reportedAt.set(topic, now);
    forgetOld();
    for (const listener of listeners) listener(sequenced);
  }

  function forgetOld(): void {
    const ended = new Map<string, string[]>();
    for (const [topic, { event }] of reported)
      if (event.type === 'job' && !isUnderWay(event.job))
        ended.set(event.job.kind, [...(ended.get(event.job.kind) ?? []), topic]);
    for (const topic of [...ended.values()].flatMap((topics) => topics.slice(0, -ENDED_JOBS))) {
      reported.delete(topic);
      reportedAt.delete(topic);
    }
  }

  const since = (position?: EventPosition): SequencedEvent[] => {
    const all = [...reported.values()];
    return position?.epoch === epoch ? all.filter((event) => event.seq > position.seq) : all;
  };

  return {
    epoch,
    publish(event) {
      // The death of an engine must not be replaced by its restart. It is rare, so it doesn't count toward the limits.
      if (event.type === 'engine') return report(topicOf(event), event, performance.now());
      waiting.set(topicOf(event), event);
      refill(performance.now());
      // When the budget is used up, the timer sends the event.
      if (!timer || budget >= 1) flush();
    },
    since,
    subscribe(listener, after) {
      for (const event of since(after)) listener(event);
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      clearTimeout(timer);
      waiting.clear();
      listeners.clear();
    },
  };
}
