import { EjectIcon } from '@patternfly/react-icons/dist/esm/icons/eject-icon';
import type { DriveLine } from '../../../core/contract/topics/media.ts';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { driveName } from '../media-words.ts';
import { t } from './messages.ts';

/** Flushes a drive and ejects it. A simulated drive stays listed, so that the result replaces the button. */
export function EjectButton({
  drive,
  primary = false,
  onEject,
}: {
  drive: DriveLine;
  primary?: boolean;
  /** Called after the drive was ejected. */
  onEject?: () => void;
}) {
  const eject = useDo('media.eject');
  const values = { drive: driveName(drive) };
  if (eject.data?.state === 'simulated')
    return (
      <span role="status">
        <StateMark mark="good">{t('ejectedSimulatedText', values)}</StateMark>
      </span>
    );
  return (
    <>
      <RequestButton
        request="media.eject"
        variant={primary ? 'primary' : 'link'}
        isInline={!primary}
        icon={<EjectIcon />}
        isDisabled={eject.isPending}
        isLoading={eject.isPending}
        onClick={() => eject.mutate({ device: drive.device }, { onSuccess: () => onEject?.() })}
      >
        {t('ejectButton', values)}
      </RequestButton>
      {eject.error && <FailureAlert error={eject.error} title={t('ejectFailedTitle', values)} />}
    </>
  );
}
