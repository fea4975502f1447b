import {
  PRACTICE_STEPS,
  type PracticeState,
  type PracticeStep,
} from '../../core/contract/topics/practice.ts';

export const OFF: PracticeState = { state: 'off', versions: [], drives: [], steps: [] };

/** A practice world with completed steps. @param next actions of steps that have several */
export function world(
  done: number,
  more: Partial<PracticeState> = {},
  next: Partial<Record<PracticeStep['id'], PracticeStep['next']>> = {},
): PracticeState {
  return {
    state: 'on',
    directory: '/tmp/p',
    workspace: '/tmp/p/w',
    configFile: '/tmp/p/w/imageset.yaml',
    chosenFile: '/tmp/p/w/imageset-config.yaml',
    draft: 'practice',
    upstream: '127.0.0.1:1',
    destination: '127.0.0.1:2',
    stateDirectory: '/tmp/p/state',
    received: '/tmp/p/received',
    kubeconfig: '/tmp/p/kubeconfig',
    drives: [
      { label: 'DRIVE-A', path: '/tmp/p/drives/DRIVE-A', bytes: 6 * 1024 ** 2 },
      { label: 'DRIVE-B', path: '/tmp/p/drives/DRIVE-B', bytes: 12 * 1024 ** 2 },
    ],
    versions: ['4.16.1', '4.16.5'],
    steps: PRACTICE_STEPS.map((id, index) => ({ id, done: index < done, next: next[id] })),
    ...more,
  };
}

/** Damage as practice does it to the second drive. */
export const DAMAGE = {
  drive: 'DRIVE-B',
  file: 'default-0001-v0002.tar',
  volume: 2,
  from: 1000,
  to: 1015,
  repaired: false,
};
