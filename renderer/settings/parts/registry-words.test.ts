import { expect, test } from 'vitest';
import type { RegistryEntry, RegistryTest, TestStage } from '../../../core/contract/topics/settings.ts';
import { t as registries } from '../registries/messages.ts';
import { chosenRegistry, registriesSentence } from '../registries/registries-sentence.ts';
import { t } from './messages.ts';
import {
  credentialSource,
  credentialsWords,
  failureExplanation,
  firstFailure,
  repairOf,
  stageDetail,
  type TestState,
  testOutcome,
  typedRegistry,
} from './registry-words.ts';

const STAGES: TestStage[] = ['name', 'connection', 'tls', 'login', 'path'];

function entry(name: string, from: RegistryEntry['credentials']['from'] = 'auth-file'): RegistryEntry {
  return { name, tlsVerify: true, listed: true, credentials: { from }, mirrors: [], notes: [] };
}

/** A test of 80 ms a stage that fails at `stage`, as the engine reports it. */
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

test('the heading counts passed tests and names the failure', () => {
  const entries = ['registry.redhat.io', 'quay.io', 'registry.connect.redhat.com', 'ghcr.io'].map((name) =>
    entry(name),
  );
  const tests = {
    'registry.redhat.io': tested(),
    'quay.io': tested(),
    'registry.connect.redhat.com': tested('login', 'unauthorized'),
    'ghcr.io': tested(),
  };
  expect(registriesSentence(entries, tests)).toBe(
    '3 of 4 registries passed the test. 1 registry rejects the password.',
  );
  expect(registriesSentence(entries.slice(0, 2), tests)).toBe('All 2 registries passed the test');
  expect(registriesSentence(entries.slice(2, 3), tests)).toBe('1 registry rejects the password.');
});

test('failures of one kind are counted together', () => {
  const entries = [entry('a'), entry('b'), entry('c', 'none'), entry('d'), entry('e')];
  expect(
    registriesSentence(entries, {
      a: tested('connection', 'connection'),
      b: tested('connection', 'connection'),
      c: tested('login', 'unauthorized'),
      d: tested(),
    }),
  ).toBe(
    "1 of 5 registries passed the test. 2 registries can't be reached. 1 registry requires credentials. 1 registry hasn't been tested.",
  );
});

test('of many kinds the heading names the most frequent and counts the others', () => {
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
  ).toBe(
    "None of 5 registries passed the test. 2 registries can't be reached. 1 registry rejects the password. 2 more registries failed the test.",
  );
});

test('the detail of a stage leaves out what the screen shows already', () => {
  const failed = {
    stage: 'login',
    result: 'failed',
    detail: 'quay.io: 401 UNAUTHORIZED (credentials from ~/auth.json, entry quay.io)',
    finding: '401 UNAUTHORIZED',
  } as const;
  expect(stageDetail(failed)).toBe('401 UNAUTHORIZED');
  const skipped = { stage: 'path', result: 'skipped', detail: 'Skipped: the login failed.' } as const;
  expect(stageDetail(skipped)).toBe(t('untestedStage'));
  expect(stageDetail({ stage: 'name', result: 'passed', detail: 'Found.', ms: 1 })).toBe('Found.');
});

test('the heading before and during tests', () => {
  expect(registriesSentence([], {})).toBe(registries('emptyTitle'));
  expect(registriesSentence([entry('a')], {})).toBe('1 registry, not tested yet');
  expect(registriesSentence([entry('a'), entry('b')], {})).toBe('2 registries, none of them tested yet');
  expect(registriesSentence([entry('a'), entry('b')], { a: { state: 'testing' }, b: tested() })).toBe(
    'Testing 1 registry: 1 of 2 passed so far',
  );
});

test('the outcome in the table distinguishes a rejected password from a missing one', () => {
  expect(testOutcome(tested(), 'none')).toEqual({ mark: 'good', words: 'Passed, 0.4 s' });
  expect(testOutcome(tested('login', 'unauthorized'), 'auth-file').words).toBe(t('passwordOutcome'));
  expect(testOutcome(tested('login', 'unauthorized'), 'none').words).toBe(t('credentialsOutcome'));
  expect(testOutcome(tested('tls', 'tls-unknown-issuer'), 'none').words).toBe(t('issuerOutcome'));
  expect(testOutcome(undefined, 'none').mark).toBe('waiting');
});

test('each failed stage has an explanation, its proof and a repair', () => {
  const explain = (stage: TestStage, code: string) => {
    const failed = firstFailure(tested(stage, code).test)!;
    return {
      ...failureExplanation(failed, { from: 'auth-file', where: '~/.docker/config.json, entry quay.io' }),
      repair: repairOf(failed),
    };
  };
  expect(explain('login', 'unauthorized')).toEqual({
    title: 'The registry rejects the password from config.json',
    proven: t('passwordText'),
    repair: 'credentials',
  });
  expect(explain('tls', 'tls-unknown-issuer').repair).toBe('authority');
  expect(explain('tls', 'clock-skew')).toMatchObject({
    title: t('clockTitle'),
    repair: 'none',
  });
  expect(testOutcome(tested('tls', 'clock-skew'), 'none').words).toBe(t('clockOutcome'));
  expect(explain('connection', 'connection').repair).toBe('proxy');
  expect(explain('name', 'connection').repair).toBe('none');
  expect(explain('path', 'denied').title).toBe(t('deniedTitle'));
});

test('the source of credentials', () => {
  expect(credentialSource({ from: 'auth-file', where: '~/.docker/config.json, entry quay.io' })).toBe(
    'config.json',
  );
  expect(credentialSource({ from: 'none' })).toBe(t('noSource'));
  expect(credentialSource({ from: 'session', where: 'entered in this session' })).toBe(t('sessionSource'));
  expect(credentialsWords({ from: 'session', user: 'ann' })).toBe(
    t('userSessionCredentials', { user: 'ann' }),
  );
  expect(credentialsWords({ from: 'auth-file', where: '~/auth.json, entry quay.io' })).toBe(
    '~/auth.json, entry quay.io',
  );
});

test('a pasted address is accepted without its scheme, and never with a password', () => {
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
