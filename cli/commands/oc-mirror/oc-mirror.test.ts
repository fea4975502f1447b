import { access, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deletionOfFile, tagsAt } from '../../../core/mirror/delete/delete.fixture.ts';
import { imagesOf, missingAt, newRig, type Rig } from '../../../core/mirror/mirror.fixture.ts';
import { inProcess } from '../../in-process.fixture.ts';
import { t } from './messages.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await newRig();
});
afterEach(() => rig[Symbol.asyncDispose]());

const TLS = ['--src-tls-verify=false', '--dest-tls-verify=false'];

const ocMirror = (...args: string[]) => inProcess(rig, ['oc-mirror', '--v2', ...args], []);

/** Returns the messages of a log, without times. */
function messages(stdout: string): string[] {
  return [...stdout.matchAll(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d {2}\[[A-Z]+\] +: (.*)$/gm)].map(
    ([, line]) => line!,
  );
}

const destination = () => `docker://${rig.world.destination.host}`;

describe('the workflows', () => {
  test('mirror to disk and disk to mirror, with the files and lines of oc-mirror', async () => {
    const set = rig.place('set');
    const config = rig.world.sets.core.file;
    const saved = await ocMirror('-c', config, ...TLS, '-p', '55555', `file://${set}`);
    expect(saved.code, saved.stdout).toBe(0);
    expect(messages(saved.stdout)).toEqual(
      expect.arrayContaining([
        '👋 Hello, welcome to oc-mirror',
        '🔀 workflow mode: mirrorToDisk ',
        '🔍 collecting release images...',
        '📌 images to copy 28 ',
        '=== Results ===',
        '\x1b[1;92m ✓ \x1b[0m 21 / 21 release images mirrored successfully',
        '\x1b[1;92m ✓ \x1b[0m 7 / 7 additional images mirrored successfully',
        '👋 Goodbye, thank you for using oc-mirror',
      ]),
    );
    expect(await readdir(set)).toEqual(expect.arrayContaining(['mirror_000001.tar', 'working-dir']));
    const pushed = await ocMirror('-c', config, '--from', `file://${set}`, ...TLS, destination());
    expect(pushed.code, pushed.stdout).toBe(0);
    expect(await missingAt(rig.world.destination.host, imagesOf(rig, 'core'))).toEqual([]);
    expect(await readdir(join(set, 'working-dir/cluster-resources'))).toEqual(
      expect.arrayContaining(['idms-oc-mirror.yaml', 'itms-oc-mirror.yaml', 'signature-configmap.json']),
    );
    const again = await ocMirror('-c', config, ...TLS, `file://${set}`);
    expect(again.code, again.stdout).toBe(0);
    expect(messages(again.stdout)).toContain(t('nothingNew'));
    await access(join(set, 'mirror_000001.tar'));
    // As after a run that was killed before it placed the archives.
    await rm(join(set, 'mirror_000001.tar'));
    expect((await ocMirror('-c', config, ...TLS, `file://${set}`)).code).toBe(0);
    await access(join(set, 'mirror_000001.tar'));
  }, 60_000);

  test('mirror to mirror, and delete in two steps', async () => {
    const workspace = rig.place('workspace');
    const config = rig.world.sets.core.file;
    const run = await ocMirror('-c', config, '--workspace', `file://${workspace}`, ...TLS, destination());
    expect(run.code, run.stdout).toBe(0);
    const before = await tagsAt(rig.world.destination.host);
    const selection = await deletionOfFile(rig, rig.world.sets['release-one'].file);
    const place = ['--workspace', `file://${workspace}`, '--dest-tls-verify=false', destination()];
    const listed = await ocMirror('delete', '-c', selection, '--generate', '--delete-id', 'one', ...place);
    expect(listed.code, listed.stdout).toBe(0);
    const list = join(workspace, 'working-dir/delete/delete-images-one.yaml');
    const second = ['delete', '--delete-yaml-file', list, '--dest-tls-verify=false', destination()];
    const deleted = await ocMirror(...second);
    expect(deleted.code, deleted.stdout).toBe(0);
    expect(messages(deleted.stdout)).toContainEqual(
      expect.stringMatching(/release images deleted successfully/),
    );
    expect((await tagsAt(rig.world.destination.host)).size).toBeLessThan(before.size);
  }, 60_000);

  test('dry runs write mapping.txt and missing.txt', async () => {
    const set = rig.place('set');
    const run = await ocMirror('-c', rig.world.sets.core.file, ...TLS, '--dry-run', `file://${set}`);
    expect(run.code, run.stdout).toBe(0);
    const folder = join(set, 'working-dir/dry-run');
    expect(messages(run.stdout)).toContainEqual(
      `📄 list of all images for mirroring in : ${folder}/mapping.txt`,
    );
    const lines = async (name: string) => (await readFile(join(folder, name), 'utf8')).trim().split('\n');
    expect(await lines('mapping.txt')).toHaveLength(28);
    expect(await lines('missing.txt')).toHaveLength(28);
  });
});

