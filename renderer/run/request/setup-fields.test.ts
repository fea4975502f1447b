import { expect, test } from 'vitest';
import { mirrorSettings, type WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import { optionsFrom, type SetupPlaces, settingsOf, setupProblems } from './setup-fields.ts';

const places: SetupPlaces = {
  directory: '/srv/north-mirror',
  config: '/srv/fleet.yaml',
  destination: '',
  enclave: 'fleet',
  state: '',
  source: '',
};
const options = optionsFrom({ rate: 20 * 1024 ** 2, parallelImages: 6 });

test('the settings are valid by the contract', () => {
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

test('an approved plan replaces the configuration', () => {
  const settings = settingsOf('mirrorToDisk', places, { ...options, planFile: '/srv/plan.json' });
  expect(settings).toMatchObject({ planFile: '/srv/plan.json' });
  expect(settings).not.toHaveProperty('configFile', expect.anything());
});

test('the required signature and the trust policy are sent only where they apply', () => {
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

test('options of operators are sent only where they apply', () => {
  const chosen = { ...options, skipUnknown: true, addDependencies: true, allowRemoval: true };
  const sent = (workflow: WorkflowKind, operators?: boolean) => {
    const settings = settingsOf(workflow, { ...places, destination: 'registry.lab' }, chosen, { operators });
    const { skipUnknown, addDependencies, allowRemoval } = mirrorSettings.parse(settings);
    return [skipUnknown, addDependencies, allowRemoval];
  };
  expect(sent('mirrorToDisk', true)).toEqual([true, true, false]);
  expect(sent('mirrorToMirror', true)).toEqual([true, true, true]);
  expect(sent('diskToMirror')).toEqual([true, true, true]);
  expect(sent('diskToMirror', false)).toEqual([false, false, false]);
});

test('charts without images are accepted where charts are read', () => {
  const chosen = { ...options, acceptEmptyCharts: true };
  const accepts = (workflow: WorkflowKind) =>
    mirrorSettings.parse(settingsOf(workflow, { ...places, destination: 'registry.lab' }, chosen))
      .acceptEmptyCharts;
  expect(accepts('mirrorToDisk')).toBe(true);
  expect(accepts('mirrorToMirror')).toBe(true);
  expect(accepts('diskToMirror')).toBe(false);
});

test('problems are shown at their fields', () => {
  const none: SetupPlaces = {
    directory: '',
    config: '',
    destination: '',
    enclave: '',
    state: '',
    source: '',
  };
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

test('limits and retries are read in the notation of the command line', () => {
  const chosen = {
    ...options,
    until: '2999-01-01T04:00Z',
    maxBytes: '20GiB',
    retryTimes: '9',
    retryDelay: '1m30s',
    stallTimeout: '45s',
    minRate: '0',
    strictArchive: true,
    graphBaseImage: 'registry.lab/ubi9:1',
    configDirectory: '/srv/config',
  };
  expect(setupProblems('mirrorToDisk', places, chosen)).toEqual({});
  const fetched = settingsOf('mirrorToDisk', places, chosen, { graph: true });
  expect(mirrorSettings.parse(fetched)).toMatchObject({
    until: '2999-01-01T04:00:00Z',
    maxBytes: 20 * 1024 ** 3,
    retryTimes: 9,
    retryDelayMs: 90_000,
    stallMs: 45_000,
    minRate: 0,
    strictArchive: true,
    graphBaseImage: 'registry.lab/ubi9:1',
  });
  expect(fetched.configDirectory).toBeUndefined();
  const push = settingsOf('diskToMirror', { ...places, destination: 'r.lab' }, chosen);
  expect(push).toMatchObject({ configDirectory: '/srv/config', strictArchive: false });
  expect(push.graphBaseImage).toBeUndefined();
  expect(settingsOf('mirrorToDisk', places, chosen, { graph: false }).graphBaseImage).toBeUndefined();
});

test('invalid limits and retries have the messages of the command line', () => {
  const problems = setupProblems(
    'mirrorToMirror',
    { ...places, destination: 'r.lab' },
    {
      ...options,
      until: '2020-01-01T04:00Z',
      maxBytes: '20 GB/s',
      retryTimes: '101',
      retryDelay: 'soon',
      stallTimeout: '500ms',
      minRate: 'slow',
      graphBaseImage: 'UPPER/x y',
      configDirectory: 'config',
    },
  );
  expect(problems).toMatchObject({
    until: 'The time is in the past',
    maxBytes: 'Use a number of bytes such as 5GiB, 500MB or 1000000.',
    retryTimes: 'Use an integer from 0 to 100.',
    retryDelay: 'Use a duration such as 2s or 1m30s.',
    stallTimeout: 'Use a duration from 1s to 1h, such as 30s.',
    minRate: 'Use a rate such as 10KiB/s, or 0 for no minimum.',
    graphBaseImage: expect.stringContaining('UPPER'),
  });
  expect(Object.keys(problems)).toContain('configDirectory');
});
