import { expect, test } from 'vitest';
import type { RegistryEntry, RegistryTest, TestStage } from '../../../core/contract/topics/settings.ts';
import { chosenRegistry, registriesSentence } from '../registries/registries-sentence.ts';
import {
  credentialSource,
  failureExplanation,
  firstFailure,
  loginWords,
  mendingOf,
  stageDetail,
  type TestState,
  testOutcome,
  typedRegistry,
} from './registry-words.ts';

const STAGES: TestStage[] = ['name', 'connection', 'tls', 'login', 'path'];

function entry(name: string, from: RegistryEntry['credentials']['from'] = 'auth-file'): RegistryEntry {
  return { name, tlsVerify: true, listed: true, credentials: { from }, mirrors: [], notes: [] };
}

/** A test of 80 ms a stage that fails at `stage`, as the engine answers it. */
function tested(stage?: TestStage, code?: string): TestState & { state: 'done' } {
  const at = stage ? STAGES.indexOf(stage) : STAGES.length;
  const stages: RegistryTest['stages'] = STAGES.map((name, index) => ({
    stage: name,
    result: index < at ? 'passed' : index === at ? 'failed' : 'skipped',
    detail: '',
    ms: index <= at ? 80 : undefined,
    code: index === at ? code : undefined,
  }));
  return { state: 'done', test: { name: 'x', address: 'x:443', at: '2026-01-31T10:00:00Z', stages } };
}

test('the sentence of the mock-up', () => {
  const entries = ['registry.redhat.io', 'quay.io', 'registry.connect.redhat.com', 'ghcr.io'].map((name) =>
    entry(name),
  );
  const tests = {
    'registry.redhat.io': tested(),
    'quay.io': tested(),
    'registry.connect.redhat.com': tested('login', 'unauthorized'),
    'ghcr.io': tested(),
  };
  expect(registriesSentence(entries, tests)).toBe('3 of 4 registries answer. One refuses the password.');
  expect(registriesSentence(entries.slice(0, 2), tests)).toBe('Both registries answer.');
  expect(registriesSentence(entries.slice(2, 3), tests)).toBe(
    'The registry does not answer. One refuses the password.',
  );
});

test('failures of one kind are counted together, of several kinds in one sentence', () => {
  const entries = [entry('a'), entry('b'), entry('c', 'none'), entry('d'), entry('e')];
  expect(
    registriesSentence(entries, {
      a: tested('connection', 'connection'),
      b: tested('connection', 'connection'),
      c: tested('login', 'unauthorized'),
      d: tested(),
    }),
  ).toBe('1 of 5 registries answers. Two cannot be reached, one asks for a login, one was not tested.');
});

test('of many kinds the most frequent are told, the rest is counted', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  expect(
    registriesSentence(
      names.map((name) => entry(name)),
      {
        a: tested('login', 'unauthorized'),
        b: tested('connection', 'connection'),
        c: tested('connection', 'connection'),
        d: tested('tls', 'tls-unknown-issuer'),
        e: tested('name', 'connection'),
      },
    ),
  ).toBe('None of 5 registries answers. Two cannot be reached, one refuses the password, two more fail.');
});

test('a stage says what was found, not again what stands around it', () => {
  const failed = {
    stage: 'login',
    result: 'failed',
    detail:
      'quay.io: answered 401: UNAUTHORIZED (asked with the credentials from ~/auth.json, entry quay.io)',
    finding: 'answered 401: UNAUTHORIZED',
  } as const;
  expect(stageDetail(failed)).toBe('answered 401: UNAUTHORIZED');
  const skipped = { stage: 'path', result: 'skipped', detail: 'Not tried: the login failed.' } as const;
  expect(stageDetail(skipped)).toBe('not tried');
  expect(stageDetail({ stage: 'name', result: 'passed', detail: 'Found.', ms: 1 })).toBe('Found.');
});

