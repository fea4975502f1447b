import type { RunEvent } from '../../runs/progress/events.ts';
import type { Log, LogLevel } from './log.ts';
import { t } from './messages.ts';

/** Level of each event of a run. Progress isn't logged. */
const LEVEL: Readonly<Record<Exclude<RunEvent['type'], 'progress' | 'problem' | 'image'>, LogLevel>> = {
  run: 'info',
  phase: 'info',
  plan: 'info',
  deliverable: 'info',
  retry: 'debug',
  wait: 'info',
  link: 'info',
  login: 'warning',
  window: 'info',
  control: 'info',
};

/** Returns a function that logs the events of the runs of a command: failed images and problems, but not progress. */
export function runEventLog(log: Log): (event: RunEvent) => void {
  let run: string | undefined;
  return (event) => {
    if (event.type === 'progress') return;
    if (event.type === 'run') run = event.directory;
    if (event.type === 'problem') {
      const { level, message, ...facts } = event.problem;
      log.write(level, message, { run, ...facts });
    } else if (event.type === 'image') {
      const { origin, destination, digest, bytes, result, error } = event;
      const level = result === 'failed' ? 'error' : 'debug';
      const failure = error && { code: error.code, side: error.side, error: error.message };
      log.write(level, t('image', { result, origin }), { run, destination, digest, bytes, ...failure });
    } else {
      const { type, ...facts } = event;
      const reported = type === 'run' ? { id: event.run } : undefined;
      log.write(LEVEL[type], t('runEvent', { type }), { ...facts, ...reported, run });
    }
  };
}
