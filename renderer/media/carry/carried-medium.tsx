import { capitalized } from '../../../core/contract/documents/words.ts';
import type { MediaJob } from '../../../core/contract/topics/media.ts';
import { counted, size } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { StickPicture } from '../drives/medium.tsx';
import { isCalled, pieceList } from '../media-words.ts';

/** What became of a medium: what is on it, and whether it may be taken out. */
export function CarriedMedium({
  path,
  job,
  name,
}: {
  path: string;
  job: MediaJob | undefined;
  name: string;
}) {
  if (!job) return null;
  const named = (medium: string | undefined) => isCalled(medium, path, name);
  if (job.status === 'running' && named(job.medium) && job.phase !== 'waiting-for-medium')
    return (
      <p>
        <StateMark mark="running">Leave it in: it is being written.</StateMark>
      </p>
    );
  const safe = job.safe.find(({ medium }) => named(medium));
  return safe ? (
    <p>
      <StateMark mark="good">
        <strong className="al-safe">
          {capitalized(pieceList(safe.pieces))} written, read back, flushed. Safe to remove.
        </strong>
      </StateMark>
    </p>
  ) : null;
}

/** The medium that an export waits for. */
export function NextMedium({ need }: { need: NonNullable<MediaJob['need']> }) {
  return (
    <div className="al-medium al-medium-waits">
      <StickPicture fill={undefined} />
      <div className="al-grow">
        <p>
          <strong>{need.reason === 'gone' ? need.medium : 'Next medium'}</strong>{' '}
          <span className="al-sub al-small">not inserted</span>
        </p>
        <p className="al-sub al-small al-num">
          {size(need.bytes)} are left in {counted(need.pieces, 'piece')}; piece {need.piece} with{' '}
          {size(need.pieceBytes)} is next
        </p>
        <p>
          <StateMark mark="waiting">
            Any order, any size, any file system. Insert it, choose it below, then continue.
          </StateMark>
        </p>
      </div>
    </div>
  );
}
