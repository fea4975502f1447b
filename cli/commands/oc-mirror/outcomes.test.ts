import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tagsAt } from '../../../core/mirror/delete/delete.fixture.ts';
import { imagesOf, missingAt, newRig, type Rig } from '../../../core/mirror/mirror.fixture.ts';
import { asOcMirror } from '../../../core/mirror/oc-mirror-archive.fixture.ts';
import { startRegistryServer } from '../../../core/registry/server/start.ts';
import { memoryStorage } from '../../../core/registry/server/storage/memory-storage.ts';
import { inProcess } from '../../in-process.fixture.ts';
import { t } from './messages.ts';

let rig: Rig;
beforeEach(async () => {
  // Without retries, a host that is busy for a moment would fail an image.
  rig = await newRig({ releaseKey: 'rsa', env: { AIRLOCK_STALL_MS: '10000' } });
});
afterEach(() => rig[Symbol.asyncDispose]());

const TLS = ['--src-tls-verify=false', '--dest-tls-verify=false', '--retry-times', '0'];

const ocMirror = (...args: string[]) => inProcess(rig, ['oc-mirror', ...TLS, ...args], []);
const destination = () => `docker://${rig.world.destination.host}`;

async function configuration(mirror: object): Promise<string> {
  const file = `${rig.place('isc')}.yaml`;
  const head = { kind: 'ImageSetConfiguration', apiVersion: 'mirror.openshift.io/v2alpha1' };
  await writeFile(file, JSON.stringify({ ...head, mirror }));
  return file;
}

const FOUND = 'quay.io/practice/oci:v1';
const MISSING = { name: 'quay.io/practice/none:v1' };
const NO_CHANNEL = { channels: [{ name: 'stable-4.99', minVersion: '4.99.0', maxVersion: '4.99.1' }] };
const operators = (name: string) => [{ catalog: rig.world.inventory.catalog.source, packages: [{ name }] }];
const NO_CHART = { repositories: [{ name: 'none', url: 'http://localhost:1', charts: [{ name: 'none' }] }] };

test.each<[number, string, () => object]>([
  [2, 'a release', () => ({ platform: NO_CHANNEL })],
  [4, 'a package', () => ({ operators: operators('none') })],
  [8, 'an additional image', () => ({ additionalImages: [MISSING] })],
  [16, 'a chart', () => ({ helm: NO_CHART })],
  [8 + 16, 'an additional image and a chart', () => ({ additionalImages: [MISSING], helm: NO_CHART })],
  [
    4 + 8,
    'a catalog and an additional image',
    () => ({
      operators: [{ catalog: 'registry.redhat.io/redhat/none:v1', packages: [{ name: 'none' }] }],
      additionalImages: [MISSING, { name: FOUND }],
    }),
  ],
])(
  'ends with exit code %i if %s is missing, and never claims that everything is archived',
  async (bits, _, mirror) => {
    const { code, stdout } = await ocMirror(
      '-c',
      await configuration(mirror()),
      `file://${rig.place('set')}`,
    );
    expect(code, stdout).toBe(bits);
    expect(stdout).not.toContain(t('nothingNew'));
  },
);

test('without images, and with a destination that cannot be reached, the exit code is 1', async () => {
  const blocked = await configuration({
    additionalImages: [{ name: FOUND }],
    blockedImages: [{ name: '.*' }],
  });
  const none = await ocMirror('-c', blocked, `file://${rig.place('set')}`);
  expect([none.code, none.stdout]).toEqual([1, expect.stringContaining('no images to copy')]);
  expect(none.stdout).not.toContain(t('nothingNew'));
  const file = await configuration({ additionalImages: [{ name: FOUND }] });
  const workspace = `file://${rig.place('workspace')}`;
  const unreachable = await ocMirror('-c', file, '--workspace', workspace, 'docker://localhost:1');
  expect(unreachable.code, unreachable.stdout).toBe(1);
});

test('a dry run from disk that misses content keeps the cluster resources of the push', async () => {
  const set = rig.place('set');
  const from = ['--from', `file://${set}`];
  const config = rig.world.sets.core.file;
  expect((await ocMirror('-c', config, `file://${set}`)).code).toBe(0);
  expect((await ocMirror('-c', config, ...from, destination())).code).toBe(0);
  const folder = join(set, 'working-dir', 'cluster-resources');
  const resources = async () =>
    Promise.all(
      (await readdir(folder)).sort().map(async (name) => [name, await readFile(join(folder, name), 'utf8')]),
    );
  const before = await resources();
  expect(before.length).toBeGreaterThan(3);
  await rm(join(set, 'mirror_000001.tar'));
  await rm(join(set, 'transfers'), { recursive: true });
  const other = rig.place('other');
  const small = await configuration({ additionalImages: [{ name: FOUND }] });
  expect((await ocMirror('-c', small, `file://${other}`)).code).toBe(0);
  await cp(join(other, 'mirror_000001.tar'), join(set, 'mirror_000001.tar'));
  const dry = await ocMirror('-c', config, '--dry-run', ...from, 'docker://localhost:1/other');
  expect(dry.code, dry.stdout).not.toBe(0);
  expect(await resources()).toEqual(before);
});

