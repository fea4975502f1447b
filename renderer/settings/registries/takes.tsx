import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useQueryClient } from '@tanstack/react-query';
import type { RegistryEntry } from '../../../core/contract/topics/settings.ts';
import { useAsk } from '../../engine/requests.ts';
import { useTicketed } from '../../engine/ticketed.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { profileOf, progressWords } from '../parts/doctor-words.ts';
import { RegistryProfile } from '../parts/registry-profile.tsx';

/** The stored profile of a registry, and asking for it anew. */
export function RegistryTakes({ entry: { name, tlsVerify } }: { entry: RegistryEntry }) {
  const queries = useQueryClient();
  const stored = useAsk('registries.profiles', { name });
  const check = useTicketed('registries.probe');
  const { asking, work, error } = check;
  const profile = stored.data && profileOf(name, stored.data.profiles);
  const ask = async () => {
    check.forgetError();
    await check.ask({ name, tlsVerify });
    await queries.invalidateQueries({ queryKey: ['registries.profiles'] });
  };
  return (
    <>
      <div className="al-part al-row al-wrap">
        <h3 className="al-strong">What it takes</h3>
        <span className="al-sub al-grow">
          {asking
            ? progressWords(work)
            : profile
              ? ''
              : 'Not asked yet. A check pushes small content to a scratch repository and removes it.'}
        </span>
        {asking ? (
          <Button variant="secondary" size="sm" onClick={check.cancel}>
            Cancel check
          </Button>
        ) : (
          <RequestButton
            request="registries.probe"
            variant="secondary"
            size="sm"
            isDisabled={!stored.data}
            onClick={() => void ask()}
          >
            {profile ? 'Check again' : 'Check what it takes'}
          </RequestButton>
        )}
      </div>
      {(error ?? stored.error) != null && (
        <div className="al-part">
          <FailureAlert
            error={error ?? stored.error}
            title={error === undefined ? 'What is known could not be read' : 'The check was not made'}
          />
        </div>
      )}
      {profile && <RegistryProfile profile={profile} />}
    </>
  );
}
