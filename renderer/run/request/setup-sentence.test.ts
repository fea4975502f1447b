import { describe, expect, it } from 'vitest';
import type { PlanSummary } from '../../../core/contract/topics/plan.ts';
import { lastPart, type SetupState, setupSentence } from './setup-sentence.ts';

const GiB = 1024 ** 3;
const places = {
  directory: '/srv/north',
  config: '/srv/fleet.yaml',
  destination: '',
  enclave: '',
  state: '',
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

describe('before a plan', () => {
  it('asks for what is not said yet', () => {
    expect(setupSentence({ ...state, where: '' })).toBe('Where shall images be fetched to?');
    expect(setupSentence(state)).toBe('What shall be fetched into north?');
    const push = { workflow: 'diskToMirror' } as const;
    expect(setupSentence({ ...state, ...push, where: '' })).toBe('What shall be pushed?');
    expect(setupSentence({ ...state, ...push })).toBe('Where shall north be pushed to?');
    expect(setupSentence(to('r.lab', push))).toBe('Push north to r.lab?');
    const mirror = { workflow: 'mirrorToMirror' } as const;
    expect(setupSentence({ ...state, ...mirror })).toBe('Where shall images be mirrored to?');
    expect(setupSentence(to('r.lab', mirror))).toBe('What shall be mirrored to r.lab?');
  });

  it('says what is wrong with the configuration', () => {
    expect(setupSentence({ ...state, configErrors: 1 })).toBe('1 error to mend in fleet.yaml.');
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

  it('says how far it is, whatever else is wrong', () => {
    const planning = { ...state, planning: true, configErrors: 3 };
    expect(setupSentence(planning)).toBe('Planning: finding out what is needed.');
    expect(setupSentence({ ...planning, work: { ...work, phase: 'collect' } })).toBe(
      'Planning: finding out what is needed.',
    );
    expect(setupSentence({ ...planning, work })).toBe('Planning: 1,200 images.');
    expect(setupSentence({ ...planning, work: { ...work, progress: { done: 1200, total: 1500 } } })).toBe(
      'Planning: 1,200 of 1,500 images.',
    );
  });
});

describe('after a plan', () => {
  it('says what moves, without what is there', () => {
    expect(setupSentence({ ...state, plan: plan() })).toBe('Fetch 2.0 GiB in 1 image to north.');
    expect(setupSentence(to('r.lab', { workflow: 'diskToMirror', plan: plan({ images: 2 }) }))).toBe(
      'Push 2.0 GiB in 2 images to r.lab.',
    );
    expect(setupSentence(to('r.lab', { workflow: 'mirrorToMirror', plan: plan() }))).toBe(
      'Mirror 2.0 GiB in 1 image to r.lab.',
    );
  });

  it('names an enclave that somebody named', () => {
    const named = (enclave: string) =>
      setupSentence({ ...state, plan: plan(), places: { ...places, enclave } });
    expect(named('fleet')).toBe('Fetch 2.0 GiB in 1 image to north for fleet.');
    expect(named('default')).toBe('Fetch 2.0 GiB in 1 image to north.');
  });

  it('says that nothing is new', () => {
    const nothing = plan({ nothingNew: true, images: 5 });
    expect(setupSentence({ ...state, plan: nothing })).toBe('Nothing new: there is nothing to carry.');
    for (const workflow of ['diskToMirror', 'mirrorToMirror'] as const)
      expect(setupSentence(to('r.lab', { workflow, plan: nothing }))).toBe('r.lab has all 5 images already.');
  });
});

describe('of an approved plan', () => {
  const approved = { file: '/srv/plan.json', images: 3, bytes: GiB, approved: true };

  it('says exactly what moves, and where to', () => {
    expect(setupSentence({ ...state, approved })).toBe(
      'Fetch exactly the 3 images of plan.json, 1.0 GiB, to north.',
    );
    expect(setupSentence(to('r.lab', { workflow: 'diskToMirror', approved }))).toBe(
      'Push exactly the 3 images of plan.json, 1.0 GiB, to r.lab.',
    );
    expect(setupSentence({ ...state, workflow: 'mirrorToMirror', approved })).toBe(
      'Mirror exactly the 3 images of plan.json, 1.0 GiB.',
    );
  });

  it('says that it is not approved before anything else of it', () => {
    expect(setupSentence({ ...state, plan: plan(), approved: { ...approved, approved: false } })).toBe(
      'plan.json is not approved.',
    );
  });

  it('says what a plan of it found', () => {
    expect(setupSentence({ ...state, plan: plan(), approved })).toBe('Fetch 2.0 GiB in 1 image to north.');
  });
});

it('the name of a folder or file', () => {
  expect(lastPart('/srv/north/')).toBe('north');
  expect(lastPart('fleet.yaml')).toBe('fleet.yaml');
  expect(lastPart('/')).toBe('');
});
