import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useNavigate } from 'react-router';
import { enclaveAddress } from '../../parts/addresses.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { EjectButton } from '../drives/eject-button.tsx';
import { PauseButton, ResumeButton } from '../job-buttons.tsx';
import { isAt } from '../media-words.ts';
import { hasWrongChoice } from './choices.ts';
import { CopyMessageButton } from './handoff-card.tsx';
import { t } from './messages.ts';
import type { Carrying } from './use-carrying.ts';

/** The next action: pause, continue, eject, resume or write. */
export function CarryActions({ carrying }: { carrying: Carrying }) {
  const { step, controls, drives, chosen, choices, plan, write, writing } = carrying;
  switch (step.kind) {
    case 'under-way':
      return (
        <>
          {step.waits && <InsertButton carrying={carrying} />}
          <PauseButton controls={controls} />
        </>
      );
    case 'carried':
      return <Carried carrying={carrying} />;
    case 'resume':
      return <ResumeButton controls={controls} drives={step.to.map(drives.nameOf)} />;
    case 'write':
      return (
        <RequestButton
          request="media.export"
          variant="primary"
          isDisabled={
            chosen.length === 0 ||
            writing ||
            !plan ||
            hasWrongChoice(choices, plan.volumes.length) ||
            nothingFits(carrying)
          }
          isLoading={writing}
          onClick={write}
        >
          {step.label}
        </RequestButton>
      );
  }
}

/** Whether the chosen drives have no room for any volume. Other formats and chosen volumes have no projection. */
function nothingFits({ plan, choices, chosen }: Carrying): boolean {
  const { projected = [] } = plan ?? {};
  return (
    choices.format === 'airlock' &&
    choices.only.trim() === '' &&
    projected.length > 0 &&
    projected.length === chosen.length &&
    projected.every(({ volumes }) => volumes.length === 0)
  );
}

function InsertButton({ carrying: { next, insert, inserting, drives } }: { carrying: Carrying }) {
  return (
    <RequestButton
      request="jobs.answer"
      variant="primary"
      isDisabled={next === undefined || inserting}
      onClick={insert}
    >
      {next === undefined ? t('continueButton') : t('continueWithButton', { drive: drives.nameOf(next) })}
    </RequestButton>
  );
}

/** Ejects the drives that are safe to remove, the last one first, then copies the message for the receiving side. Links to the transfer. */
function Carried({ carrying }: { carrying: Carrying }) {
  const { workspace, transfer, job, drives, plan, ejected, addEjected } = carrying;
  const navigate = useNavigate();
  const safe = (job?.safe ?? [])
    .toReversed()
    .flatMap(
      (one) =>
        drives.found.find(
          ({ label = '', mountPoint }) => mountPoint !== undefined && isAt(one, mountPoint, label),
        ) ?? [],
    );
  const drive = safe.find(({ device }) => !ejected.includes(device));
  const shown = drive ?? safe.at(-1);
  const enclave = transfer.replace(/-\d+$/, '');
  return (
    <>
      {shown && (
        <EjectButton key={shown.device} drive={shown} primary onEject={() => addEjected(shown.device)} />
      )}
      {plan && <CopyMessageButton plan={plan} primary={!drive} />}
      <Button variant="secondary" onClick={() => navigate(enclaveAddress(workspace, enclave, transfer))}>
        {t('followButton', { transfer })}
      </Button>
    </>
  );
}
