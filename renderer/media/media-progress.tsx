import { isUnderWay } from '../../core/contract/topics/job.ts';
import type { MediaJob } from '../../core/contract/topics/media.ts';
import { JobView } from '../job/job-view.tsx';
import { rate, sizeOf } from '../parts/format.ts';

/** How far an export or import is, below its pieces. @param words after the bytes */
export function MediaProgress({
  job,
  label,
  words,
}: {
  job: MediaJob | undefined;
  label: string;
  words: string;
}) {
  if (!job || !isUnderWay(job)) return null;
  const { done, total = 0, rate: now = 0 } = job.progress;
  if (total === 0) return null;
  return (
    <div className="al-carry-progress">
      <JobView job={job} label={label} small />
      <p className="al-carry-numbers al-num">
        <span>
          {sizeOf(done, total)}
          {words}
        </span>
        {now > 0 && <span>{rate(now)}</span>}
      </p>
    </div>
  );
}
