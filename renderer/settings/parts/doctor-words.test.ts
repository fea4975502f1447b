import { expect, test } from 'vitest';
import type {
  ContractRegistryProfile,
  DoctorFinding,
  RegistryCapability,
} from '../../../core/contract/topics/doctor.ts';
import { checkName } from '../../parts/findings/check-name.ts';
import { doctorSentence, profileOf, profileSentence, progressWords } from './doctor-words.ts';
import { t } from './messages.ts';

const finding = (level: DoctorFinding['level']): DoctorFinding => ({
  check: 'tls',
  subject: 'quay.io',
  level,
  code: 'tls',
  message: 'what',
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
  product: { name: 'Quay', evidence: 'its header' },
  checkedAt: '2026-01-01T00:00:00Z',
  fresh: true,
  capabilities: [capability('ok')],
  missingProjects: [],
  leftovers: [],
  ...changed,
});

test('the heading counts problems and warnings', () => {
  expect(doctorSentence({ findings: [finding('ok'), finding('info')] })).toBe(
    'No problems that would stop a run',
  );
  expect(doctorSentence({ findings: [finding('warning')] })).toBe(
    'No problems that would stop a run, 1 warning',
  );
  expect(doctorSentence({ findings: [finding('error'), finding('error'), finding('warning')] })).toBe(
    '2 problems that would stop a run, 1 warning',
  );
});

test('progress names the current subject', () => {
  expect(progressWords(undefined)).toBe(t('startingText'));
  expect(progressWords({ progress: { done: 3, total: 12 }, detail: 'quay.io' })).toBe(
    '3 of 12 checks complete, checking quay.io',
  );
  expect(checkName('network-speed')).toBe('Network speed');
  expect(checkName('route')).toBe('Route');
});

test('a profile in one line counts limitations and unknown capabilities', () => {
  expect(profileSentence(profile())).toBe('Quay: no limitations found');
  expect(profileSentence(profile({ capabilities: [capability('info'), capability('unknown')] }))).toBe(
    'Quay: 1 limitation that affects some plans, 1 unknown capability',
  );
  expect(profileSentence(profile({ capabilities: [capability('error')] }))).toBe(
    t('unfitProfile', { product: 'Quay' }),
  );
  expect(profileSentence(profile({ missingProjects: ['ubi9'] }))).toBe(
    t('unfitProfile', { product: 'Quay' }),
  );
});

test('the nearest profile above a path applies to it', () => {
  const [host, team, deep] = [profile(), profile({ namespace: 'team' }), profile({ namespace: 'team/ocp' })];
  expect(profileOf('reg.lab', [deep, team, host])).toBe(host);
  expect(profileOf('reg.lab/team', [host, deep, team])).toBe(team);
  expect(profileOf('reg.lab/team/ocp/x', [host, deep, team])).toBe(deep);
  expect(profileOf('reg.lab/teams', [deep, team])).toBe(deep);
  expect(profileOf('reg.lab', [])).toBeUndefined();
});
