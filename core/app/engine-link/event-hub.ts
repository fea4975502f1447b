import { randomUUID } from 'node:crypto';
import { type EventPosition, type HostEvent, type SequencedEvent, topicOf } from '../../contract/events.ts';
import { isUnderWay } from '../../contract/topics/job.ts';

export interface EventHub {
  /** Names this hub: sequence numbers mean nothing in another one. */
  readonly epoch: string;
  /** Takes an event; it is numbered and told within the limits, unless a later one of its topic comes first. */
  publish(event: HostEvent): void;
  /** The latest of every topic that changed after a position, oldest first; of all topics without one of this epoch. */
  since(position?: EventPosition): SequencedEvent[];
  /**
   * Tells first `since(after)`, then every event as it is numbered; sequence numbers only grow.
   * @returns ends it
   */
  subscribe(listener: (event: SequencedEvent) => void, after?: EventPosition): () => void;
  close(): void;
}

/** Messages a second altogether, and how many may come at once after a rest. */
const PER_SECOND = 10;
const BURST = 3;
/** Least time between two events of one topic, ms. */
const TOPIC_MS = 250;
/** Jobs of one kind that are remembered after they have ended. */
const KEPT = 50;

/**
 * Numbers events and spares those who listen: per topic at most four a second, altogether about ten. Events wait here,
 * before they get their number, so everyone is told the same in the same order and a position is one number.
 */
export function createEventHub(): EventHub {
  const epoch = randomUUID();
  let seq = 0;
  /** By topic, the latest told; in the order of their numbers. */
  const reported = new Map<string, SequencedEvent>();
  const reportedAt = new Map<string, number>();
  /** By topic, what waits; who waits longest comes first. */
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

  /** Rare ones first: they must not wait behind the progress of many jobs. */
  function nextTopic(now: number): string | undefined {
    let progress: string | undefined;
    for (const [topic, { type }] of waiting) {
      if (now - (reportedAt.get(topic) ?? -Infinity) < TOPIC_MS) continue;
      if (type !== 'job') return topic;
      progress ??= topic;
    }
    return progress;
  }

  /** ms until something may be told. */
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
    for (const topic of [...ended.values()].flatMap((topics) => topics.slice(0, -KEPT))) {
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
      // That the engine died must not be lost in its quick return; it is told so seldom that it costs nothing.
      if (event.type === 'engine') return report(topicOf(event), event, performance.now());
      waiting.set(topicOf(event), event);
      refill(performance.now());
      // With nothing left to spend, the timer sees to it.
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
