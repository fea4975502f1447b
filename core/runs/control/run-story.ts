import type { Problem } from '../../base/errors/airlock-error.ts';
import type { RunPhase } from '../../contract/topics/run.ts';
import type { RejectedLogin } from '../../registry/exchange/host-authentication.ts';
import type { RunEvent } from '../progress/events.ts';
import { LIVE_FAILURES } from './live-file.ts';

/** The state of a run from events.jsonl, which remains after live.json is removed. */
export interface RunStory {
  add(events: readonly Record<string, unknown>[]): void;
  readonly phases: readonly RunPhase[];
  readonly problems: readonly Problem[];
  readonly retries: number;
  readonly lastRetry: string | undefined;
  /** Windows that were set during the run, instead of its own. */
  readonly windows: readonly string[] | undefined;
  /** The registry that last rejected a login, and since when. */
  readonly login: (RejectedLogin & { since: string }) | undefined;
}

export function createRunStory(): RunStory {
  const phases: RunPhase[] = [];
  const problems: Problem[] = [];
  let retries = 0;
  let lastRetry: string | undefined;
  let windows: readonly string[] | undefined;
  let login: RunStory['login'];
  return {
    phases,
    problems,
    get retries() {
      return retries;
    },
    get lastRetry() {
      return lastRetry;
    },
    get login() {
      return login;
    },
    get windows() {
      return windows;
    },
    add(events) {
      for (const line of events) {
        const event = line as unknown as RunEvent & { at: string };
        if (event.type === 'phase') {
          const last = phases.at(-1);
          if (last) last.endedAt ??= event.at;
          const { phase, detail, at } = event;
          phases.push({ phase, startedAt: at, detail });
        } else if (event.type === 'problem') {
          if (problems.length < LIVE_FAILURES) problems.push(event.problem);
        } else if (event.type === 'control' && event.action === 'windows') {
          windows = event.windows;
        } else if (event.type === 'retry') {
          retries++;
          lastRetry = event.message;
        } else if (event.type === 'login') {
          const { registry, from, at } = event;
          login = { registry, since: at, from };
        }
      }
    },
  };
}
