import { expect, test } from 'vitest';
import type { PracticeState } from '../../core/contract/topics/practice.ts';
import { t } from './messages.ts';
import { journeySteps, practiceSentence } from './practice-journey.ts';

const world = (...done: string[]): PracticeState => ({
  state: 'on',
  directory: '/tmp/p',
  workspace: '/tmp/p/workspace',
  configFile: '/tmp/p/workspace/imageset.yaml',
  upstream: '127.0.0.1:1',
  destination: '127.0.0.1:2',
  stateDirectory: '/tmp/p/state',
  versions: ['4.16.1'],
  steps: (['workspace', 'plan', 'fetch', 'verify', 'push', 'resources'] as const).map((id) => ({
    id,
    done: done.includes(id),
  })),
});

test('steps link to the prefilled screens', () => {
  const steps = journeySteps(world('workspace'), undefined);
  expect(steps.map(({ id }) => id)).toEqual(['workspace', 'plan', 'fetch', 'verify', 'push', 'resources']);
  expect(steps[1]?.action).toMatchObject({
    to: '/fetch?workspace=%2Ftmp%2Fp%2Fworkspace&config=%2Ftmp%2Fp%2Fworkspace%2Fimageset.yaml',
  });
  expect(steps[4]?.action).toMatchObject({
    to: '/push?from=%2Ftmp%2Fp%2Fworkspace&destination=127.0.0.1%3A2&state=%2Ftmp%2Fp%2Fstate',
  });
  expect(steps.map(({ command }) => command)).toEqual([
    'cd /tmp/p',
    'airlock plan -c workspace/imageset.yaml file://workspace',
    'airlock mirror -c workspace/imageset.yaml file://workspace',
    'airlock verify file://workspace',
    'airlock mirror --from file://workspace --state state docker://127.0.0.1:2',
    'ls state/working-dir/cluster-resources',
  ]);
  expect(steps[5]?.action).toBeUndefined();
  expect(journeySteps({ state: 'off', versions: [], steps: [] }, undefined)).toEqual([]);
});

test('the title shows the next step', () => {
  const at = (...done: string[]) => practiceSentence(world(...done), journeySteps(world(...done), undefined));
  expect(at('workspace')).toBe('Step 2 of 6: Plan');
  expect(at('workspace', 'plan', 'fetch', 'verify', 'push')).toBe('Step 6 of 6: Cluster resources');
  expect(at('workspace', 'plan', 'fetch', 'verify', 'push', 'resources')).toBe(
    t('finishedTitle', { registry: '127.0.0.1:2' }),
  );
  expect(practiceSentence({ state: 'off', versions: [], steps: [] }, [])).toBe(t('offTitle'));
});
