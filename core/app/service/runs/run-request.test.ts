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
};

test('every setting of a page reaches the engine and is returned', () => {
  for (const settings of [
    PUSH,
    { ...PUSH, workflow: 'mirrorToMirror' as const, destination: '[::1]:5000' },
    { workflow: 'mirrorToDisk' as const, directory: '/srv/mirror', planFile: '/srv/plan.json' },
  ]) {
    const request = requestOf(parse(settings));
    expect(settingsOf(request)).toEqual(parse(settings));
    expect(targetOf(request.workflow)).toBe(settings.destination ?? settings.directory);
    expect(request).toMatchObject({ dryRun: false, retryTimes: 5 });
  }
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
  ['settings.stateDirectory', { stateDirectory: '~/state' }],
  ['settings.authFile', { authFile: 'auth.json' }],
  ['settings.destination', { destination: '' }],
])('%s must be valid', (path, wrong) => {
  expect(() => requestOf(parse({ ...PUSH, ...wrong }))).toThrow(
    expect.objectContaining({ code: 'usage', at: { path }, message: expect.stringContaining(path) }),
  );
});

test('reports an invalid destination', () => {
  expect(() => requestOf(parse({ ...PUSH, destination: 'UPPER/x y' }))).toThrow(
    expect.objectContaining({ code: 'usage', message: expect.stringContaining('UPPER') }),
  );
});
