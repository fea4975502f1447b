import type { Level } from '../../base/errors/airlock-error.ts';
import { PACE_WORDS, waitWords } from '../../contract/topics/link-words.ts';
import type { LogLine } from '../../contract/topics/run.ts';
import type { RecordedImage } from '../audit/run-file.ts';
import type { RunEvent } from '../progress/events.ts';
import { controlWords, windowWords } from './control-words.ts';

const GRAVITY: Record<Level, number> = { error: 0, warning: 1, info: 2 };

export interface LogQuery {
  offset: number;
  limit: number;
  /** This level and graver ones. */
  level?: Level | undefined;
  /** Part of the text, in any case. */
  search?: string | undefined;
}

/** What a run told, in words: everything of events.jsonl but progress, and the images that failed. */
export interface RunLog {
  /** New lines of events.jsonl and images.jsonl; both together are put in the order of their times. */
  add(events: readonly Record<string, unknown>[], images: readonly Record<string, unknown>[]): void;
  query(query: LogQuery): { total: number; matching: number; lines: LogLine[] };
}

export function createRunLog(): RunLog {
  const lines: LogLine[] = [];
  return {
    add(events, images) {
      const reported = [
        ...events.flatMap((event) => lineOf(event as unknown as RunEvent & { at: string })),
        ...images.flatMap((image) => failureLine(image as unknown as RecordedImage)),
      ];
      reported.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
      for (const line of reported) lines.push({ index: lines.length, ...line });
    },
    query({ offset, limit, level, search }) {
      const wanted = search?.trim().toLowerCase();
      const least = GRAVITY[level ?? 'info'];
      const found = lines.filter(
        (line) => GRAVITY[line.level] <= least && (!wanted || line.text.toLowerCase().includes(wanted)),
      );
      return { total: lines.length, matching: found.length, lines: found.slice(offset, offset + limit) };
    },
  };
}

type Reported = Omit<LogLine, 'index'>;

function lineOf(event: RunEvent & { at: string }): Reported[] {
  const { at, type } = event;
  const line = (level: Level, text: string): Reported[] => [{ at, level, type, text }];
  switch (event.type) {
    case 'run':
      return line('info', `run ${event.run} (${event.workflow})`);
    case 'phase':
      return line('info', `${event.phase}${event.detail === undefined ? '' : `: ${event.detail}`}`);
    case 'plan':
      return line('info', `the plan has ${event.images} images, ${event.bytes} bytes`);
    case 'deliverable':
      return event.complete
        ? line('info', `whole: ${event.name}`)
        : line('warning', `not whole: ${event.name}`);
    case 'retry':
      return line('info', `attempt ${event.attempt} in ${event.waitMs} ms: ${event.message}`);
    case 'link': {
      const { host, parallel, allowed, reason } = event;
      if (reason === undefined) return line('info', `${host}: ${parallel} at once again`);
      return line('info', `${host}: ${parallel} of ${allowed} at once (${PACE_WORDS[reason]})`);
    }
    case 'wait':
      return line(
        'info',
        waitWords(event, (instant) => instant),
      );
    case 'login': {
      const from = event.from === undefined ? '' : ` (from ${event.from})`;
      return line('error', `${event.registry} refuses the login that it took before${from}`);
    }
    case 'problem': {
      const { level, message, file } = event.problem;
      return line(level, file === undefined ? message : `${file}: ${message}`);
    }
    case 'window':
      return line('info', windowWords(event));
    case 'control':
      return line('info', `${event.by} asked to ${controlWords(event)}`);
    default:
      return [];
  }
}

function failureLine({ at, result, origin, destination, error }: RecordedImage): Reported[] {
  if (result !== 'failed') return [];
  const side = error?.side ? `${error.side}: ` : '';
  return [
    {
      at,
      level: 'error',
      type: 'image',
      text: `failed ${origin} -> ${destination}: ${side}${error?.message ?? ''}`,
    },
  ];
}
