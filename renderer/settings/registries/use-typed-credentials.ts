import { useEffect, useRef, useState } from 'react';
import type { KeepCredentials, RegistryEntry } from '../../../core/contract/topics/settings.ts';
import { useClient } from '../../engine/provider.tsx';
import { type CredentialsPhase, credentialsVerdict } from './credentials-verdict.ts';

/**
 * Tests entered credentials, then saves them in the chosen place. The password is stored only here: its requests bypass the
 * query cache, which would retain it.
 */
export function useTypedCredentials(entry: RegistryEntry, onSaved: () => void) {
  const client = useClient();
  const [username, setUsername] = useState(entry.credentials.user ?? '');
  const [password, setPassword] = useState('');
  const [phase, setPhase] = useState<CredentialsPhase>({ at: 'typing' });
  const passwordField = useRef<HTMLInputElement>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    // Effects run twice in strict mode, and each run needs its own controller.
    const own = new AbortController();
    leaving.current = own;
    return () => own.abort();
  }, []);
  // Disabled fields can't receive the focus.
  const again = phase.at === 'typing' && (phase.verdict !== undefined || phase.failure !== undefined);
  useEffect(() => {
    if (again) passwordField.current?.focus();
  }, [again]);

  const test = async () => {
    setPhase({ at: 'testing' });
    const { signal } = leaving.current;
    const input = { name: entry.name, tlsVerify: entry.tlsVerify, typed: { username, password } };
    try {
      const verdict = credentialsVerdict(await client.request('registries.test', input, { signal }));
      if (verdict.accepted) return setPhase({ at: 'accepted', verdict });
      setPassword('');
      setPhase({ at: 'typing', verdict });
    } catch (failure) {
      if (signal.aborted) return;
      setPhase({ at: 'typing', failure });
    }
  };
  const store = async ({ verdict }: Extract<CredentialsPhase, { at: 'accepted' }>, keep: KeepCredentials) => {
    setPhase({ at: 'saving', verdict });
    try {
      await client.request('credentials.set', { registry: entry.name, username, password, keep });
      setPassword('');
      onSaved();
    } catch (failure) {
      setPhase({ at: 'accepted', verdict, failure });
    }
  };
  return {
    username,
    password,
    phase,
    /** Receives the focus when the credentials have to be entered again. */
    passwordField,
    type: (changes: { username?: string; password?: string }) => {
      if (changes.username !== undefined) setUsername(changes.username);
      if (changes.password !== undefined) setPassword(changes.password);
      if (phase.at !== 'typing' || phase.verdict || phase.failure) setPhase({ at: 'typing' });
    },
    /** Tests entered credentials, or saves accepted ones. */
    submit: (keep: KeepCredentials) => {
      if (phase.at === 'accepted') void store(phase, keep);
      else if (phase.at === 'typing' && username !== '' && password !== '') void test();
    },
    discard: () => {
      setPassword('');
      setPhase({ at: 'typing' });
    },
  };
}