test('returns the bits of the categories that failed, and lists the images', async () => {
  const config = join(rig.place('configuration'), '..', 'failing.yaml');
  const text = await readFile(rig.world.sets.core.file, 'utf8');
  await writeFile(config, text.replace('quay.io/practice/oci:v1', 'quay.io/practice/none:v1'));
  const set = rig.place('set');
  const { code, stdout } = await ocMirror('-c', config, ...TLS, '--retry-times', '0', `file://${set}`);
  expect(code, stdout).toBe(8);
  expect(messages(stdout)).toContain(
    '\x1b[1;91m ✗ \x1b[0m 6 / 7 additional images mirrored: Some additional images failed to be mirrored - please check the logs',
  );
  const logs = join(set, 'working-dir/logs');
  const [file] = (await readdir(logs)).filter((name) => name.startsWith('mirroring_errors_'));
  expect(await readFile(join(logs, file!), 'utf8')).toMatch(
    /^error mirroring image \S*quay\.io\/practice\/none:v1 /,
  );
}, 60_000);

test.each([
  [['-c', 'isc.yaml'], 'requires at least 1 arg(s), only received 0'],
  [['file://x'], 'use the --config flag it is mandatory'],
  [['-c', '/none.yaml', 'file://x'], 'could not parse config: open /none.yaml: '],
  [['-c', 'i', '--since', 'x', 'file://x'], '--since flag needs to be in format yyyy-MM-dd'],
  [
    ['-c', 'i', '--parallel-images', '11', 'file://x'],
    'the flag parallel-images must be between the range 1 to 10',
  ],
  [['-c', 'i', 'docker://h:1'], 'when destination is docker://, either --from'],
  [['-c', 'i', 'x'], 'destination must have either file:// (mirror to disk) or docker:// (diskToMirror)'],
  [['--log-level', 'loud', '-c', 'i', 'file://x'], '"loud": invalid log-level'],
  [['delete', 'docker://h:1'], 'the --delete-yaml-file flag is mandatory when not using the --generate flag'],
  [['delete', '--generate', 'docker://h:1'], 'use the --workspace flag, it is mandatory'],
  [
    ['delete', '--delete-yaml-file', 'package.json'],
    'the destination registry is missing in the command arguments',
  ],
  [['list', 'operators'], 'at least one of the flags in the group [catalog catalogs] is required'],
  [
    ['list', 'releases', '--filter-by-archs', 'vax'],
    'invalid architecture(s) [vax]. Known architectures: [amd64',
  ],
  [
    ['--dest-creds', 'a:b', '--dest-username', 'a', '-c', 'i', 'file://x'],
    'creds and username cannot be specified',
  ],
  [['--v1', '-c', 'i', 'file://x'], '--v1'],
])('rejects %j with exit code 1 and the message of oc-mirror', async (args, message) => {
  const { code, stdout } = await ocMirror(...args);
  expect(code).toBe(1);
  expect(stdout).toContain(
    `[ERROR]  : [Executor] ${message === '--v1' ? t('unsupported', { flag: '--v1', instead: t('v1') }) : message}`,
  );
});

