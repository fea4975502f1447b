import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { RegistryEntry } from '../../../core/contract/topics/settings.ts';
import { useLive } from '../../engine/live.ts';
import { useClient } from '../../engine/provider.tsx';
import { useAsk } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { profileOf, progressWords } from '../parts/doctor-words.ts';
import { RegistryProfile } from '../parts/registry-profile.tsx';

/** The stored profile of a registry, and asking for it anew. */
export function RegistryTakes({ entry: { name, tlsVerify } }: { entry: RegistryEntry }) {
  const client = useClient();
  const queries = useQueryClient();
  const stored = useAsk('registries.profiles', { name });
  const [ticket, setTicket] = useState<string>();
  const [error, setError] = useState<unknown>();
  const asking = useRef<AbortController>(undefined);
  const work = useLive((state) => (ticket ? state.jobs.request[ticket] : undefined));
  useEffect(() => () => asking.current?.abort(), []);
  const profile = stored.data && profileOf(name, stored.data.profiles);
  const ask = async () => {
    const stop = new AbortController();
    const newTicket = crypto.randomUUID();
    asking.current = stop;
    setTicket(newTicket);
    setError(undefined);
    try {
      const input = { name, tlsVerify, ticket: newTicket };
      await client.request('registries.probe', input, { signal: stop.signal });
    } catch (thrown) {
      if (!stop.signal.aborted) setError(thrown);
    }
    setTicket(undefined);
    await queries.invalidateQueries({ queryKey: ['registries.profiles'] });
  };
  return (
    <>
      <div className="al-part al-row al-wrap">
        <h3 className="al-strong">What it takes</h3>
        <span className="al-sub al-grow">
          {ticket
            ? progressWords(work)
            : profile
              ? ''
              : 'Not asked yet. A check pushes small content to a scratch repository and removes it.'}
        </span>
        {ticket ? (
          <Button variant="secondary" size="sm" onClick={() => asking.current?.abort()}>
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
