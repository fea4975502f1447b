import { wordList } from '../../../core/contract/documents/words.ts';
import { isUnderWay } from '../../../core/contract/topics/job.ts';
import type { ArrivalLine, MediaJob } from '../../../core/contract/topics/media.ts';
import { size } from '../../parts/format.ts';
import { baseName } from '../../parts/paths.ts';
import type { Mark } from '../../parts/state-mark.tsx';
import { shortDeliverable, type VolumeBox, volumeNumbers, withTimeLeft } from '../media-words.ts';
import { t as mediaTexts } from '../messages.ts';
import { t } from './messages.ts';

/** Returns the volumes of a transfer as boxes. States of a running job are newer than those of the transfer. */
export function arrivedBoxes({ volumes }: ArrivalLine, job: MediaJob | undefined): VolumeBox[] {
  const current = new Map(job && isUnderWay(job) ? job.volumes.map((volume) => [volume.number, volume]) : []);
  return volumes.map(({ number, name, size: bytes, state, bytesReceived: here, bytes: all }): VolumeBox => {
    const title = t('volumeTip', { name, size: size(bytes) });
    const now = current.get(number)?.state;
    if (state === 'complete' || now === 'received' || now === 'present')
      return { number, mark: 'good', state: t('arrivedState'), title };
    if (state === 'damaged' || now === 'damaged')
      return { number, mark: 'bad', state: t('damagedState'), title };
    if (here > 0)
      return {
        number,
        mark: 'warning',
        state: t('partialState'),
        title: t('partialTip', { name, received: size(here), size: size(all) }),
      };
    return { number, mark: 'left-out', state: t('missingState'), title };
  });
}

const PROBLEM_KEY = { damaged: 'damagedText', partial: 'partialText', missing: 'missingText' } as const;

/** Returns damaged, partial and missing volumes as sentences, such as `Volume 5 is damaged. Volumes 11 and 12 are missing.` */
function problemsOf({ volumes }: ArrivalLine): string {
  return (['damaged', 'partial', 'missing'] as const)
    .flatMap((problem) => {
      const numbers = volumes.filter((volume) => problemOf(volume) === problem).map(({ number }) => number);
      return numbers.length === 0
        ? []
        : t(PROBLEM_KEY[problem], {
            count: numbers.length,
            volumes: volumeNumbers(numbers),
          });
    })
    .join(' ');
}

/** Returns the problem of a volume as its box shows it. */
function problemOf({
  state,
  bytesReceived,
}: ArrivalLine['volumes'][number]): keyof typeof PROBLEM_KEY | undefined {
  if (state === 'damaged') return 'damaged';
  if (state !== 'missing') return undefined;
  return bytesReceived > 0 ? 'partial' : 'missing';
}

/**
 * Returns the title of Receive.
 * @param facts.isKnown whether `arrival` is newer than the end of the job
 * @param facts.ready names of the drives to read next
 */
export function receiveSentence(
  arrival: ArrivalLine | undefined,
  job: MediaJob | undefined,
  { isKnown, ready }: { isKnown: boolean; ready: readonly string[] },
): string {
  if (job && isUnderWay(job)) return workingSentence(job);
  const status = job?.status;
  if (status === 'failed' || (status === 'paused' && !arrival?.complete))
    return endedSentence(status, arrival, isKnown);
  if (arrival) return arrivalSentence(arrival);
  if (ready.length > 0) return t('readyToReceiveTitle', { drives: wordList(ready) });
  return status === 'done' && isKnown ? t('nothingTitle') : t('chooseTitle');
}

/** Returns what an import that didn't finish has saved. */
function endedSentence(
  status: 'paused' | 'failed',
  arrival: ArrivalLine | undefined,
  isKnown: boolean,
): string {
  if (!isKnown) return t('endedTitle', { status });
  if (!arrival) return t('nothingEndedTitle', { status });
  if (arrival.complete) return t('arrivedEndedTitle', { arrival: arrivalSentence(arrival) });
  const { volumes } = arrival;
  return t('partEndedTitle', {
    ended: t('endedTitle', { status }),
    received: volumes.filter(({ state }) => state === 'complete').length,
    total: volumes.length,
    partial: volumes.filter(({ state, bytesReceived }) => state !== 'complete' && bytesReceived > 0).length,
  });
}