test('a source that cannot be reached has the bit of its images', async () => {
  const config = join(rig.place('configuration'), '..', 'unreachable.yaml');
  const images = 'mirror:\n  additionalImages:\n  - name: localhost:1/a/b:v1\n';
  await writeFile(config, `kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\n${images}`);
  const words = ['-c', config, '--retry-times', '0', `file://${rig.place('set')}`];
  const { code, stdout } = await ocMirror(...words);
  expect(code, stdout).toBe(8);
});

test('list uses the flags for TLS and credentials', async () => {
  const { source, packages } = rig.world.inventory.catalog;
  const listed = await ocMirror('list', 'operators', '--catalog', source, '--tls-verify=false');
  expect(listed.code, listed.stdout).toBe(0);
  expect(listed.stdout).toContain(packages[0]!.name);
  const { code, stdout } = await ocMirror('list', 'operators', '--catalog', source, '--src-username', 'u');
  expect([code, stdout]).toEqual([1, expect.stringContaining('password must be specified when username')]);
});

test('other errors are printed, with exit code 1', async () => {
  const { code, stdout } = await ocMirror('list', 'operators', '--catalogs', '--version', '4 x');
  expect(code).toBe(1);
  expect(stdout).toContain('[ERROR]  : [Executor] ');
});

test.each(['hunter2-secret', '--hunter2-secret'])(
  'the password %s is never printed or recorded',
  async (secret) => {
    const set = rig.place('set');
    const { stdout, stderr } = await ocMirror(
      ...[
        '-c',
        rig.world.sets.core.file,
        ...TLS,
        '--dest-username',
        'user',
        '--dest-password',
        secret,
        '--log-level',
        'trace',
      ],
      `file://${set}`,
    );
    expect(stdout + stderr).not.toContain(secret);
    const names = await readdir(set, { recursive: true });
    for (const name of names.filter((each) => /\.(json|jsonl|yaml|txt|log)$/.test(each)))
      expect(await readFile(join(set, name), 'utf8'), name).not.toContain(secret);
  },
  60_000,
);

test('version, help and completion of every shell', async () => {
  expect((await ocMirror('version')).stdout).toContain('Client Version: v');
  const { stdout } = await ocMirror('version', '--output', 'json');
  expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toMatchObject({
    clientVersion: {
      gitVersion: expect.any(String),
      platform: expect.stringMatching(/^[a-z]+\/(amd64|arm64)$/),
    },
  });
  expect((await ocMirror('--help')).stdout).toContain('--max-nested-paths');
  for (const shell of ['bash', 'zsh', 'fish', 'powershell'])
    expect((await ocMirror('completion', shell)).stdout).toContain('oc-mirror');
  for (const args of [[], ['tcsh']])
    expect(await ocMirror('completion', ...args)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('--max-nested-paths'),
    });
  const { code, stdout: error } = await ocMirror('completion', 'bash', 'foo');
  expect([code, error]).toEqual([
    1,
    expect.stringContaining('unknown command "foo" for "oc-mirror completion bash"'),
  ]);
});

test.each([
  [['mirror', '--v2', 'file://x'], t('v2Equivalent')],
  [['mirror', '--since', '2026-01-01', 'file://x'], t('otherOptionEquivalent', { option: '--resend' })],
  [['mirror', '--image-timeout=1h', 'file://x'], t('otherOptionEquivalent', { option: '--stall-timeout' })],
  [['mirror', '--dest-creds', 'a:b', 'file://x'], t('otherOptionEquivalent', { option: '--authfile' })],
  [['mirror', '-p', '5000', 'file://x'], t('notNeededEquivalent')],
  [['delete', '--delete-signatures', 'docker://h:1'], t('signaturesEquivalent')],
  [['list', 'releases', '--filter-by-archs', 'amd64'], t('otherOptionEquivalent', { option: '--arch' })],
  [['-c', 'isc.yaml', 'file://x'], t('commandEquivalent', { command: 'airlock oc-mirror' })],
])('outside of oc-mirror, %j names the equivalent', async (args, remedy) => {
  const { code, stderr } = await inProcess(rig, args, []);
  expect(code).toBe(1);
  expect(stderr).toContain(remedy);
});
