import { useNavigate } from 'react-router';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { isUnderWay } from '../../engine/live.ts';
import { useDo } from '../../engine/requests.ts';
import { JobView } from '../../job/job-view.tsx';
import { runAddress } from '../../parts/addresses.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { workflowWord } from '../../parts/run-words.ts';

/** What ended a run. One that was refused for what a catalog would lose can be made again with that allowed. */
export function RunEnding({ run }: { run: LiveRun }) {
  const navigate = useNavigate();
  const start = useDo('runs.start');
  const { error, settings, status } = run;
  if (!error || isUnderWay(run) || status === 'paused') return null;
  const again = error.code === 'catalog-removal' && settings && { ...settings, allowRemoval: true };
  return (
    <>
      <JobView
        job={run}
        failure="What ended this run"
        actions={
          again && (
            <RequestButton
              request="runs.start"
              variant="link"
              isInline
              isDisabled={start.isPending}
              onClick={() =>
                start.mutate(
                  { settings: again },
                  { onSuccess: ({ run: next }) => void navigate(runAddress(next)) },
                )
              }
            >
              Allow removal and {workflowWord(run.workflow).toLowerCase()} again
            </RequestButton>
          )
        }
      />
      {start.error && <FailureAlert error={start.error} title="The run was not started" />}
    </>
  );
}
