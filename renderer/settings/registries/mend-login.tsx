import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { KeepCredentials, RegistryEntry } from '../../../core/contract/topics/settings.ts';
import { useClient } from '../../engine/provider.tsx';
import { useAsk } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { KeepWhere, usualPlace } from './keep-where.tsx';
import { type LoginVerdict, loginVerdict } from './login-verdict.ts';

type Phase =
  | { at: 'typing'; verdict?: LoginVerdict; failure?: unknown }
  | { at: 'testing' }
  | { at: 'accepted'; verdict: LoginVerdict; failure?: unknown }
  | { at: 'keeping'; verdict: LoginVerdict };

/**
 * A typed login is tested first, then kept where the person says. It is held in this component alone, and asked for
 * past the query cache, which would hold what was sent.
 */
export function MendLogin({
  entry,
  onKept,
  onCancel,
}: {
  entry: RegistryEntry;
  onKept: () => void;
  onCancel?: () => void;
}) {
  const id = useId();
  const client = useClient();
  const host = useAsk('host.describe', {}).data;
  const [username, setUsername] = useState(entry.credentials.user ?? '');
  const [password, setPassword] = useState('');
  const [phase, setPhase] = useState<Phase>({ at: 'typing' });
  const [keep, setKeep] = useState<KeepCredentials>();
  const passwordField = useRef<HTMLInputElement>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    // Effects run twice under strict mode: a controller of its own for each life.
    const mine = new AbortController();
    leaving.current = mine;
    return () => mine.abort();
  }, []);

  const test = async () => {
    setPhase({ at: 'testing' });
    const { signal } = leaving.current;
    const input = { name: entry.name, tlsVerify: entry.tlsVerify, typed: { username, password } };
    try {
      const verdict = loginVerdict(await client.request('registries.test', input, { signal }));
      if (verdict.accepted) return setPhase({ at: 'accepted', verdict });
      setPassword('');
      setPhase({ at: 'typing', verdict });
    } catch (failure) {
      if (signal.aborted) return;
      setPhase({ at: 'typing', failure });
    }
  };
  // Not before the fields can be used again: what is off takes no focus.
  const again = phase.at === 'typing' && (phase.verdict !== undefined || phase.failure !== undefined);
  useEffect(() => {
    if (again) passwordField.current?.focus();
  }, [again]);
  const keepIt = async (verdict: LoginVerdict, where: KeepCredentials) => {
    setPhase({ at: 'keeping', verdict });
    try {
      await client.request('credentials.set', { registry: entry.name, username, password, keep: where });
      setPassword('');
      onKept();
    } catch (failure) {
      setPhase({ at: 'accepted', verdict, failure });
    }
  };

  if (!host) return null;
  const place = keep ?? usualPlace(host);
  const accepted = phase.at === 'accepted' || phase.at === 'keeping' ? phase.verdict : undefined;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (accepted) void keepIt(accepted, place);
    else if (username !== '' && password !== '') void test();
  };
  const typed = (change: () => void) => {
    change();
    if (phase.at !== 'typing' || phase.verdict || phase.failure) setPhase({ at: 'typing' });
  };
  const busy = phase.at === 'testing' || phase.at === 'keeping';
  const refused = phase.at === 'typing' ? phase.verdict : undefined;
  return (
    <form className="al-column" autoComplete="off" onSubmit={onSubmit}>
      <div className="al-login">
        <FormGroup label="User" fieldId={`${id}-user`}>
          <TextInput
            id={`${id}-user`}
            className="al-mono"
            value={username}
            autoComplete="off"
            spellCheck={false}
            isDisabled={busy}
            onChange={(_event, text) => typed(() => setUsername(text))}
          />
        </FormGroup>
        <FormGroup label="Password or token" fieldId={`${id}-password`}>
          <TextInput
            id={`${id}-password`}
            ref={passwordField}
            type="password"
            value={password}
            autoComplete="off"
            isDisabled={busy}
            validated={refused ? 'error' : 'default'}
            {...(refused && { 'aria-describedby': `${id}-verdict` })}
            onChange={(_event, text) => typed(() => setPassword(text))}
          />
        </FormGroup>
      </div>
      {(refused ?? accepted) && (
        <p id={`${id}-verdict`} role="alert">
          <StateMark mark={accepted ? 'good' : 'bad'}>{(refused ?? accepted)!.words}</StateMark>
        </p>
      )}
      <KeepWhere value={place} onChange={setKeep} host={host} />
      {'failure' in phase && phase.failure !== undefined && (
        <FailureAlert
          error={phase.failure}
          title={phase.at === 'accepted' ? 'The login was not kept' : 'The login was not tested'}
        />
      )}
      <div className="al-actions">
        <RequestButton
          request="credentials.set"
          type="submit"
          variant="primary"
          isDisabled={busy || username === '' || password === ''}
          isLoading={busy}
        >
          {phase.at === 'testing'
            ? 'Testing login'
            : phase.at === 'keeping'
              ? 'Keeping login'
              : accepted
                ? 'Keep login'
                : 'Test login'}
        </RequestButton>
        {(onCancel || accepted) && (
          <Button
            variant="link"
            onClick={() => {
              setPassword('');
              setPhase({ at: 'typing' });
              onCancel?.();
            }}
          >
            {accepted ? 'Discard it' : 'Cancel'}
          </Button>
        )}
      </div>
    </form>
  );
}
