import { Form } from '@patternfly/react-core/dist/esm/components/Form';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { LiveRun } from '../../../../core/contract/topics/run.ts';
import { isUnderWay } from '../../../engine/live.ts';
import { useDo } from '../../../engine/requests.ts';
import { runAddress } from '../../../parts/addresses.ts';
import { FailureAlert } from '../../../parts/failure.tsx';
import { TextField } from '../../../parts/fields/option-fields.tsx';
import { RequestButton } from '../../../parts/request-button.tsx';
import { Card } from '../../../parts/screen.tsx';
import { destinationProblem } from '../../request/setup-fields.ts';
import { t } from './messages.ts';

/** Starts a run that failed at its destination again, with another destination and otherwise the same settings. */
export function ChangeDestination({ run }: { run: LiveRun }) {
  const { settings, error, failures, images } = run;
  // A registry that accepted images is the intended one.
  const failed =
    error?.side === 'destination' ||
    ((images?.copied ?? 0) === 0 && failures.some(({ side }) => side === 'destination'));
  // The destination of an approved plan is part of the approval.
  if (isUnderWay(run) || !failed || !settings?.destination || settings.planFile !== undefined) return null;
  return <DestinationForm settings={settings} former={settings.destination} />;
}

function DestinationForm({
  settings,
  former,
}: {
  settings: NonNullable<LiveRun['settings']>;
  former: string;
}) {
  const id = useId();
  const navigate = useNavigate();
  const start = useDo('runs.start');
  const [typed, setTyped] = useState(former);
  const destination = typed.trim();
  const problem = destinationProblem(destination);
  const isSame = destination === former;
  return (
    <Card title={t('otherDestinationTitle')} label={t('otherDestinationTitle')}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (problem !== undefined || isSame || start.isPending) return;
          start.mutate(
            { settings: { ...settings, destination } },
            { onSuccess: ({ run: next }) => void navigate(runAddress(next)) },
          );
        }}
      >
        <TextField
          id={id}
          label={t('destinationLabel')}
          value={typed}
          problem={problem}
          note={t('otherDestinationNote')}
          mono
          onChange={setTyped}
        />
        <div className="al-actions">
          <RequestButton
            request="runs.start"
            type="submit"
            variant="secondary"
            isDisabled={problem !== undefined || isSame || start.isPending}
            isLoading={start.isPending}
          >
            {t('otherDestinationButton')}
          </RequestButton>
          {isSame && (
            <span className="al-sub" role="status">
              {t('sameDestinationText')}
            </span>
          )}
        </div>
      </Form>
      {start.error && <FailureAlert error={start.error} title={t('startFailedTitle')} />}
    </Card>
  );
}
