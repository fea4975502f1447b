import { wordList } from '../../core/contract/documents/words.ts';
import type { HostEvent } from '../../core/contract/events.ts';
import { clock } from '../parts/format.ts';
import { t } from './messages.ts';

type EngineEvent = Extract<HostEvent, { type: 'engine' }>;

/** A notice about the engine above all screens. */
export interface EngineNotice {
  variant: 'info' | 'warning' | 'danger';
  sentence: string;
  /** What the user can do. */
  advice?: string;
  /** The notice can be closed. */
  dismissable: boolean;
}

/**
 * Returns the notice about the engine, or undefined if it needs none.
 * @param titleOf returns the name of a resumed run, such as `fleet-0008`, or undefined while it's unknown
 */
export function engineNotice(
  engine: EngineEvent | undefined,
  titleOf: (run: EngineEvent['resumed'][number]) => string | undefined,
): EngineNotice | undefined {
  if (!engine) return undefined;
  const times = engine.restarts + 1;
  if (engine.state === 'stopped')
    return {
      variant: 'danger',
      sentence: engine.detail
        ? t('engineStoppedBecause', { times, reason: engine.detail })
        : t('engineStopped', { times }),
      advice: t('engineStoppedRemedy'),
      dismissable: false,
    };
  if (engine.state === 'restarting')
    return { variant: 'warning', sentence: t('engineRestarting'), dismissable: false };
  if (engine.restarts === 0) return undefined;
  const time = clock(new Date(engine.at));
  const runs = engine.resumed.map((run) => titleOf(run) ?? t('numberedRun', { run: run.sequence }));
  return {
    variant: 'info',
    sentence:
      runs.length === 0
        ? t('engineRestarted', { time })
        : t('engineResumed', { time, count: runs.length, runs: wordList(runs) }),
    dismissable: true,
  };
}
