import { expect, test } from 'vitest';
import type {
  ContractRegistryProfile,
  DoctorFinding,
  RegistryCapability,
} from '../../../core/contract/topics/doctor.ts';
import {
  capital,
  checkName,
  doctorSentence,
  profileOf,
  profileSentence,
  progressWords,
} from './doctor-words.ts';

const finding = (level: DoctorFinding['level']): DoctorFinding => ({
  check: 'tls',
  subject: 'quay.io',
  level,
  code: 'tls',
  what: 'what',
  why: '',
  remedy: '',
  evidence: [],
});
const capability = (level: RegistryCapability['level']): RegistryCapability => ({
  what: 'deletes',
  found: 'no',
  evidence: 'DELETE answered 405',
  level,
  remedy: '',
});
const profile = (changed: Partial<ContractRegistryProfile> = {}): ContractRegistryProfile => ({
  host: 'reg.lab',
  namespace: '',
  product: { name: 'Quay', evidence: 'it says so' },
  checkedAt: '2026-01-01T00:00:00Z',
  fresh: true,
  capabilities: [capability('ok')],
  missingProjects: [],
  leftovers: [],
  ...changed,
});

test('what a check came to', () => {
  expect(doctorSentence({ findings: [finding('ok'), finding('info')] })).toBe(
    'Nothing was found that would stop a run.',
  );
  expect(doctorSentence({ findings: [finding('warning')] })).toBe(
    'Nothing was found that would stop a run, and 1 warning.',
  );
  expect(doctorSentence({ findings: [finding('error'), finding('error'), finding('warning')] })).toBe(
    '2 findings would stop a run, and 1 warning.',
  );
});

test('how far a check is', () => {
  expect(progressWords(undefined)).toBe('Beginning');
  expect(progressWords({ progress: { done: 3, total: 12 }, detail: 'quay.io' })).toBe(
    '3 of 12 checks, now quay.io',
  );
  expect(checkName('network-speed')).toBe('Network speed');
  expect(checkName('route')).toBe('Route');
  expect(capital('the name is unknown')).toBe('The name is unknown');
  expect(capital('registry.lab:5000: the name is unknown')).toBe('registry.lab:5000: the name is unknown');
  expect(capital('/srv/mirror is read-only')).toBe('/srv/mirror is read-only');
});

test('what a registry takes', () => {
  expect(profileSentence(profile())).toBe('Quay: takes all that was tried.');
  expect(profileSentence(profile({ capabilities: [capability('info'), capability('unknown')] }))).toBe(
    'Quay: takes all that was tried but 1 thing that some plans need. 1 thing could not be found out.',
  );
  expect(profileSentence(profile({ capabilities: [capability('error')] }))).toContain(
    'nothing can be pushed',
  );
  expect(profileSentence(profile({ missingProjects: ['ubi9'] }))).toContain('nothing can be pushed');
});

test('the profile that counts for a path', () => {
  const [host, team, deep] = [profile(), profile({ namespace: 'team' }), profile({ namespace: 'team/ocp' })];
  expect(profileOf('reg.lab', [deep, team, host])).toBe(host);
  expect(profileOf('reg.lab/team', [host, deep, team])).toBe(team);
  expect(profileOf('reg.lab/team/ocp/x', [host, deep, team])).toBe(deep);
  expect(profileOf('reg.lab/teams', [deep, team])).toBe(deep);
  expect(profileOf('reg.lab', [])).toBeUndefined();
});
