import { wordList } from '../../../core/contract/documents/words.ts';
import type { ArrivalLine, MediaJob } from '../../../core/contract/topics/media.ts';
import { isCalled, stoppedJob } from '../media-words.ts';
import type { ReceiveChoices } from './choices.ts';
import { t } from './messages.ts';

/** A button. The primary one is the recommended next step. */
interface Offer {
  label: string;
  primary: boolean;
}

/** The possible next steps while no import runs. */
export interface ReceiveStep {
  /** Pushes complete images. */
  push: Offer | undefined;
  /** Resumes the paused or failed import. @property from its drives */
  resume: { from: readonly string[]; primary: boolean } | undefined;
  /** Starts an import, if none can be resumed. */
  receive: (Offer & { blocked: boolean }) | undefined;
  /** Whether the next step is to report to the sender what is damaged or missing. */
  reportsToSender: boolean;
}

/**
 * Returns the possible next steps.
 * @param names of the chosen drives
 * @param read whether the last import read all of them
 * @param isRemoved whether a drive of the stopped import is missing
 */
export function receiveStep(state: {
  arrival: ArrivalLine | undefined;
  job: MediaJob | undefined;
  names: readonly string[];
  read: boolean;
  directory: string;
  choices: Pick<ReceiveChoices, 'watch'>;
  isRemoved: (path: string) => boolean;
}): ReceiveStep {
  const { arrival, job, names, read, directory, choices, isRemoved } = state;
  const none = names.length === 0;
  // Drives that were read are no reason to read them again.
  const nothingNew = none || read;
  const stopped = stoppedJob(job);
  const settings = stopped?.settings;
  // Drives of an import that failed before anything was received may be the wrong ones: others can be chosen, too.
  const hasStarted = arrival !== undefined || stopped?.status === 'paused';
  const resume =
    settings?.kind === 'import' && none && !settings.from.some(isRemoved)
      ? { from: settings.from, primary: hasStarted && !arrival?.complete }
      : undefined;
  const reportsToSender =
    arrival !== undefined && !arrival.complete && arrival.checked && nothingNew && !resume?.primary;
  return {
    push: pushOffer(arrival, nothingNew, reportsToSender || resume?.primary === true),
    reportsToSender,
    resume,
    receive:
      resume && hasStarted
        ? undefined
        : {
            label: receiveLabel(names, choices.watch, read),
            // Drives without content aren't the next step.
            primary: arrival ? !nothingNew : !read,
            // Only one folder can be watched.
            blocked: none || (choices.watch && names.length > 1) || directory === '',
          },
  };
}

function receiveLabel(names: readonly string[], watch: boolean, read: boolean): string {
  if (names.length === 0) return t('receiveButton');
  if (read && !watch) return t('receiveAgainButton', { drives: wordList(names) });
  return watch
    ? t('watchButton', { folder: names[0]! })
    : t('receiveFromButton', { drives: wordList(names) });
}

function pushOffer(
  arrival: ArrivalLine | undefined,
  nothingNew: boolean,
  /** Something else is the next step of an incomplete transfer. */
  isLater: boolean,
): Offer | undefined {
  if (arrival?.complete)
    return nothingNew ? { label: t('pushButton', { transfer: arrival.transfer }), primary: true } : undefined;
  return arrival && arrival.images.complete > 0
    ? {
        label: t('pushCompleteButton', { images: arrival.images.complete }),
        primary: nothingNew && !isLater,
      }
    : undefined;
}

/** Returns the requested transfer, otherwise the first incomplete one, otherwise the newest. */
export function arrivalAmong(
  arrivals: readonly ArrivalLine[],
  transfer: string | null,
): ArrivalLine | undefined {
  return (
    arrivals.find((each) => each.transfer === transfer) ??
    arrivals.find(({ complete }) => !complete) ??
    arrivals[0]
  );
}

/** Returns a transfer with the volumes that a finished import received since the transfer was read. */
export function withReceived(arrival: ArrivalLine, job: MediaJob | undefined): ArrivalLine {
  if (job?.status !== 'done') return arrival;
  const received = new Set(
    job.volumes.flatMap(({ name, state }) => (state === 'received' || state === 'present' ? name : [])),
  );
  return {
    ...arrival,
    volumes: arrival.volumes.map((volume) =>
      volume.state === 'missing' && received.has(volume.name)
        ? { ...volume, state: 'complete', bytesReceived: volume.bytes }
        : volume,
    ),
  };
}

/** Returns the folders to search for public keys: the chosen ones, otherwise those that were read. */
export function readFolders(job: MediaJob | undefined, chosen: string[], under: boolean): string[] {
  if (chosen.length > 0) return chosen;
  return job?.settings.kind === 'import' && !under ? job.settings.from : [];
}

/** The state of a drive during and after an import. */
type ReceivedState = 'reading' | 'read' | 'damaged' | 'nothing';

/**
 * Returns the state of a drive during an import, or after one that read it.
 * @param name of the drive
 * @param isCurrent the job reads this drive now
 * @param isEmpty the drive contains no transfer
 */
export function receivedState(
  job: MediaJob | undefined,
  path: string,
  { name, isCurrent, isEmpty = false }: { name: string; isCurrent: boolean; isEmpty?: boolean },
): ReceivedState | undefined {
  if (isCurrent) return 'reading';
  if (!wasRead(job, path)) return undefined;
  if (job?.damaged?.some((drive) => isCalled(drive, path, name))) return 'damaged';
  const hasVolumes = job?.volumes.some(({ drive }) => isCalled(drive, path, name)) ?? false;
  if (isEmpty && !hasVolumes) return 'nothing';
  if (job?.status === 'done') return 'read';
  return hasVolumes ? undefined : 'nothing';
}

/** Returns whether the last import read all chosen drives. */
export function isRead(
  arrival: ArrivalLine | undefined,
  job: MediaJob | undefined,
  chosen: readonly string[],
): boolean {
  const hasFailed = arrival === undefined && job?.status === 'failed';
  return (
    (job?.status === 'done' || hasFailed) && chosen.length > 0 && chosen.every((path) => wasRead(job, path))
  );
}

/** Returns whether an import that ended read the drive at a path. */
export function wasRead(job: MediaJob | undefined, path: string): boolean {
  return (
    (job?.status === 'done' || job?.status === 'failed') &&
    job.settings.kind === 'import' &&
    job.settings.from.includes(path)
  );
}
