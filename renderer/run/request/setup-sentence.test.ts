import { describe, expect, it } from 'vitest';
import type { PlanSummary } from '../../../core/contract/topics/plan.ts';
import { t } from './messages.ts';
import { lastPart, type SetupState, setupSentence } from './setup-sentence.ts';

const GiB = 1024 ** 3;
const places = {
  directory: '/srv/north',
  config: '/srv/fleet.yaml',
  destination: '',
  enclave: '',
  state: '',
  source: '',
};
const state: SetupState = {
  workflow: 'mirrorToDisk',
  places,
  planning: false,
  configErrors: 0,
  where: 'north',
};
const to = (destination: string, more: Partial<SetupState> = {}): SetupState => ({
  ...state,
  ...more,
  places: { ...places, destination },
});
const plan = (more: Partial<PlanSummary> = {}) =>
  ({ images: 1, bytes: 3 * GiB, bytesPresent: GiB, nothingNew: false, ...more }) as PlanSummary;
const registry = 'r.lab';

describe('before a plan', () => {
  it('is what remains to be chosen', () => {
    expect(setupSentence({ ...state, where: '' })).toBe(t('fetchNowhereTitle'));
    expect(setupSentence(state)).toBe(t('fetchTitle', { workspace: 'north' }));
    const push = { workflow: 'diskToMirror' } as const;
    expect(setupSentence({ ...state, ...push, where: '' })).toBe(t('pushNothingTitle'));
    expect(setupSentence({ ...state, ...push })).toBe(t('pushNowhereTitle', { source: 'north' }));
    expect(setupSentence(to(registry, push))).toBe(t('pushTitle', { source: 'north', registry }));
    const mirror = { workflow: 'mirrorToMirror' } as const;
    expect(setupSentence({ ...state, ...mirror })).toBe(t('mirrorNowhereTitle'));
    expect(setupSentence(to(registry, mirror))).toBe(t('mirrorTitle', { registry }));
  });

  it('shows the errors of the configuration', () => {
    expect(setupSentence({ ...state, configErrors: 1 })).toBe('1 error to fix in fleet.yaml');
  });
});

describe('while planning', () => {
  const work = {
    kind: 'request',
    id: 't',
    status: 'running',
    phase: 'resolve',
    progress: { done: 1200 },
    unit: 'images',
  } as const;

  it('shows the progress before other problems', () => {
    const planning = { ...state, planning: true, configErrors: 3 };
    expect(setupSentence(planning)).toBe(t('planningTitle'));
    expect(setupSentence({ ...planning, work: { ...work, phase: 'collect' } })).toBe(t('planningTitle'));
    expect(setupSentence({ ...planning, work })).toBe('Planning: 1,200 images found so far');
    expect(setupSentence({ ...planning, work: { ...work, progress: { done: 1200, total: 1500 } } })).toBe(
      'Planning: 1,200 of 1,500 images processed',
    );
  });
});

describe('after a plan', () => {
  it('shows the bytes to copy', () => {
    expect(setupSentence({ ...state, plan: plan() })).toBe('Fetch 1 image (2.0 GiB) into north');
    expect(setupSentence(to(registry, { workflow: 'diskToMirror', plan: plan({ images: 2 }) }))).toBe(
      t('pushPlanTitle', { images: 2, size: '2.0 GiB', registry }),
    );
    expect(setupSentence(to(registry, { workflow: 'mirrorToMirror', plan: plan() }))).toBe(
      t('mirrorPlanTitle', { images: 1, size: '2.0 GiB', registry }),
    );
  });

  it('shows the enclave, except the default one', () => {
    const forEnclave = (enclave: string) =>
      setupSentence({ ...state, plan: plan(), places: { ...places, enclave } });
    expect(forEnclave('fleet')).toBe(
      t('fetchEnclavePlanTitle', { images: 1, size: '2.0 GiB', workspace: 'north', enclave: 'fleet' }),
    );
    expect(forEnclave('default')).toBe(
      t('fetchPlanTitle', { images: 1, size: '2.0 GiB', workspace: 'north' }),
    );
  });

  it('shows that nothing is new', () => {
    const nothing = plan({ nothingNew: true, images: 5 });
    expect(setupSentence({ ...state, plan: nothing })).toBe(t('nothingNewTitle'));
    expect(setupSentence({ ...state, plan: nothing, places: { ...places, enclave: 'fleet' } })).toBe(
      t('nothingNewEnclaveTitle', { enclave: 'fleet' }),
    );
    for (const workflow of ['diskToMirror', 'mirrorToMirror'] as const)
      expect(setupSentence(to(registry, { workflow, plan: nothing }))).toBe(
        t('nothingToPushTitle', { registry, images: 5 }),
      );
  });
});

describe('with an approved plan', () => {
  const approved = { file: '/srv/plan.json', images: 3, bytes: GiB, approved: true };
  const contents = { images: 3, plan: 'plan.json', size: '1.0 GiB' };

  it('shows exactly the images of the plan, and the destination', () => {
    expect(setupSentence({ ...state, approved })).toBe(
      t('approvedFetchToTitle', { ...contents, workspace: 'north' }),
    );
    expect(setupSentence(to(registry, { workflow: 'diskToMirror', approved }))).toBe(
      t('approvedPushToTitle', { ...contents, registry }),
    );
    expect(setupSentence({ ...state, workflow: 'mirrorToMirror', approved })).toBe(
      t('approvedMirrorTitle', contents),
    );
  });

  it("shows first that the plan isn't approved", () => {
    expect(setupSentence({ ...state, plan: plan(), approved: { ...approved, approved: false } })).toBe(
      t('notApprovedTitle', { plan: 'plan.json' }),
    );
  });

  it('shows the result of planning it again', () => {
    expect(setupSentence({ ...state, plan: plan(), approved })).toBe(
      t('fetchPlanTitle', { images: 1, size: '2.0 GiB', workspace: 'north' }),
    );
  });
});

it('returns the name of a folder or file', () => {
  expect(lastPart('/srv/north/')).toBe('north');
  expect(lastPart('fleet.yaml')).toBe('fleet.yaml');
  expect(lastPart('/')).toBe('');
});
