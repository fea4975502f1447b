import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Link } from 'react-router';
import type { WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import type { TransferLine } from '../../../core/contract/topics/workspace.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { pushAddress } from '../live/next.ts';
import type { SetupForm } from './use-setup-form.ts';
import type { SetupWork } from './use-setup-work.ts';

const START: Record<WorkflowKind, string> = {
  mirrorToDisk: 'Start fetch',
  diskToMirror: 'Start push',
  mirrorToMirror: 'Start mirror',
};

/**
 * Plans and starts.
 * @param last what can be pushed instead, because there is nothing new
 * @param settled whether the configuration is chosen: while another is being opened, the former one isn't started
 */
export function SetupActions({
  form,
  work,
  last,
  settled,
}: {
  form: SetupForm;
  work: SetupWork;
  last: TransferLine | undefined;
  settled: boolean;
}) {
  const { planning, plan } = work;
  const blocked = work.blocked || !settled;
  const title = settled ? undefined : 'Open the file in the form first, or cancel';
  if (planning.planning)
    return (
      <Button variant="secondary" onClick={planning.cancel}>
        Cancel plan
      </Button>
    );
  const planned = plan !== undefined || form.opened !== undefined;
  return (
    <>
      {last && form.bothSides && (
        <Link className="pf-v6-c-button pf-m-primary" to={pushAddress(form.places.directory)}>
          Push {last.name}
        </Link>
      )}
      {planned && (
        <RequestButton
          request="runs.start"
          variant={plan?.nothingNew ? 'secondary' : 'primary'}
          isDisabled={blocked}
          title={title}
          onClick={() => void work.start()}
        >
          {START[form.workflow]}
        </RequestButton>
      )}
      <RequestButton
        request="plans.make"
        variant={planned ? 'secondary' : 'primary'}
        isDisabled={blocked}
        title={title}
        onClick={() => void work.make()}
      >
        {form.save ? 'Save and plan' : plan ? 'Plan again' : 'Plan'}
      </RequestButton>
      {!planned && (
        <RequestButton
          request="runs.start"
          variant="secondary"
          isDisabled={blocked}
          title={title}
          onClick={() => void work.start()}
        >
          {form.save ? 'Save and start without a plan' : 'Start without a plan'}
        </RequestButton>
      )}
    </>
  );
}
