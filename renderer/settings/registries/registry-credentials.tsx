import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useId, useState } from 'react';
import type { KeepCredentials, RegistryEntry } from '../../../core/contract/topics/settings.ts';
import { useAsk } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { credentialsFormState } from './credentials-verdict.ts';
import { KeepWhere, usualPlace } from './keep-where.tsx';
import { t } from './messages.ts';
import { useTypedCredentials } from './use-typed-credentials.ts';

/** The form for credentials: tests them first, then saves them in the chosen place. */
export function RegistryCredentials({
  entry,
  onSaved,
  onCancel,
}: {
  entry: RegistryEntry;
  onSaved: () => void;
  onCancel?: () => void;
}) {
  const id = useId();
  const host = useAsk('host.describe', {}).data;
  const credentials = useTypedCredentials(entry, onSaved);
  const [keep, setKeep] = useState<KeepCredentials>();
  if (!host) return null;
  const place = keep ?? usualPlace(host);
  const { username, password, phase } = credentials;
  const { busy, verdict, failure, next } = credentialsFormState(phase);
  const rejected = verdict?.accepted === false;
  return (
    <form
      className="al-column"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        credentials.submit(place);
      }}
    >
      <div className="al-credentials">
        <FormGroup label={t('userField')} fieldId={`${id}-user`}>
          <TextInput
            id={`${id}-user`}
            className="al-mono"
            value={username}
            autoComplete="off"
            spellCheck={false}
            isDisabled={busy}
            onChange={(_event, text) => credentials.type({ username: text })}
          />
        </FormGroup>
        <FormGroup label={t('passwordField')} fieldId={`${id}-password`}>
          <TextInput
            id={`${id}-password`}
            ref={credentials.passwordField}
            type="password"
            value={password}
            autoComplete="off"
            isDisabled={busy}
            validated={rejected ? 'error' : 'default'}
            aria-describedby={rejected ? `${id}-verdict` : undefined}
            onChange={(_event, text) => credentials.type({ password: text })}
          />
        </FormGroup>
      </div>
      {verdict && (
        <p id={`${id}-verdict`} role="alert">
          <StateMark mark={verdict.accepted ? 'good' : 'bad'}>{verdict.words}</StateMark>
        </p>
      )}
      <KeepWhere value={place} onChange={setKeep} host={host} />
      {failure && <FailureAlert error={failure.error} title={failure.title} />}
      <div className="al-actions">
        <RequestButton
          request="credentials.set"
          type="submit"
          variant="primary"
          isDisabled={busy || username === '' || password === ''}
          isLoading={busy}
        >
          {next}
        </RequestButton>
        {(onCancel || verdict?.accepted) && (
          <Button
            variant="link"
            onClick={() => {
              credentials.discard();
              onCancel?.();
            }}
          >
            {verdict?.accepted ? t('discardCredentialsButton') : t('cancelButton')}
          </Button>
        )}
      </div>
    </form>
  );
}
