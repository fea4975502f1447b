import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Link } from 'react-router';
import type { WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import type { TransferLine } from '../../../core/contract/topics/workspace.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { pushAddress } from '../live/next.ts';
import { t } from './messages.ts';
import type { SetupForm } from './use-setup-form.ts';
import type { SetupWork } from './use-setup-work.ts';

const START: Record<WorkflowKind, string> = {
  mirrorToDisk: t('startFetchButton'),
  diskToMirror: t('startPushButton'),
  mirrorToMirror: t('startMirrorButton'),
};

/**
 * The buttons to plan and start.
 * @param last transfer to push instead when nothing is new
 * @param settled whether the configuration is chosen; while another is being opened, the previous one isn't started
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
  const title = settled ? undefined : t('unsettledTip');
  if (planning.planning)
    return (
      <Button variant="secondary" onClick={planning.cancel}>
        {t('cancelPlanButton')}
      </Button>
    );
  const planned = plan !== undefined || form.opened !== undefined;
  return (
    <>
      {last && form.bothSides && (
        <Link className="pf-v6-c-button pf-m-primary" to={pushAddress(form.places.directory)}>
          {t('pushTransferButton', { transfer: last.name })}
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
        {t(form.save ? 'saveAndPlanButton' : plan ? 'planAgainButton' : 'planButton')}
      </RequestButton>
      {!planned && (
        <RequestButton
          request="runs.start"
          variant="secondary"
          isDisabled={blocked}
          title={title}
          onClick={() => void work.start()}
        >
          {t(form.save ? 'saveAndStartButton' : 'startUnplannedButton')}
        </RequestButton>
      )}
    </>
  );
}