function workingSentence(job: MediaJob): string {
  const { status, settings, phase, volume, drive = mediaTexts('anyDrive') } = job;
  if (status === 'pausing') return t('pausingTitle');
  if (settings.kind === 'import' && settings.watch && phase === 'waiting-for-drive')
    return t('watchingTitle', { folder: baseName(settings.from[0] ?? '') });
  if (phase === 'receiving')
    return withTimeLeft(
      volume === undefined ? t('readingTitle', { drive }) : t('readingVolumeTitle', { volume, drive }),
      job,
    );
  return phase === 'verifying' ? t('comparingTitle') : t('searchingTitle');
}

/** Returns how much of a transfer arrived. */
export function arrivalSentence(arrival: ArrivalLine): string {
  const { transfer, complete, checked, images, volumes } = arrival;
  if (complete)
    return checked
      ? t('completeTitle', { transfer, images: images.total })
      : t('uncheckedTitle', { transfer });
  const arrived = volumes.filter(({ state }) => state === 'complete').length;
  return t('partTitle', { arrived, total: volumes.length, problems: problemsOf(arrival) }).trimEnd();
}

/** Returns whether a transfer is ready to push. */
export function readySentence(arrival: ArrivalLine): string {
  const { transfer, deliverables, complete, checked } = arrival;
  if (complete) return checked ? t('readyTitle', { transfer }) : t('uncheckedTitle', { transfer });
  const problems = problemsOf(arrival);
  if (deliverables.length === 0) return t('notReadyTitle', { transfer, problems }).trimEnd();
  const ready = deliverables.filter(({ missing }) => missing === 0).length;
  return t('readyPartTitle', { ready, total: deliverables.length, transfer, problems }).trimEnd();
}

/** Returns the state of a deliverable. */
export function deliverableMark(line: ArrivalLine['deliverables'][number]): { mark: Mark; state: string } {
  const { missing, images, volumes } = line;
  if (missing === 0) return { mark: 'good', state: t('complete') };
  const state =
    volumes.length > 0
      ? t('waitingImages', { missing, images, count: volumes.length, volumes: volumeNumbers(volumes) })
      : t('missingImages', { missing, images });
  return { mark: 'warning', state };
}

/** Images that are incomplete without certain volumes. */
export interface Affected {
  /** Names of images and attachments without duplicates. */
  names: string[];
  /** Numbers of images and attachments. Attachments, such as signatures, belong to images. */
  summary: string;
}

/** Returns the images that are incomplete without these volumes. */
export function affectedBy(volumes: ArrivalLine['volumes']): Affected {
  const all = volumes.flatMap(({ deliverables }) => deliverables);
  const names = new Set(all.flatMap(({ images }) => images));
  const attachments = new Set(all.flatMap((each) => each.attached ?? [])).size;
  const images = names.size - attachments;
  const content = [...new Set(all.map(({ name }) => shortDeliverable(name)))].join(', ');
  const summary =
    attachments === 0
      ? t('affectedImages', { images, content })
      : images > 0
        ? t('affectedBoth', { images, attachments, content })
        : t('affectedAttachments', { attachments, content });
  return { names: [...names], summary };
}

const NATO: Record<string, string> = {
  A: 'Alfa',
  B: 'Bravo',
  C: 'Charlie',
  D: 'Delta',
  E: 'Echo',
  F: 'Foxtrot',
  G: 'Golf',
  H: 'Hotel',
  J: 'Juliett',
  K: 'Kilo',
  M: 'Mike',
  N: 'November',
  P: 'Papa',
  Q: 'Quebec',
  R: 'Romeo',
  S: 'Sierra',
  T: 'Tango',
  V: 'Victor',
  W: 'Whiskey',
  X: 'X-ray',
  Y: 'Yankee',
  Z: 'Zulu',
};
const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** Spells a code for reading aloud: `one four seven Kilo, two Mike four two`. */
export function spelledOut(code: string): string {
  return code
    .split('-')
    .map((group) => [...group].map((letter) => DIGITS[Number(letter)] ?? NATO[letter] ?? letter).join(' '))
    .join(', ');
}