test('an archive of oc-mirror that was moved is still a source, and its history is reported', async () => {
  const { core, 'release-one': one } = rig.world.sets;
  const first = rig.place('first');
  expect((await ocMirror('-c', one.file, `file://${first}`)).code).toBe(0);
  const [transfer] = await readdir(join(first, 'transfers'));
  const workspace = rig.place('workspace');
  await mkdir(workspace);
  await asOcMirror(join(first, 'transfers', transfer!), workspace);
  // The history of the archive, as oc-mirror leaves it in its workspace.
  await cp(join(first, 'working-dir'), join(workspace, 'working-dir'), { recursive: true });
  const second = await ocMirror('-c', core.file, `file://${workspace}`);
  expect(second.code, second.stdout).toBe(0);
  expect(second.stdout).toMatch(/oc-mirror archived from this workspace/);
  expect(await readdir(join(workspace, 'earlier-archives'))).toHaveLength(1);
  const push = await ocMirror('-c', core.file, '--from', `file://${workspace}`, destination());
  expect(push.code, push.stdout).toBe(0);
  expect(await missingAt(rig.world.destination.host, imagesOf(rig, 'core'))).toEqual([]);
  expect((await tagsAt(rig.world.destination.host)).size).toBeGreaterThan(5);
});

test('flags for credentials, signatures and --since take effect', async () => {
  const config = rig.world.sets.core.file;
  const set = rig.place('set');
  const digests = async (place: string) => {
    const file = join(place, 'mirror_000001.tar');
    const names = execFileSync('tar', ['tf', file], { encoding: 'utf8' }).split('\n');
    return names.filter((name) => name.includes('/blobs/') && name.endsWith('/data')).sort();
  };
  expect((await ocMirror('-c', config, `file://${set}`)).code).toBe(0);
  const first = await digests(set);
  expect((await ocMirror('-c', config, '--since', '2026-01-01', `file://${set}`)).code).toBe(0);
  expect(await digests(set)).toEqual(first);

  const auth = { kind: 'basic', users: { kim: 'pw' } } as const;
  const server = await startRegistryServer({ storage: memoryStorage(), auth });
  try {
    const push = (...flags: string[]) =>
      ocMirror('-c', config, '--from', `file://${set}`, ...flags, `docker://${server.host}`);
    expect((await push()).code).not.toBe(0);
    const pushed = await push('--dest-creds', 'kim:pw', '--remove-signatures');
    expect(pushed.code, pushed.stdout).toBe(0);
    const headers = { authorization: `Basic ${Buffer.from('kim:pw').toString('base64')}` };
    const list = `http://${server.host}/v2/practice/signed/tags/list`;
    const { tags } = (await (await fetch(list, { headers })).json()) as { tags: string[] };
    expect(tags).toContain('v1');
    expect(tags.filter((tag) => tag.endsWith('.sig'))).toEqual([]);
  } finally {
    await server.close();
  }
});

test('an alias for oc-mirror works in a pipeline of a shell', async () => {
  const folder = rig.place('alias');
  await mkdir(folder);
  const program = fileURLToPath(new URL('../../main.ts', import.meta.url));
  const script = `shopt -s expand_aliases
alias oc-mirror='${process.execPath} ${program} oc-mirror'
set -o pipefail
oc-mirror --v2 ${TLS.join(' ')} -c ${rig.world.sets['release-one'].file} file://${folder}/set | tee ${folder}/log | grep -c 'Success copying'
echo "codes \${PIPESTATUS[*]}"
`;
  const { PATH } = process.env;
  const env = { ...rig.host.env, HOME: rig.host.home, PATH };
  const output = await new Promise<string>((resolve, reject) =>
    execFile('bash', ['-c', script], { env }, (error, stdout, stderr) =>
      error ? reject(new Error(stdout + stderr)) : resolve(stdout),
    ),
  );
  expect(output).toMatch(/^[1-9]\d*\ncodes 0 0 0\n$/);
  expect(await readFile(join(folder, 'log'), 'utf8')).toContain('Goodbye, thank you for using oc-mirror');
});
