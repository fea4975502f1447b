import type { Level } from '../../base/errors/airlock-error.ts';
import { PACE_WORDS, waitWords } from '../../contract/topics/link-words.ts';
import type { LogLine } from '../../contract/topics/run.ts';
import type { RecordedImage } from '../audit/run-file.ts';
import { t } from '../messages.ts';
import type { RunEvent } from '../progress/events.ts';
import { controlWords, windowWords } from './control-words.ts';

const SEVERITY: Record<Level, number> = { error: 0, warning: 1, info: 2 };

export interface LogQuery {
  offset: number;
  limit: number;
  /** Minimum severity. */
  level?: Level | undefined;
  /** Part of the text, case-insensitive. */
  search?: string | undefined;
}

/** The log of a run in words: all events of events.jsonl except progress, and failed images. */
export interface RunLog {
  /** Adds new lines of events.jsonl and images.jsonl, sorted by time. */
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
      const minimum = SEVERITY[level ?? 'info'];
      const found = lines.filter(
        (line) => SEVERITY[line.level] <= minimum && (!wanted || line.text.toLowerCase().includes(wanted)),
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
      return line('info', t('runLine', { run: event.run, workflow: event.workflow }));
    case 'phase':
      return line(
        'info',
        event.detail === undefined
          ? event.phase
          : t('phaseLine', { phase: event.phase, detail: event.detail }),
      );
    case 'plan':
      return line('info', t('planLine', { images: event.images, bytes: event.bytes }));
    case 'deliverable':
      return event.complete
        ? line('info', t('deliverableComplete', { name: event.name }))
        : line('warning', t('deliverableIncomplete', { name: event.name }));
    case 'retry':
      return line(
        'info',
        t('retryLine', { attempt: event.attempt, milliseconds: event.waitMs, reason: event.message }),
      );
    case 'link': {
      const { host, parallel, allowed, reason } = event;
      if (reason === undefined) return line('info', t('concurrencyRestored', { host, parallel }));
      return line('info', t('concurrencyReduced', { host, parallel, allowed, reason: PACE_WORDS[reason] }));
    }
    case 'wait':
      return line(
        'info',
        waitWords(event, (instant) => instant),
      );
    case 'login':
      return line(
        'error',
        t('credentialsRejected', { registry: event.registry, source: event.from ?? 'none' }),
      );
    case 'problem': {
      const { level, message, file } = event.problem;
      return line(level, file === undefined ? message : t('fileProblem', { file, problem: message }));
    }
    case 'window':
      return line('info', windowWords(event));
    case 'control':
      return line('info', t('requestLine', { requester: event.by, request: controlWords(event) }));
    default:
      return [];
  }
}

function failureLine({ at, result, origin, destination, error }: RecordedImage): Reported[] {
  if (result !== 'failed') return [];
  const message = error?.message ?? '';
  const reason = error?.side ? t('sideFailed', { side: error.side, reason: message }) : message;
  return [{ at, level: 'error', type: 'image', text: t('imageFailed', { origin, destination, reason }) }];
}
