import { useNavigate } from 'react-router';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { isUnderWay } from '../../engine/live.ts';
import { useDo } from '../../engine/requests.ts';
import { JobView } from '../../job/job-view.tsx';
import { runAddress } from '../../parts/addresses.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { t } from './ended/messages.ts';

/** Shows why a run ended. A run that would remove operators from a catalog can be repeated with the removal allowed. */
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
        failure={t('endedTitle')}
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
              {t('allowRemovalButton')}
            </RequestButton>
          )
        }
      />
      {start.error && <FailureAlert error={start.error} title={t('startFailedTitle')} />}
    </>
  );
}
