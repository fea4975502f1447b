import { RequestButton } from '../parts/request-button.tsx';
import type { JobControls } from './use-job-controls.ts';

/** Pauses what is under way. */
export function PauseButton({ controls }: { controls: JobControls }) {
  return (
    <RequestButton
      request="jobs.stop"
      variant="secondary"
      isDisabled={!controls.mayPause}
      onClick={controls.pause}
    >
      Pause
    </RequestButton>
  );
}

/** Goes on with what stopped. @param places names of its media */
export function ResumeButton({
  controls,
  places,
  primary = true,
}: {
  controls: JobControls;
  places: readonly string[];
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
      Go on with {places.join(' and ')}
    </RequestButton>
  );
}
