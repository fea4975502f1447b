import { capitalized } from '../../../core/contract/documents/words.ts';
import { isUnderWay } from '../../../core/contract/topics/job.ts';
import type { ArrivalLine, MediaJob } from '../../../core/contract/topics/media.ts';
import { count, counted, size } from '../../parts/format.ts';
import { baseName } from '../../parts/paths.ts';
import type { Mark } from '../../parts/state-mark.tsx';
import { leftWords, type PieceBox, pieceList, shortDeliverable } from '../media-words.ts';

/** The pieces that arrived or did not, as boxes; what the job reads now is newer. */
export function arrivedBoxes({ pieces }: ArrivalLine, job: MediaJob | undefined): PieceBox[] {
  const told = new Map(job && isUnderWay(job) ? job.pieces.map((piece) => [piece.number, piece]) : []);
  return pieces.map(({ number, name, size: bytes, state, here, bytes: all }): PieceBox => {
    const title = `${name}, ${size(bytes)}`;
    const now = told.get(number)?.state;
    if (state === 'whole' || now === 'received' || now === 'kept')
      return { number, mark: 'good', word: 'have', title };
    if (state === 'damaged' || now === 'damaged') return { number, mark: 'bad', word: 'damaged', title };
    if (here > 0)
      return {
        number,
        mark: 'warning',
        word: 'in part',
        title: `${title}, ${size(here)} of ${size(all)} here`,
      };
    return { number, mark: 'left-out', word: 'missing', title };
  });
}

/** `Piece 5 is damaged, pieces 11 and 12 are missing.` */
function wrongWords({ pieces }: ArrivalLine): string {
  const of = (wanted: 'damaged' | 'missing') =>
    pieces.filter(({ state }) => state === wanted).map(({ number }) => number);
  const parts = (['damaged', 'missing'] as const).flatMap((state) => {
    const numbers = of(state);
    return numbers.length === 0
      ? []
      : [`${pieceList(numbers)} ${numbers.length === 1 ? 'is' : 'are'} ${state}`];
  });
  const words = parts.join(', ');
  return words === '' ? '' : `${capitalized(words)}.`;
}

/** What has arrived, in one sentence. */
export function receiveSentence(arrival: ArrivalLine | undefined, job: MediaJob | undefined): string {
  if (job && isUnderWay(job)) {
    if (job.status === 'pausing') return 'Pausing: what was taken is kept.';
    const left = leftWords(job);
    if (job.settings.kind === 'import' && job.settings.watch && job.phase === 'waiting-for-medium')
      return `Waiting for files in ${baseName(job.settings.from[0] ?? '')}.`;
    if (job.phase === 'receiving')
      return `Reading ${job.piece === undefined ? '' : `piece ${job.piece} `}from ${job.medium ?? 'the medium'}.${left}`;
    if (job.phase === 'verifying') return 'Comparing what arrived with its index.';
    return 'Looking at what is on the media.';
  }
  if (job?.status === 'failed') return 'The import stopped. What was taken is kept.';
  if (job?.status === 'paused' && !arrival?.whole) return 'Receiving is paused. What was taken is kept.';
  if (!arrival) return 'What has arrived?';
  return arrivalSentence(arrival);
}

/** How a transfer stands at this side. */
export function arrivalSentence(arrival: ArrivalLine): string {
  const { transfer, whole, checked, images, pieces } = arrival;
  if (whole)
    return checked
      ? `${transfer} is here and whole: ${counted(images.total, 'image')}.`
      : `${transfer} is here. Its bytes are not checked yet.`;
  const here = pieces.filter(({ state }) => state === 'whole').length;
  return `${here} of ${counted(pieces.length, 'piece')} are here. ${wrongWords(arrival)}`;
}

/** Whether a transfer can be used, in one sentence. */
export function readySentence(arrival: ArrivalLine): string {
  const { transfer, deliverables, whole, checked } = arrival;
  const ready = deliverables.filter(({ lacking }) => lacking === 0).length;
  if (whole)
    return checked
      ? `${transfer} is ready to push: all of it is here.`
      : `${transfer} is here. Its bytes are not checked yet.`;
  if (deliverables.length === 0) return `${transfer} is not ready: ${wrongWords(arrival)}`;
  return `${ready} of ${counted(deliverables.length, 'deliverable')} of ${transfer} are whole. ${wrongWords(arrival)}`;
}

/** How a deliverable stands, as icon and word. */
export function deliverableMark(line: ArrivalLine['deliverables'][number]): { mark: Mark; word: string } {
  if (line.lacking === 0) return { mark: 'good', word: 'Whole' };
  const waits = line.pieces.length > 0 ? ` wait for ${pieceList(line.pieces)}` : ' are missing';
  return { mark: 'warning', word: `${count(line.lacking)} of ${counted(line.images, 'image')}${waits}` };
}

/** Which images lack something because of pieces. */
export interface Concerned {
  /** Of images and of what is attached to them, each once. */
  names: string[];
  /** `3 images and 1 attachment of 4.18.9 in it`; attachments, such as signatures, belong to their images. */
  words: string;
}

/** The images that these pieces concern. */
export function concernedBy(pieces: ArrivalLine['pieces']): Concerned {
  const all = pieces.flatMap(({ deliverables }) => deliverables);
  const names = new Set(all.flatMap(({ images }) => images));
  const attached = new Set(all.flatMap((each) => each.attached ?? []));
  const own = names.size - attached.size;
  const numbers = [
    ...(own > 0 ? [counted(own, 'image')] : []),
    ...(attached.size > 0 ? [counted(attached.size, 'attachment')] : []),
  ].join(' and ');
  const of = [...new Set(all.map(({ name }) => shortDeliverable(name)))].join(', ');
  return { names: [...names], words: `${numbers} of ${of} in it` };
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

/** A code as it is read over the telephone: `one four seven Kilo, two Mike four two`. */
export function spelt(code: string): string {
  return code
    .split('-')
    .map((group) => [...group].map((letter) => DIGITS[Number(letter)] ?? NATO[letter] ?? letter).join(' '))
    .join(', ');
}
