import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPracticeCluster } from '../../../core/cluster/client/cluster.fixture.ts';
import { t as configText } from '../../../core/image-set/config/messages.ts';
import { deletionOfFile, mirrored, tagsAt } from '../../../core/mirror/delete/delete.fixture.ts';
import { t as planText } from '../../../core/mirror/delete/plan/messages.ts';
import { newRig, type Rig } from '../../../core/mirror/mirror.fixture.ts';
import { startRegistryServer } from '../../../core/registry/server/start.ts';
import { memoryStorage } from '../../../core/registry/server/storage/memory-storage.ts';
import { inProcess } from '../../in-process.fixture.ts';
import { t } from './messages.ts';

let rig: Rig;
let storage: ReturnType<typeof memoryStorage>;
let host: string;
let workspace: string;
let disc: string;
let close: () => Promise<void>;

beforeEach(async () => {
  rig = await newRig();
  storage = memoryStorage();
  const server = await startRegistryServer({ storage });
  ({ host } = server);
  close = () => server.close();
  workspace = await mirrored(rig, host, [rig.world.sets.core.file]);
  disc = await deletionOfFile(rig, rig.world.sets['release-one'].file);
});
afterEach(async () => {
  await close();
  await rig[Symbol.asyncDispose]();
});

const words = (...more: string[]) => [
  ...['delete', '--generate', '-c', disc, '--workspace', `file://${workspace}`],
  ...['--state', join(rig.directory, 'state'), '--dest-tls-verify=false', ...more],
];

test('images that a live cluster runs are retained with --kubeconfig, and its credentials are never written', async () => {
  await using cluster = await startPracticeCluster({ openShiftVersion: '4.16.1' });
  const kubeconfig = await cluster.kubeconfig();
  const free = await inProcess(rig, words(`docker://${host}`));
  expect(free.result).toMatchObject({ cluster: [] });
  expect(free.result!.images).toBeGreaterThan(0);

  const saved = await inProcess(
    rig,
    words('--kubeconfig', kubeconfig, '--context', 'lab', `docker://${host}`),
  );
  expect(saved).toMatchObject({ code: 0, result: { images: 0 } });
  expect(saved.result!.cluster).toContain('lab runs 4.16.1');
  expect(saved.result!.protected).toContainEqual(
    expect.objectContaining({ reason: planText('clusterRuns', { cluster: 'lab', version: '4.16.1' }) }),
  );
  const secrets = [...(await readFile(kubeconfig, 'utf8')).matchAll(/(?:token|key-data): (\S+)/g)];
  expect(secrets.length).toBeGreaterThan(0);
  const folder = join(workspace, 'working-dir', 'delete');
  const written = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  for (const [, secret] of secrets)
    expect([...written, saved.stderr, JSON.stringify(saved.result)].join('')).not.toContain(secret);

  const other = await inProcess(
    rig,
    words('--kubeconfig', kubeconfig, '--context', 'none', `docker://${host}`),
  );
  expect(other.code).not.toBe(0);
  expect(other.result).toMatchObject({ message: expect.stringContaining('none') });
  const alone = await inProcess(rig, words('--context', 'lab', `docker://${host}`));
  expect(alone).toMatchObject({
    code: 1,
    result: { message: t('contextWithoutKubeconfig') },
  });
  const second = ['delete', '--delete-yaml-file', join(folder, 'delete-images.yaml'), `docker://${host}`];
  expect(await inProcess(rig, [...second, '--kubeconfig', kubeconfig])).toMatchObject({ code: 1 });
}, 60_000);

test('the printed command deletes the images, and a registry that rejects deletion is reported beforehand', async () => {
  const plain = (args: string[]) => inProcess(rig, args, []);
  const port = Number(host.split(':')[1]);
  await close();
  let server = await startRegistryServer({ storage, port, allowDelete: false });
  close = () => server.close();
  const rejected = await plain(words(`docker://${host}`));
  expect(rejected.stderr).toContain(
    `warning: ${planText('deletionRejectedBecause', { host, status: 405, reason: 'UNSUPPORTED' })}`,
  );

  await close();
  server = await startRegistryServer({ storage, port });
  const { stdout } = await plain(words(`docker://${host}`));
  const printed = /^ {2}airlock (delete --delete-yaml-file .*)$/m.exec(stdout)![1]!;
  const before = (await tagsAt(host)).size;
  const done = await plain(printed.split(' '));
  expect(done.stdout).toMatch(/^Deleted \d+ images/m);
  expect((await tagsAt(host)).size).toBeLessThan(before);
}, 60_000);

test('prune previews the prune section of a configuration, and deletes nothing', async () => {
  const text = await readFile(disc, 'utf8');
  const config = join(rig.directory, 'prune.yaml');
  await writeFile(
    config,
    text.replace('kind: Delete', 'kind: ').replace(/^delete:/m, 'mirror:\n  additionalImages: []\nprune:'),
  );
  const before = (await tagsAt(host)).size;
  const options = words(`docker://${host}`)
    .slice(2)
    .map((word) => (word === disc ? config : word));
  const { code, result, stderr } = await inProcess(rig, ['prune', ...options]);
  expect(code, stderr).toBe(0);
  expect(result!.images).toBeGreaterThan(0);
  expect(result!.files).toHaveLength(3);
  expect((await tagsAt(host)).size).toBe(before);
  const second = await inProcess(rig, ['prune', '--delete-yaml-file', 'x', `docker://${host}`]);
  expect(second.code).toBe(1);
}, 60_000);

test('prune names a missing section, and prints no second step without images', async () => {
  const prune = async (name: string, text: string) => {
    const config = join(rig.directory, `${name}.yaml`);
    await writeFile(
      config,
      `kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\n${text}\n`,
    );
    const options = ['-c', config, '--workspace', `file://${workspace}`, '--dest-tls-verify=false'];
    return inProcess(rig, ['prune', ...options, `docker://${host}/other`], []);
  };
  const missing = await prune('missing', 'mirror: {}');
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain(`:1:7: ${configText('pruneMissing')}`);
  expect(missing.stderr).toContain(configText('pruneMissingRemedy'));
  const none = await prune('none', 'prune: {additionalImages: [{name: "quay.io/none/none:1"}]}');
  expect(none.code).toBe(0);
  expect(none.stdout).toContain(t('absent', { count: 1, registry: `${host}/other` }));
  expect(none.stdout).toContain(t('nothingToDelete'));
  expect(none.stdout).not.toContain('--delete-yaml-file');
}, 60_000);
