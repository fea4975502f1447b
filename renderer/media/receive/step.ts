import type { ArrivalLine, MediaJob } from '../../../core/contract/topics/media.ts';
import { stoppedJob } from '../media-words.ts';
import type { ReceiveChoices } from './choices.ts';

/** A button and what it says; the primary one is what should be done next. */
interface Offer {
  words: string;
  primary: boolean;
}

/** What can be done about a transfer that arrives, while nothing is under way. */
export interface ReceiveStep {
  /** Pushes what is here. */
  push: Offer | undefined;
  /** Goes on with the import that stopped. @property from its media */
  resume: { from: readonly string[]; primary: boolean } | undefined;
  /** Begins an import, where none is to be resumed. */
  receive: (Offer & { blocked: boolean }) | undefined;
}

/** @param names of the media that are chosen */
export function receiveStep(state: {
  arrival: ArrivalLine | undefined;
  job: MediaJob | undefined;
  names: readonly string[];
  directory: string;
  choices: Pick<ReceiveChoices, 'watch'>;
}): ReceiveStep {
  const { arrival, job, names, directory, choices } = state;
  const none = names.length === 0;
  const stopped = stoppedJob(job);
  const settings = stopped?.settings;
  const resume =
    settings?.kind === 'import' && none ? { from: settings.from, primary: !arrival?.whole } : undefined;
  return {
    push: pushOffer(arrival, none, stopped !== undefined),
    resume,
    receive: resume
      ? undefined
      : {
          words: none
            ? 'Receive'
            : choices.watch
              ? `Watch ${names[0]}`
              : `Receive from ${names.join(' and ')}`,
          primary: !arrival || !none,
          // A folder that is watched is alone.
          blocked: none || (choices.watch && names.length > 1) || directory === '',
        },
  };
}

function pushOffer(arrival: ArrivalLine | undefined, none: boolean, stopped: boolean): Offer | undefined {
  if (arrival?.whole) return none ? { words: `Push ${arrival.transfer}`, primary: true } : undefined;
  return arrival && arrival.images.whole > 0
    ? { words: 'Push what is whole', primary: none && !stopped }
    : undefined;
}

/** The transfer that is asked for, else the first that is not whole, else the newest. */
export function arrivalAmong(
  arrivals: readonly ArrivalLine[],
  transfer: string | null,
): ArrivalLine | undefined {
  return (
    arrivals.find((each) => each.transfer === transfer) ?? arrivals.find(({ whole }) => !whole) ?? arrivals[0]
  );
}

/** Folders whose public keys are of interest: those that are chosen, else those that were read. */
export function readFolders(job: MediaJob | undefined, chosen: string[], under: boolean): string[] {
  if (chosen.length > 0) return chosen;
  return job?.settings.kind === 'import' && !under ? job.settings.from : [];
}

/** What became of a medium that is received from. @param isCurrent the job is at this one */
export function receivedState(
  job: MediaJob | undefined,
  path: string,
  isCurrent: boolean,
): 'reading' | 'read' | undefined {
  if (isCurrent) return 'reading';
  return job?.status === 'done' && job.settings.kind === 'import' && job.settings.from.includes(path)
    ? 'read'
    : undefined;
}
