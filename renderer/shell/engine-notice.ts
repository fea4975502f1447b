import { wordList } from '../../core/contract/documents/words.ts';
import type { HostEvent } from '../../core/contract/events.ts';
import { clock, counted } from '../parts/format.ts';

type EngineEvent = Extract<HostEvent, { type: 'engine' }>;

/** What is said about the engine above all screens; undefined while there is nothing to say. */
export interface EngineNotice {
  variant: 'info' | 'warning' | 'danger';
  sentence: string;
  /** What one can do about it. */
  advice?: string;
  /** It is over and may be taken away. */
  dismissable: boolean;
}

/** @param titleOf names a resumed run: `fleet-0008`; undefined while it is not known */
export function engineNotice(
  engine: EngineEvent | undefined,
  titleOf: (run: EngineEvent['resumed'][number]) => string | undefined,
): EngineNotice | undefined {
  if (!engine) return undefined;
  if (engine.state === 'gone')
    return {
      variant: 'danger',
      sentence: `The engine ended ${counted(engine.restarts + 1, 'time')} and is not started again${engine.detail ? `: ${engine.detail}` : ''}.`,
      advice: 'What was moved is kept. Start Airlock again, then resume the run on its screen.',
      dismissable: false,
    };
  if (engine.state === 'restarting')
    return {
      variant: 'warning',
      sentence: 'The engine ended unexpectedly. It is being started again.',
      dismissable: false,
    };
  if (engine.restarts === 0) return undefined;
  const names = engine.resumed.map((run) => titleOf(run) ?? `Run ${run.sequence}`);
  const goesOn =
    names.length === 0
      ? ''
      : ` ${wordList(names)} ${names.length === 1 ? 'goes' : 'go'} on; nothing whole is moved again.`;
  return {
    variant: 'info',
    sentence: `The engine ended unexpectedly and was started again at ${clock(new Date(engine.at))}.${goesOn}`,
    dismissable: true,
  };
}