test('before, during and without tests', () => {
  expect(registriesSentence([], {})).toBe('No registry is known yet.');
  expect(registriesSentence([entry('a')], {})).toBe('1 registry is known. It was not tested yet.');
  expect(registriesSentence([entry('a'), entry('b')], {})).toBe(
    '2 registries are known. None was tested yet.',
  );
  expect(registriesSentence([entry('a'), entry('b')], { a: { state: 'testing' }, b: tested() })).toBe(
    'Testing 1 registry. 1 of 2 registries answers.',
  );
});

test('the outcome in the table tells a refused password from a missing one', () => {
  expect(testOutcome(tested(), 'none')).toEqual({ mark: 'good', words: 'Passed, 0.4 s' });
  expect(testOutcome(tested('login', 'unauthorized'), 'auth-file').words).toBe('Password refused');
  expect(testOutcome(tested('login', 'unauthorized'), 'none').words).toBe('Asks for a login');
  expect(testOutcome(tested('tls', 'tls-unknown-issuer'), 'none').words).toBe('Issuer not trusted');
  expect(testOutcome(undefined, 'none').mark).toBe('waiting');
});

test('each failing stage says what is proven and what can be mended on the spot', () => {
  const explain = (stage: TestStage, code: string) => {
    const failed = firstFailure(tested(stage, code).test)!;
    return {
      ...failureExplanation(failed, { from: 'auth-file', where: '~/.docker/config.json, entry quay.io' }),
      mend: mendingOf(failed),
    };
  };
  expect(explain('login', 'unauthorized')).toEqual({
    title: 'The password from config.json is not accepted.',
    proven: 'Name, connection and certificate are right.',
    mend: 'login',
  });
  expect(explain('tls', 'tls-unknown-issuer').mend).toBe('authority');
  expect(explain('tls', 'clock-skew')).toMatchObject({
    title: 'The clock of this host is wrong.',
    mend: 'none',
  });
  expect(testOutcome(tested('tls', 'clock-skew'), 'none').words).toBe('Clock is wrong');
  expect(explain('connection', 'connection').mend).toBe('proxy');
  expect(explain('name', 'connection').mend).toBe('none');
  expect(explain('path', 'denied').title).toBe('The login is good, but not for this path.');
});

test('where a login comes from', () => {
  expect(credentialSource({ from: 'auth-file', where: '~/.docker/config.json, entry quay.io' })).toBe(
    'config.json',
  );
  expect(credentialSource({ from: 'none' })).toBe('no login');
  expect(credentialSource({ from: 'session', where: 'typed in this session' })).toBe('this session');
  expect(loginWords({ from: 'session', user: 'ann' })).toBe('ann, typed in this session');
  expect(loginWords({ from: 'auth-file', where: '~/auth.json, entry quay.io' })).toBe(
    '~/auth.json, entry quay.io',
  );
});

test('a registry is taken as people paste it, and a password is never part of it', () => {
  expect(typedRegistry(' https://quay.io/ ')).toEqual({ name: 'quay.io' });
  expect(typedRegistry('docker://registry.lab:5000/mirror')).toEqual({ name: 'registry.lab:5000/mirror' });
  expect(typedRegistry('[fd00::1]:5000')).toEqual({ name: '[fd00::1]:5000' });
  for (const wrong of ['', 'user:secret@quay.io', 'quay io', 'quay.io/Mirror', '-x'])
    expect(typedRegistry(wrong)).toHaveProperty('error');
  expect(JSON.stringify(typedRegistry('user:secret@quay.io'))).not.toContain('secret');
});

test('the registry that is shown is the named one, else one whose test failed, else the first', () => {
  const entries = ['a', 'b', 'c'].map((name) => entry(name));
  const tests = { b: tested('tls'), c: tested('name') };
  expect(chosenRegistry(entries, tests, 'c')?.name).toBe('c');
  expect(chosenRegistry(entries, tests, null)?.name).toBe('b');
  expect(chosenRegistry(entries, tests, 'gone')?.name).toBe('b');
  expect(chosenRegistry(entries, { a: tested(), b: { state: 'testing' } }, null)?.name).toBe('a');
  expect(chosenRegistry([], {}, 'a')).toBeUndefined();
});
