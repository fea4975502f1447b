import type { ReactNode } from 'react';
import { Bar } from '../parts/bar.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { type BarMark, barMark, endingError, type ShownJob } from './job-words.ts';

/**
 * Shows a job: its texts, its progress bar, and the error that ended it.
 * @param label name of the bar; without a label, the bar isn't shown
 * @param failure title of the error; without a title, the error isn't shown
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
  /** Undefined before its first event. */
  job: ShownJob | undefined;
  label?: string;
  small?: boolean;
  mark?: BarMark;
  failure?: string;
  /** What people can do about the failure. */
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
