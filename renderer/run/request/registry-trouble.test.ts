import { describe, expect, it } from 'vitest';
import type { RegistryEntry, RegistryTest } from '../../../core/contract/topics/settings.ts';
import { t } from './messages.ts';
import { firstProblem, knownEntry, needsCredentials } from './registry-trouble.ts';

type Stage = RegistryTest['stages'][number];

const tested = (...stages: Stage[]): RegistryTest => ({
  name: 'r.lab',
  address: 'r.lab:443',
  at: '2026-01-31T10:00:00Z',
  stages,
});
const passed = (stage: Stage['stage']): Stage => ({ stage, result: 'passed', detail: 'good' });
const warning: Stage = { stage: 'tls', result: 'warning', detail: 'not verified' };
const failed: Stage = { stage: 'login', result: 'failed', detail: '401', remedy: 'Log in.' };

describe('the problem of a registry', () => {
  it('is undefined when all stages passed', () => {
    expect(firstProblem(tested(passed('name'), passed('login')))).toBeUndefined();
    expect(firstProblem(tested({ stage: 'path', result: 'skipped', detail: '' }))).toBeUndefined();
  });

  it('is a failure before a warning', () => {
    expect(firstProblem(tested(warning, failed))).toEqual({
      mark: 'bad',
      title: t('loginFailedTitle'),
      detail: '401',
      remedy: 'Log in.',
    });
  });

  it('is a warning when the registry responds', () => {
    expect(firstProblem(tested(passed('name'), warning))).toEqual({
      mark: 'warning',
      title: t('tlsWarningTitle'),
      detail: 'not verified',
    });
  });

  it('is solved by credentials when the login failed', () => {
    expect(needsCredentials(tested(passed('name'), failed))).toBe(true);
    expect(needsCredentials(tested({ ...failed, stage: 'connection' }))).toBe(false);
    expect(needsCredentials(tested({ ...failed, result: 'warning' }))).toBe(false);
  });
});

describe('the entry of a registry', () => {
  const entry: RegistryEntry = {
    name: 'r.lab',
    tlsVerify: true,
    listed: true,
    credentials: { from: 'auth-file', user: 'me' },
    mirrors: [],
    notes: [],
  };

  it('has the TLS verification of this form', () => {
    expect(knownEntry([entry], 'r.lab', false)).toEqual({ ...entry, tlsVerify: false });
  });

  it("has no credentials when the registry isn't on the list", () => {
    expect(knownEntry([entry], 'r.lab/team', true)).toEqual({
      name: 'r.lab/team',
      tlsVerify: true,
      listed: false,
      credentials: { from: 'none' },
      mirrors: [],
      notes: [],
    });
  });
});
