import { expect, test } from 'vitest';
import { mirrorSettings, type WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import { optionsFrom, type SetupPlaces, settingsOf, setupProblems } from './setup-fields.ts';
import { setupSentence } from './setup-sentence.ts';

const places: SetupPlaces = {
  directory: '/srv/north-mirror',
  config: '/srv/fleet.yaml',
  destination: '',
  enclave: 'fleet',
  state: '',
};
const options = optionsFrom({ rate: 20 * 1024 ** 2, parallelImages: 6 });

test('what is asked of the engine is what the contract takes', () => {
  const settings = settingsOf('mirrorToDisk', places, { ...options, archiveSize: '8', icsp: true });
  expect(mirrorSettings.parse(settings)).toMatchObject({
    workflow: 'mirrorToDisk',
    directory: '/srv/north-mirror',
    configFile: '/srv/fleet.yaml',
    enclave: 'fleet',
    rate: 20 * 1024 ** 2,
    parallelImages: 6,
    archiveSizeGiB: 8,
    icsp: false,
  });
  const push = settingsOf(
    'diskToMirror',
    { ...places, config: '', destination: 'registry.lab:5000/mirror', state: '/var/state' },
    { ...options, archiveSize: '8', icsp: true, maxNestedPaths: '2' },
  );
  expect(mirrorSettings.parse(push)).toMatchObject({
    destination: 'registry.lab:5000/mirror',
    stateDirectory: '/var/state',
    icsp: true,
    maxNestedPaths: 2,
  });
  expect(push).not.toHaveProperty('configFile', expect.anything());
  expect(push).not.toHaveProperty('archiveSizeGiB', expect.anything());
});

test('an approved plan takes the place of the configuration', () => {
  const settings = settingsOf('mirrorToDisk', places, { ...options, planFile: '/srv/plan.json' });
  expect(settings).toMatchObject({ planFile: '/srv/plan.json' });
  expect(settings).not.toHaveProperty('configFile', expect.anything());
});

test('who must have signed a plan, and the trust policy, are asked for where they mean something', () => {
  const chosen = {
    ...options,
    requireSignature: '/k.asc',
    policy: '/p.json',
    registriesD: '/r.d',
    probe: false,
  };
  const plain = settingsOf('mirrorToDisk', places, chosen);
  for (const field of ['requireSignature', 'policy', 'registriesD'])
    expect(plain).not.toHaveProperty(field, expect.anything());
  expect(plain.probe).toBe(true);
  const all = { ...chosen, planFile: '/srv/plan.json', securePolicy: true };
  expect(settingsOf('diskToMirror', { ...places, destination: 'r.lab' }, all)).toMatchObject({
    planFile: '/srv/plan.json',
    requireSignature: '/k.asc',
    securePolicy: true,
    policy: '/p.json',
    registriesD: '/r.d',
    probe: false,
  });
});

test('options of operators are asked for where they mean something', () => {
  const chosen = { ...options, skipUnknown: true, addDependencies: true, allowRemoval: true };
  const ask = (workflow: WorkflowKind, operators?: boolean) => {
    const settings = settingsOf(workflow, { ...places, destination: 'registry.lab' }, chosen, operators);
    const { skipUnknown, addDependencies, allowRemoval } = mirrorSettings.parse(settings);
    return [skipUnknown, addDependencies, allowRemoval];
  };
  expect(ask('mirrorToDisk', true)).toEqual([true, true, false]);
  expect(ask('mirrorToMirror', true)).toEqual([true, true, true]);
  expect(ask('diskToMirror')).toEqual([true, true, true]);
  expect(ask('diskToMirror', false)).toEqual([false, false, false]);
});

test('charts without an image are accepted where charts are read', () => {
  const chosen = { ...options, acceptEmptyCharts: true };
  const accepts = (workflow: WorkflowKind) =>
    mirrorSettings.parse(settingsOf(workflow, { ...places, destination: 'registry.lab' }, chosen))
      .acceptEmptyCharts;
  expect(accepts('mirrorToDisk')).toBe(true);
  expect(accepts('mirrorToMirror')).toBe(true);
  expect(accepts('diskToMirror')).toBe(false);
});

test('what is missing or wrong is said at its field', () => {
  const none: SetupPlaces = { directory: '', config: '', destination: '', enclave: '', state: '' };
  expect(Object.keys(setupProblems('mirrorToDisk', none, options))).toEqual(['directory', 'config']);
  expect(Object.keys(setupProblems('diskToMirror', none, options))).toEqual(['directory', 'destination']);
  expect(setupProblems('mirrorToDisk', places, options)).toEqual({});
  const wrong = setupProblems(
    'diskToMirror',
    { ...places, directory: 'north', destination: 'docker://user@host', enclave: 'Fleet' },
    { ...options, rate: 'fast', maxNestedPaths: '-1', archiveSize: 'x' },
  );
  expect(Object.keys(wrong).toSorted()).toEqual(
    ['destination', 'directory', 'enclave', 'maxNestedPaths', 'rate'].toSorted(),
  );
});

test('the sentence', () => {
  const state = {
    workflow: 'mirrorToDisk' as const,
    places,
    planning: false,
    configErrors: 0,
    where: 'north-mirror',
  };
  const plan = {
    plan: 'p',
    madeAt: '',
    images: 412,
    bytes: 10 * 1024 ** 3,
    bytesPresent: 6.8 * 1024 ** 3,
    sections: [],
    verdicts: { verified: 412, unsigned: 0, 'not-checked': 0, rejected: 0, override: 0 },
    keys: [],
    problems: [],
    nothingNew: false,
    command: '',
  };
  expect(setupSentence(state)).toBe('What shall be fetched into north-mirror?');
  expect(setupSentence({ ...state, plan })).toBe('Fetch 3.2 GiB in 412 images to north-mirror for fleet.');
  expect(setupSentence({ ...state, plan, places: { ...places, enclave: '' } })).toBe(
    'Fetch 3.2 GiB in 412 images to north-mirror.',
  );
  expect(setupSentence({ ...state, plan: { ...plan, nothingNew: true } })).toBe(
    'Nothing new for fleet: there is nothing to carry.',
  );
  expect(setupSentence({ ...state, plan, configErrors: 2 })).toBe('2 errors to mend in fleet.yaml.');
  const approved = { file: '/srv/plan.json', images: 412, bytes: 10 * 1024 ** 3, approved: true };
  expect(setupSentence({ ...state, approved })).toBe(
    'Fetch exactly the 412 images of plan.json, 10.0 GiB, to north-mirror.',
  );
  expect(setupSentence({ ...state, approved: { ...approved, approved: false } })).toBe(
    'plan.json is not approved.',
  );
  const work = {
    kind: 'request' as const,
    id: 't',
    status: 'running' as const,
    phase: 'resolve',
    progress: { done: 12, total: 412 },
    unit: 'images' as const,
  };
  expect(setupSentence({ ...state, planning: true, work })).toBe('Planning: 12 of 412 images.');
  expect(
    setupSentence({ ...state, workflow: 'diskToMirror', places: { ...places, destination: 'registry.lab' } }),
  ).toBe('Push north-mirror to registry.lab?');
});
