import { expect, test } from 'vitest';
import { draftPlan, type PlannedProblem } from '../../../core/contract/topics/drafts.ts';
import { completed } from '../../engine/completed.fixture.ts';
import type { PlanPart } from './draft.fixture.tsx';
import { isEmptySelection, stepOfProblem, stepStatuses } from './step-status.ts';

const planOf = (part: PlanPart) => completed(draftPlan, { images: 1, ...part });
const problem = (part: Partial<PlannedProblem>): PlannedProblem => ({
  ...{ code: 'config-invalid', level: 'error', message: 'm', remedy: 'r' },
  ...part,
});

test.each<[Partial<PlannedProblem>, string]>([
  [{ path: 'mirror.platform.channels[0].minVersion' }, 'cluster'],
  [{ code: 'release-unknown' }, 'cluster'],
  [{ path: 'mirror.operators[1].packages[0]' }, 'operators'],
  [{ packages: ['anvil-operator'] }, 'operators'],
  [{ path: 'mirror.additionalImages[3]' }, 'where'],
  [{ path: 'mirror.AdditionalImages[3]' }, 'where'],
  [{ path: 'mirror.helm.repositories[0]' }, 'where'],
  [{ path: 'mirror.blockedImages[0]' }, 'where'],
  [{ path: 'archiveSize' }, 'review'],
  [{}, 'review'],
])('the problem %j belongs to the step %s', (part, step) => {
  expect(stepOfProblem(problem(part))).toBe(step);
});

test('a step has the status of its worst problem, otherwise whether it precedes the current one', () => {
  const problems = [
    problem({ path: 'mirror.platform', level: 'warning' }),
    problem({ path: 'mirror.platform' }),
    problem({ path: 'mirror.platform', level: 'warning' }),
    problem({ path: 'mirror.helm', level: 'warning' }),
    problem({ path: 'mirror.operators', level: 'info' }),
  ];
  expect(stepStatuses(planOf({ problems }), 'where')).toEqual({
    ...{ cluster: 'error', operators: 'visited', where: 'warning', review: 'default' },
  });
  expect(stepStatuses(undefined, 'operators')).toEqual({
    ...{ cluster: 'visited', operators: 'default', where: 'default', review: 'default' },
  });
});

test('a version that is not one is an error of its step', () => {
  expect(stepStatuses(planOf({}), 'review', { from: 'abc', to: '4.18' }).cluster).toBe('error');
  expect(stepStatuses(planOf({}), 'review', { from: '4.18', to: '4.18.9' }).cluster).toBe('error');
  expect(stepStatuses(undefined, 'cluster', { to: 'def' }).cluster).toBe('error');
  expect(stepStatuses(planOf({}), 'review', { from: '4.17.3', to: '4.18' }).cluster).toBe('visited');
});

test('no step is complete while nothing is selected', () => {
  const empty = planOf({ images: 0 });
  expect(isEmptySelection(empty)).toBe(true);
  expect(isEmptySelection(planOf({ images: 0, parts: [{ id: 'x' }] }))).toBe(false);
  expect(new Set(Object.values(stepStatuses(empty, 'review')))).toEqual(new Set(['default']));
});
