import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { HostFacts, MirrorRequest } from '../../../core/mirror/run/request.ts';
import { onHost } from '../../terminal/host.ts';
import { parseCommandLine } from './flags.ts';
import { t } from './messages.ts';
import { hostOf, requestOf, requireSupported, Values, workflowOf } from './request.ts';

/** Returns the request and the host of a command line. */
async function requested(
  text: string,
  env: Record<string, string> = {},
): Promise<{ request: MirrorRequest; host: HostFacts }> {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  let found: { request: MirrorRequest; host: HostFacts } | undefined;
  await onHost({ argv: text.split(' '), env, home: '/home/kim', ...streams }, async () => {
    const { values: parsed, args } = parseCommandLine(text.split(' '));
    const values = new Values(parsed);
    requireSupported(values);
    const workflow = workflowOf(values, args);
    const to = workflow.kind === 'mirrorToDisk' ? undefined : workflow.destination;
    found = { request: requestOf(values, workflow), host: hostOf(values, to) };
    return 0;
  });
  return found!;
}

const TO_DISK = '-c /isc.yaml file:///out';
const TO_MIRROR = '-c /isc.yaml --from file:///out docker://h:1/site';

test.each<[string, string, Partial<MirrorRequest>]>([
  ['', TO_DISK, { configFile: '/isc.yaml', resend: false, dryRun: false, enclave: 'default' }],
  ['--since 2026-01-31', TO_DISK, { resend: true }],
  ['--since 2026-01-31', TO_MIRROR, { resend: false, stateDirectory: '/out' }],
  ['--remove-signatures', TO_DISK, { removeSignatures: true }],
  ['--strict-archive', TO_DISK, { strictArchive: true }],
  ['--secure-policy', TO_DISK, { securePolicy: true }],
  ['--policy /p.json --registries.d /r.d', TO_DISK, { policy: '/p.json', registriesD: '/r.d' }],
  ['--ignore-release-signature', TO_DISK, { ignoreReleaseSignature: true }],
  ['--dry-run', TO_DISK, { dryRun: true, dryRunManifestLists: undefined }],
  ['--dry-run-manifest-lists', TO_DISK, { dryRun: true, dryRunManifestLists: true }],
  ['--parallel-images 3 --parallel-layers 2', TO_DISK, { parallelImages: 3, parallelLayers: 2 }],
  ['--retry-times 7 --retry-delay 2s', TO_DISK, { retryTimes: 7, retryDelayMs: 2000 }],
  ['--max-nested-paths 2', TO_MIRROR, { maxNestedPaths: 2 }],
  ['--authfile /a.json', TO_DISK, { authFile: '/a.json' }],
  ['--src-authfile /a.json', TO_DISK, { authFile: '/a.json' }],
  ['--dest-authfile /a.json --src-authfile /a.json', TO_MIRROR, { authFile: '/a.json' }],
  ['--src-tls-verify=false', TO_DISK, { sourceTlsVerify: false, destinationTlsVerify: true }],
  ['--dest-tls-verify=false', TO_MIRROR, { sourceTlsVerify: true, destinationTlsVerify: false }],
  ['--tls-verify=false', TO_MIRROR, { sourceTlsVerify: false, destinationTlsVerify: false }],
  [
    '--workspace file:///w/working-dir',
    '-c /isc.yaml docker://h:1',
    {
      workflow: { kind: 'mirrorToMirror', workspace: '/w', destination: { host: 'h:1', namespace: '' } },
    },
  ],
])('the request of %j with %s', async (flags, rest, expected) => {
  const { request } = await requested(`${flags} ${rest}`.trim());
  expect(request).toMatchObject(expected);
});

test('the flags for credentials apply to their side only', async () => {
  const { host } = await requested(`--src-creds up:secret --dest-registry-token token ${TO_MIRROR}`);
  expect(host.credentials!('quay.io', 'a/b')).toMatchObject({
    credentials: { kind: 'basic', username: 'up', password: 'secret' },
  });
  expect(host.credentials!('h:1', 'a/b')).toMatchObject({
    credentials: { kind: 'registry-token', token: 'token' },
  });
  for (const flags of ['--dcreds kim:pw', '--dest-creds kim:pw', '--dest-username kim --dest-password pw']) {
    const found = (await requested(`${flags} ${TO_MIRROR}`)).host.credentials!;
    expect(found('h:1', 'a/b')).toMatchObject({ credentials: { username: 'kim', password: 'pw' } });
    expect(found('quay.io', 'a/b')).toBeUndefined();
  }
});

test('--cache-dir is the cache of oc-mirror, and the flag and the variable exclude each other', async () => {
  const { host } = await requested(`--cache-dir /cache ${TO_DISK}`);
  expect(host.env.OC_MIRROR_CACHE).toBe('/cache');
  const both = requested(`--cache-dir /cache ${TO_DISK}`, { OC_MIRROR_CACHE: '/other' });
  await expect(both).rejects.toThrow('either OC_MIRROR_CACHE or --cache-dir can be used but not both');
});

test.each(['--src-no-creds', '--dest-no-creds', '--src-cert-dir /certs', '--dest-cert-dir /certs', '--v1'])(
  'rejects %s, whose effect would be missing unnoticed',
  async (flags) => {
    await expect(requested(`${flags} ${TO_MIRROR}`)).rejects.toThrow(flags.split(' ')[0]);
  },
);

test('rejects different auth files of the sides, and --delete-v1-images', async () => {
  const files = '--src-authfile /a.json --dest-authfile /b.json';
  await expect(requested(`${files} ${TO_MIRROR}`)).rejects.toThrow(t('authFiles'));
  const { values } = parseCommandLine('delete --delete-v1-images docker://h:1'.split(' '));
  expect(() => requireSupported(new Values(values))).toThrow('--delete-v1-images');
});
