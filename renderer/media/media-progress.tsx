import { isUnderWay } from '../../core/contract/topics/job.ts';
import type { MediaJob } from '../../core/contract/topics/media.ts';
import { JobView } from '../job/job-view.tsx';
import { duration, rate, sizeOf } from '../parts/format.ts';
import { t } from './messages.ts';

/** The progress of an export or import. @param text of the bytes, such as `1.0 of 2.0 GiB` */
export function MediaProgress({
  job,
  label,
  text,
}: {
  job: MediaJob | undefined;
  label: string;
  text: (progress: string) => string;
}) {
  if (!job || !isUnderWay(job)) return null;
  const { done, total = 0, rate: now = 0, remainingMs } = job.progress;
  const isMoving = job.status === 'running';
  // What is on drives isn't part of this job, so an empty bar would look like lost progress.
  if (total === 0 || (!isMoving && done === 0)) return null;
  return (
    <div className="al-carry-progress">
      <JobView job={job} label={label} small />
      <p className="al-carry-numbers al-num">
        <span>{text(sizeOf(done, total))}</span>
        {isMoving && now > 0 && <span>{rate(now)}</span>}
        {isMoving && remainingMs !== undefined && remainingMs >= 1000 && (
          <span>{t('remainingTime', { time: duration(remainingMs) })}</span>
        )}
      </p>
    </div>
  );
}
