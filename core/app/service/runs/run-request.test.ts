import { expect, test } from 'vitest';
import { type MirrorSettingsInput, mirrorSettings } from '../../../contract/topics/vocabulary.ts';
import { requestOf, settingsOf, shellCommand, targetOf } from './run-request.ts';

const parse = (settings: MirrorSettingsInput) => mirrorSettings.parse(settings);

const PUSH: MirrorSettingsInput = {
  workflow: 'diskToMirror',
  directory: '/srv/mirror',
  destination: 'registry.lab:5000/mirror',
  configFile: '/srv/isc.yaml',
  enclave: 'lab',
  stateDirectory: '/var/lib/airlock',
  first: 'release 4.16.1',
  resend: true,
  trustLedger: true,
  verifyPush: true,
  archiveSizeGiB: 4,
  parallelImages: 2,
  parallelLayers: 3,
  rate: 20 * 1024 * 1024,
  maxNestedPaths: 2,
  sourceTlsVerify: false,
  destinationTlsVerify: false,
  authFile: '/root/auth.json',
  removeSignatures: true,
  ignoreReleaseSignature: true,
  icsp: true,
  strictArchive: true,
  retryTimes: 9,
  retryDelayMs: 2500,
  stallMs: 45_000,
  minRate: 0,
  until: '2999-01-01T04:00:00Z',
  maxBytes: 20_000,
  graphBaseImage: 'registry.lab/ubi9:1',
  configDirectory: '/srv/config',
};

test('every setting of a page reaches the engine and is returned', () => {
  const all: MirrorSettingsInput[] = [
    PUSH,
    { ...PUSH, workflow: 'mirrorToMirror' as const, destination: '[::1]:5000' },
    { workflow: 'mirrorToDisk' as const, directory: '/srv/mirror', planFile: '/srv/plan.json' },
    { workflow: 'mirrorToDisk' as const, directory: '/srv/branch', from: '/data/received' },
    { workflow: 'mirrorToDisk' as const, directory: '/srv/branch', from: 'docker://registry.lab:5000/ocp' },
    { ...PUSH, workflow: 'mirrorToMirror' as const, from: 'docker://registry.lab:5000' },
  ];
  for (const settings of all) {
    const request = requestOf(parse(settings));
    expect(settingsOf(request)).toEqual(parse(settings));
    expect(targetOf(request.workflow)).toBe(settings.destination ?? settings.directory);
    expect(request).toMatchObject({ dryRun: false, retryTimes: settings.retryTimes ?? 5 });
  }
});

test.each([
  ['/data/received', 'mirror -c /srv/isc.yaml --from file:///data/received file:///srv/branch'],
  ['docker://r.lab:5000/ocp', 'mirror -c /srv/isc.yaml --from docker://r.lab:5000/ocp file:///srv/branch'],
])('a run for the next site reads from %s', (from, command) => {
  const settings = {
    workflow: 'mirrorToDisk' as const,
    directory: '/srv/branch',
    configFile: '/srv/isc.yaml',
  };
  expect(requestOf(parse({ ...settings, from })).arguments.join(' ')).toBe(command);
});

test('records the equivalent command', () => {
  const request = requestOf(
    parse({ ...PUSH, directory: '/srv/my mirror', destination: 'docker://r.lab:5000/' }),
  );
  expect(shellCommand(request.arguments)).toMatch(
    /^airlock mirror -c \/srv\/isc\.yaml --for lab --from 'file:\/\/\/srv\/my mirror' .*docker:\/\/r\.lab:5000$/,
  );
});

test.each([
  ['settings.directory', { directory: 'mirror' }],
  ['settings.configFile', { configFile: './isc.yaml' }],
  ['settings.planFile', { planFile: 'plan.json' }],
  ['settings.from', { from: 'received' }],
  ['settings.stateDirectory', { stateDirectory: '~/state' }],
  ['settings.authFile', { authFile: 'auth.json' }],
  ['settings.destination', { destination: '' }],
])('%s must be valid', (path, wrong) => {
  expect(() => requestOf(parse({ ...PUSH, ...wrong }))).toThrow(
    expect.objectContaining({ code: 'usage', at: { path }, message: expect.stringContaining(path) }),
  );
});

test('the command contains limits, retries and folders', () => {
  const { arguments: words } = requestOf(parse(PUSH));
  for (const option of [
    '--until 2999-01-01T04:00:00Z',
    '--max-bytes 20000',
    '--retry-times 9',
    '--retry-delay 2500ms',
    '--stall-timeout 45000ms',
    '--min-rate 0',
    '--strict-archive',
    '--graph-base-image registry.lab/ubi9:1',
    '--config-to-dir /srv/config',
  ])
    expect(words.join(' ')).toContain(option);
});

test('a time in the past is rejected', () => {
  expect(() => requestOf(parse({ ...PUSH, until: '2020-01-01T04:00:00Z' }))).toThrow(
    expect.objectContaining({ code: 'usage', message: expect.stringContaining('past') }),
  );
});

test('reports an invalid destination', () => {
  expect(() => requestOf(parse({ ...PUSH, destination: 'UPPER/x y' }))).toThrow(
    expect.objectContaining({ code: 'usage', message: expect.stringContaining('UPPER') }),
  );
});
