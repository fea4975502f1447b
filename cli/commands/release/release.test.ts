import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newRig, type Rig } from '../../../core/mirror/mirror.fixture.ts';
import { PRACTICE_SCALES } from '../../../core/test-world/materials.ts';
import { inProcess } from '../../in-process.fixture.ts';
import { t } from './messages.ts';

let rig: Rig;
let workspace: string;

beforeAll(async () => {
  rig = await newRig({ size: { ...PRACTICE_SCALES.tiny, components: 8 } });
  workspace = rig.place('ws');
  const { code } = await run('mirror', '-c', rig.world.sets['release-one'].file, `file://${workspace}`);
  expect(code).toBe(0);
}, 60_000);
afterAll(async () => rig[Symbol.asyncDispose]());

const run = (...args: string[]) => inProcess(rig, args);
const plain = (...args: string[]) => inProcess(rig, args, []);

describe('release extract', () => {
  test('prints each file with its checksum and the image that it came from', async () => {
    const to = rig.place('tools');
    const from = `file://${workspace}`;
    const { code, stdout, stderr } = await plain(
      'release',
      'extract',
      '--tools',
      '--iso',
      ...['--from', from],
      ...['--to', to],
    );
    expect(code).toBe(0);
    const { digest } = rig.world.inventory.releases[0]!.payload;
    const installs = `quay.io/openshift-release-dev/ocp-release@${digest}`;
    expect(stderr).toMatch(
      /^Release 4\.16\.1-x86_64 \(sha256:[0-9a-f]{64}\), signed with key [0-9A-F]{16}$/m,
    );
    expect(stdout).toMatch(/openshift-install +\d+ B +[0-9a-f]{64} +installer@sha256:[0-9a-f]{64}$/m);
    expect(stdout).toContain(
      t('extracted', { count: 4, version: '4.16.1', architecture: 'amd64', directory: to }),
    );
    expect(stdout).toContain(t('installs', { image: installs }));
    expect(stdout).toContain(t('mirrorNeeded'));
    expect((await stat(join(to, 'oc'))).mode & 0o111).toBe(0o111);

    const mirror = ['--mirror', 'docker://mirror.example.com/ocp'];
    const again = await run('release', 'extract', '--tools', '--from', from, '--to', to, ...mirror);
    expect(again.result).toMatchObject({
      ...{ version: '4.16.1', architecture: 'amd64', release: digest, exitCode: 0 },
      installs: `mirror.example.com/ocp/openshift/release-images@${digest}`,
      files: [{ name: 'openshift-install', component: 'installer' }, { name: 'oc' }, { name: 'ccoctl' }],
    });
    expect(again.stdout).toMatch(/"type":"progress","phase":"extract"/);
  });

  test('explains wrong arguments and architectures', async () => {
    const from = ['--from', `file://${workspace}`];
    const none = await run('release', 'extract', ...from);
    expect(none).toMatchObject({ code: 1, result: { code: 'usage' } });
    const place = await run('release', 'extract', '--tools', '--from', workspace);
    expect(place.result).toMatchObject({ code: 'usage', message: t('fromInvalid', { from: workspace }) });
    const mirror = await run('release', 'extract', '--tools', ...from, '--mirror', 'mirror.example.com');
    expect(mirror.result).toMatchObject({ message: t('mirrorInvalid', { mirror: 'mirror.example.com' }) });
    const to = rig.place('tools');
    const other = await plain('release', 'extract', '--iso', '--arch', 'arm64', ...from, '--to', to);
    expect(other.code).toBe(1);
    expect(other.stderr).toContain('release 4.16.1-x86_64 is for amd64');
    await expect(readdir(to)).rejects.toMatchObject({ code: 'ENOENT' });
    const old = await plain('release', 'extract', '--tools', '--version', '4.15.0', ...from);
    expect(old.stderr).toContain('4.16.1-x86_64');
  });
});

test('a push prints the command that extracts its release', async () => {
  const destination = `docker://${rig.world.destination.host}/a/b`;
  const push = ['mirror', '--from', `file://${workspace}`, '--max-nested-paths', '2', destination];
  const { code, stdout, stderr } = await plain(...push, '--dest-tls-verify=false');
  expect(stderr).not.toContain('error');
  expect(code).toBe(0);
  const [, command = ''] = /^For a first installation.*: airlock (release extract .*)$/m.exec(stdout) ?? [];
  expect(command).toContain('--max-nested-paths 2');
  const to = rig.place('tools');
  const extract = command.replace('--to tools', `--to ${to}`).split(' ');
  expect(await run(...extract)).toMatchObject({ code: 0, result: { version: '4.16.1' } });
});

describe('release boot-images', () => {
  test('prints the URL and SHA-256 of each file', async () => {
    const from = ['--from', `file://${workspace}`];
    const { code, stdout } = await plain(
      'release',
      'boot-images',
      ...from,
      '--arch',
      'amd64',
      '--format',
      'ova',
    );
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/^ARCH +PLATFORM +FORMAT +PART +SHA-256 +URL$/),
      expect.stringMatching(/^x86_64 +vmware +ova +disk +[0-9a-f]{64} +https:\/\/\S+\.ova$/),
    ]);
    const { result } = await run('release', 'boot-images', ...from, '--platform', 'metal');
    expect(result!.images).toHaveLength(8);
  });
});
