import { wordList } from '../../core/contract/documents/words.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { t } from './messages.ts';
import type { JobControls } from './use-job-controls.ts';

/** Pauses an export or import. */
export function PauseButton({ controls }: { controls: JobControls }) {
  return (
    <RequestButton
      request="jobs.stop"
      variant="secondary"
      isDisabled={!controls.mayPause}
      onClick={controls.pause}
    >
      {controls.pauseLabel}
    </RequestButton>
  );
}

/** Resumes an export or import. @param drives names of its drives */
export function ResumeButton({
  controls,
  drives,
  primary = true,
}: {
  controls: JobControls;
  drives: readonly string[];
  primary?: boolean;
}) {
  return (
    <RequestButton
      request="media.resume"
      variant={primary ? 'primary' : 'secondary'}
      isDisabled={controls.resuming}
      isLoading={controls.resuming}
      onClick={controls.resume}
    >
      {t('resumeButton', { drives: wordList(drives) })}
    </RequestButton>
  );
}
