import { present } from '../../../base/objects/present.ts';
import type { MediaJob } from '../../../contract/topics/media.ts';
import type { ContractProblem } from '../../../contract/topics/vocabulary.ts';
import type { MediaEvent } from '../../../media/export/events.ts';
import { valueWithoutSecrets } from '../../../runs/audit/without-secrets.ts';

const PROBLEM_LIMIT = 50;

/** Returns what an event changes of a job. */
export function afterEvent(
  { volumes, safe, problems, damaged = [] }: Pick<MediaJob, 'volumes' | 'safe' | 'problems' | 'damaged'>,
  event: MediaEvent,
): Partial<MediaJob> {
  switch (event.type) {
    case 'phase': {
      const { phase, drive, volume } = event;
      return { phase, drive, volume };
    }
    case 'drive':
      return { path: event.path };
    case 'progress': {
      const { phase, done, total, rate, remainingMs, drive, volume } = event;
      const changes: Partial<MediaJob> = { phase, progress: { done, total, rate, remainingMs } };
      if (drive !== undefined) changes.drive = drive;
      if (volume !== undefined) changes.volume = volume;
      return changes;
    }
    case 'volume': {
      const { number, name, size, state, drive } = event;
      const others = volumes.filter((one) => one.number !== number);
      const isDamaged = state === 'damaged' && drive !== undefined;
      return {
        volumes: [...others, { number, name, size, state, drive }].sort((a, b) => a.number - b.number),
        // A later drive may have a valid copy of the volume.
        ...present({ damaged: isDamaged ? [...new Set([...damaged, drive])] : undefined }),
      };
    }
    case 'safe-to-remove': {
      const { drive, name, path, volumes: written } = event;
      const others = safe.filter((one) => one.drive !== drive);
      return { safe: [...others, present({ drive, name, path, volumes: written })] };
    }
    case 'problem': {
      const problem = valueWithoutSecrets(event.problem) as ContractProblem;
      return { problems: [...problems, problem].slice(-PROBLEM_LIMIT) };
    }
  }
}
