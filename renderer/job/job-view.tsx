import type { ReactNode } from 'react';
import { Bar } from '../parts/bar.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { type BarMark, barMark, endingError, type ShownJob } from './job-words.ts';

/**
 * How far a job is and how it ended: what is said of it, its bar, and what ended it.
 * @param label what the bar measures; without one there is no bar
 * @param failure title of what ended it; without one it isn't shown
 */
export function JobView({
  job,
  label,
  small = false,
  mark,
  failure,
  actions,
  children,
}: {
  /** Undefined: it hasn't told anything yet. */
  job: ShownJob | undefined;
  label?: string;
  small?: boolean;
  mark?: BarMark;
  failure?: string;
  /** What to do about the failure. */
  actions?: ReactNode;
  children?: ReactNode;
}) {
  const error = job && failure !== undefined ? endingError(job) : undefined;
  return (
    <>
      {children}
      {label !== undefined && (
        <Bar
          done={job?.progress?.done ?? 0}
          total={job?.progress?.total ?? 0}
          label={label}
          small={small}
          mark={mark ?? (job ? barMark(job) : 'running')}
        />
      )}
      {error && <FailureAlert error={error} title={failure ?? ''} actions={actions} />}
    </>
  );
}
