import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRate, rateText } from '../../../core/base/schedule/rate-text.ts';
import { commandOf } from '../../../core/mirror/run/command-of.ts';
import type { MirrorRequest } from '../../../core/mirror/run/request.ts';
import type { Workflow } from '../../../core/mirror/run/workflow.ts';
import { Command } from '../../terminal/commander.ts';
import { t } from './messages.ts';
import { mirrorOptions, mirrorRequest } from './mirror-options.ts';

/** Returns the request that `airlock mirror` creates from its arguments. */
function parse(words: string[]): MirrorRequest {
  const command = new Command('mirror').argument('[destination]').exitOverride();
  const complete = mirrorOptions(command)
    .option('--plan <file>')
    .option('--require-signature <x>')
    .option('--dry-run');
  const options = complete.parse(words, { from: 'user' }).opts();
  return mirrorRequest(options, command.args[0], options.plan, options.dryRun === true);
}

const path = fc.stringMatching(/^\/[a-z][\w ä'$-]{0,20}$/);
const destination = fc.record({
  host: fc.constantFrom('registry.lab:5000', '127.0.0.1:8080', 'reg.example'),
  namespace: fc.constantFrom('', 'ocp', 'team/ocp'),
});
const workflow: fc.Arbitrary<Workflow> = fc.oneof(
  fc.record({ kind: fc.constant('mirrorToDisk' as const), directory: path }),
  fc.record({ kind: fc.constant('diskToMirror' as const), from: path, destination }),
  fc.record({ kind: fc.constant('mirrorToMirror' as const), workspace: path, destination }),
);
const request: fc.Arbitrary<Omit<MirrorRequest, 'arguments'>> = fc.record(
  {
    workflow,
    enclave: fc.constantFrom('default', 'fleet'),
    dryRun: fc.boolean(),
    resend: fc.boolean(),
    trustLedger: fc.boolean(),
    verifyPush: fc.boolean(),
    strictArchive: fc.boolean(),
    parallelImages: fc.integer({ min: 1, max: 10 }),
    windows: fc.uniqueArray(
      fc.constantFrom(
        'Mon-Fri 00:00-04:00 Europe/Oslo',
        'daily 22:00-05:00 UTC @20MiB/s except 2026-12-24',
        '2126-11-21T21:00:00Z/2126-11-21T23:00:00Z',
      ),
      { minLength: 1 },
    ),
    until: fc.constant('2126-11-21T04:00:00Z'),
    maxBytes: fc.integer({ min: 1, max: 2 ** 50 }),
    parallelLayers: fc.integer({ min: 1, max: 10 }),
    retryTimes: fc.integer({ min: 0, max: 100 }),
    retryDelayMs: fc.integer({ min: 0, max: 100_000 }),
    maxNestedPaths: fc.integer({ min: 0, max: 100 }),
    sourceTlsVerify: fc.boolean(),
    destinationTlsVerify: fc.boolean(),
    removeSignatures: fc.boolean(),
    ignoreReleaseSignature: fc.boolean(),
    icsp: fc.boolean(),
    skipUnknown: fc.boolean(),
    acceptEmptyCharts: fc.boolean(),
    addDependencies: fc.boolean(),
    allowRemoval: fc.boolean(),
    securePolicy: fc.boolean(),
    policy: path,
    registriesD: path,
    probe: fc.boolean(),
    configFile: path,
    planFile: path,
    requireSignature: fc.oneof(path, fc.constant('gpgv --keyring /keys.gpg {signature} {plan}')),
    stateDirectory: path,
    first: fc.constantFrom('4.18', '--odd name'),
    archiveSizeGiB: fc.integer({ min: 1, max: 1000 }),
    rate: fc.integer({ min: 1024, max: 2 ** 40 }),
    minRate: fc.oneof(fc.constant(0), fc.integer({ min: 1025, max: 2 ** 30 })),
    authFile: path,
    graphBaseImage: fc.constant('registry.example/ubi:9'),
  },
  {
    requiredKeys: [
      'workflow',
      'enclave',
      'dryRun',
      'resend',
      'trustLedger',
      'verifyPush',
      'strictArchive',
      'parallelImages',
      'parallelLayers',
      'retryTimes',
      'retryDelayMs',
      'maxNestedPaths',
      'sourceTlsVerify',
      'destinationTlsVerify',
      'removeSignatures',
      'ignoreReleaseSignature',
      'icsp',
      'skipUnknown',
      'acceptEmptyCharts',
      'addDependencies',
      'allowRemoval',
      'securePolicy',
      'probe',
    ],
  },
);

test('the command line of a request is parsed as the same request', () => {
  fc.assert(
    fc.property(request, (requested) => {
      const [verb, ...words] = commandOf({ ...requested, arguments: [] });
      expect(verb).toBe('mirror');
      const { arguments: _arguments, ...read } = parse(words);
      expect(read).toEqual(requested);
    }),
    { numRuns: 300 },
  );
});

test('attached files are repeated options of a mirror to disk', () => {
  const words = ['--attach', '/a b.ova', '--attach', '/c.txt', 'file:///srv/mirror'];
  const read = parse(words);
  expect(read.attach).toEqual(['/a b.ova', '/c.txt']);
  expect(commandOf(read)).toEqual(['mirror', ...words]);
});

test('options with their default value are omitted', () => {
  const plain = parse(['-c', '/isc.yaml', 'file:///srv/mirror']);
  expect(commandOf(plain)).toEqual(['mirror', '-c', '/isc.yaml', 'file:///srv/mirror']);
});

test.each([
  ['20MiB/s', 20 * 1024 ** 2],
  ['1.5 GiB/s', 1.5 * 1024 ** 3],
  ['500kB/s', 500_000],
  ['12MB', 12_000_000],
])('%s is a valid rate', (text, bytes) => {
  expect(parseRate(text)).toBe(bytes);
  expect(parseRate(rateText(bytes))).toBe(bytes);
});

test.each(['', '20', '20Mb/s', '20Mbit/s', '-1MiB/s', '1e3MiB/s', 'MiB/s'])(
  '"%s" is an invalid rate',
  (text) => {
    expect(parseRate(text)).toBeUndefined();
  },
);

test('windows get the time zone of the host, and errors name the position', () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(parse(['--window', 'mon-fri 0:00-4:00', '--exit-at-close', 'file:///srv/m'])).toMatchObject({
    windows: [`Mon-Fri 00:00-04:00 ${zone}`],
    exitAtClose: true,
  });
  expect(parse(['--max-bytes', '5GiB', 'file:///srv/m']).maxBytes).toBe(5 * 1024 ** 3);
  expect(() => parse(['--window', 'Mon 00:00-25:00', 'file:///srv/m'])).toThrow('"25:00" isn\'t a time');
  expect(() => parse(['--exit-at-close', 'file:///srv/m'])).toThrow(t('exitAtCloseWithoutWindow'));
  expect(() => parse(['--until', '2020-01-01T00:00Z', 'file:///srv/m'])).toThrow('in the past');
});
