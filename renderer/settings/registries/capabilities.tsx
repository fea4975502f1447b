import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useQueryClient } from '@tanstack/react-query';
import type { RegistryEntry } from '../../../core/contract/topics/settings.ts';
import { useAsk } from '../../engine/requests.ts';
import { useTicketed } from '../../engine/ticketed.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { profileOf, progressWords } from '../parts/doctor-words.ts';
import { RegistryProfile } from '../parts/registry-profile.tsx';
import { t } from './messages.ts';

/** The saved capabilities of a registry, and the probe that renews them. */
export function RegistryCapabilities({ entry: { name, tlsVerify } }: { entry: RegistryEntry }) {
  const queries = useQueryClient();
  const stored = useAsk('registries.profiles', { name });
  const probe = useTicketed('registries.probe');
  const { asking: probing, work, error } = probe;
  const profile = stored.data && profileOf(name, stored.data.profiles);
  const renew = async () => {
    probe.forgetError();
    await probe.ask({ name, tlsVerify });
    await queries.invalidateQueries({ queryKey: ['registries.profiles'] });
  };
  return (
    <>
      <div className="al-part al-row al-wrap">
        <h3 className="al-strong">{t('capabilitiesTitle')}</h3>
        <span className="al-sub al-grow">
          {probing ? progressWords(work) : profile ? '' : t('noProfileText')}
        </span>
        {probing ? (
          <Button variant="secondary" size="sm" onClick={probe.cancel}>
            {t('cancelProbeButton')}
          </Button>
        ) : (
          <RequestButton
            request="registries.probe"
            variant="secondary"
            size="sm"
            isDisabled={!stored.data}
            onClick={() => void renew()}
          >
            {profile ? t('probeAgainButton') : t('probeButton')}
          </RequestButton>
        )}
      </div>
      {(error ?? stored.error) != null && (
        <div className="al-part">
          <FailureAlert
            error={error ?? stored.error}
            title={error === undefined ? t('profileFailedTitle') : t('probeFailedTitle')}
          />
        </div>
      )}
      {profile && <RegistryProfile profile={profile} />}
    </>
  );
}
