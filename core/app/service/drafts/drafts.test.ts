import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPracticeCluster } from '../../../cluster/client/cluster.fixture.ts';
import type { Draft } from '../../../contract/topics/drafts.ts';
import { newTestService, type TestService, textsBelow } from '../service.fixture.ts';

const TEXT = `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
mirror:
  additionalImages:
    - name: quay.io/a/b:1 # ours
`;
const OLDER = `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v1alpha2
storageConfig:
  local:
    path: /x
mirror:
  operators: # all
  - catalog: registry.redhat.io/redhat/redhat-operator-index:v4.16
    packages:
    - name: lvms-operator
      startingVersion: 4.16.0
`;

let rig: TestService;
let workspace: string;
beforeEach(async () => {
  rig = await newTestService();
  workspace = join(rig.directory, 'workspace');
  await mkdir(workspace);
});
afterEach(async () => {
  await rig[Symbol.asyncDispose]();
});

async function started(more: Partial<Draft> = {}): Promise<Draft> {
  const { draft } = await rig.ask('drafts.start', { kind: 'new', workspace });
  return { ...draft, text: TEXT, ...more };
}

test.each([
  [1, 'older'],
  [3, 'newer'],
])('a draft in format %i (%s) is listed with the reason, and no save replaces it', async (format) => {
  const draft = await started();
  await rig.ask('drafts.save', draft);
  const file = join(rig.home, '.config/airlock/drafts', `${draft.id}.json`);
  const other = JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), format });
  await writeFile(file, other);
  const next = rig.again();
  expect(await next.ask('drafts.list', {})).toMatchObject({
    drafts: [],
    unreadable: [{ code: 'workspace-format', file, message: expect.stringContaining(`format ${format}`) }],
  });
  expect(await next.fail('drafts.save', draft)).toMatchObject({ code: 'workspace-format' });
  expect(await readFile(file, 'utf8')).toBe(other);
});

test('a draft survives the engine, in a file that only its owner can read', async () => {
  const draft = await started({ step: 'where', enclave: 'fleet', to: '4.18.9' });
  await rig.ask('drafts.save', draft);
  const next = rig.again();
  expect(await next.ask('drafts.read', { id: draft.id })).toEqual(draft);
  const { drafts } = await next.ask('drafts.list', {});
  expect(drafts).toMatchObject([{ id: draft.id, name: 'imageset-config.yaml', workspace, step: 'where' }]);
  expect((await next.ask('drafts.list', { workspace: rig.directory })).drafts).toEqual([]);
  const file = join(rig.home, '.config/airlock/drafts', `${draft.id}.json`);
  expect((await stat(file)).mode & 0o077).toBe(0);
  await writeFile(file, '{');
  expect(await next.fail('drafts.read', { id: draft.id })).toMatchObject({ code: 'config-unreadable' });
  expect(await next.ask('drafts.list', {})).toMatchObject({
    drafts: [],
    unreadable: [{ code: 'config-unreadable', file }],
  });
  await next.ask('drafts.remove', { id: draft.id });
  await expect(stat(file)).rejects.toThrow('ENOENT');
  expect(await next.fail('drafts.read', { id: '../settings' })).toMatchObject({ code: 'not-found' });
});

test('a list has the versions of each draft, and the name that a user entered', async () => {
  const channels = 'mirror:\n  platform:\n    channels:\n';
  const range = `${channels}      - name: stable-4.16\n        minVersion: 4.16.1\n        maxVersion: 4.16.9\n`;
  const draftIds: string[] = [];
  for (const fields of [
    { text: range, enclave: 'fleet' },
    { text: `${channels}      - name: stable-4.18\n` },
    { text: range, from: '4.16.2', to: '4.16.5' },
    { text: 'mirror: [' },
  ]) {
    const draft = await started(fields);
    draftIds.push(draft.id);
    await rig.ask('drafts.save', draft);
  }
  const lines = async () => {
    const { drafts } = await rig.ask('drafts.list', {});
    return draftIds.map((id) => {
      const { name, named, from, to, enclave } = drafts.find((each) => each.id === id)!;
      return [name, named, from, to, enclave];
    });
  };
  expect(await lines()).toEqual([
    ['imageset-config.yaml', false, '4.16.1', '4.16.9', 'fleet'],
    ['imageset-config-2.yaml', false, undefined, '4.18', 'default'],
    ['imageset-config-3.yaml', false, '4.16.2', '4.16.5', 'default'],
    ['imageset-config-4.yaml', false, undefined, undefined, 'default'],
  ]);
  await rig.ask('drafts.rename', { id: draftIds[0]!, name: ' May update ' });
  expect((await lines())[0]).toEqual(['May update', true, '4.16.1', '4.16.9', 'fleet']);
  await rig.ask('drafts.rename', { id: draftIds[0]! });
  expect((await lines())[0]?.slice(0, 2)).toEqual(['imageset-config.yaml', false]);
  expect(await rig.fail('drafts.rename', { id: 'nothing', name: 'x' })).toMatchObject({ code: 'not-found' });
  for (const id of draftIds) await rig.ask('drafts.remove', { id });
});

test('leaves the configuration itself unchanged, and rejects a relative path', async () => {
  const draft = await started();
  await rig.ask('drafts.save', draft);
  await expect(stat(draft.file)).rejects.toThrow('ENOENT');
  expect(await rig.fail('drafts.save', { ...draft, file: 'isc.yaml' })).toMatchObject({ code: 'usage' });
});

test('credentials of a text are in the draft, but in no file', async () => {
  const text = `${TEXT}  helm:
    repositories:
      - name: r
        url: https://user:NEEDLE-1@charts.example/x?sig=NEEDLE-2
    # kept
pullSecret: |
  {"auths": {"NEEDLE-3": {}}}

  more: NEEDLE-4
kept: true
`;
  const draft = await started({ text, destination: 'user:NEEDLE-5@registry.lab/mirror' });
  await rig.ask('drafts.save', draft);
  expect((await rig.ask('drafts.read', { id: draft.id })).text).toBe(text);
  const texts = [...(await textsBelow(rig.home))].filter(([, each]) => each.includes('NEEDLE'));
  expect(texts.map(([name]) => name)).toEqual([]);
  const next = rig.again();
  const later = await next.ask('drafts.read', { id: draft.id });
  expect(later.text).toContain('url: https://charts.example/x\n    # kept\n');
  expect(later.text).toContain('pullSecret: ""\nkept: true\n');
  const url = '        url: https://charts.example/x';
  expect(later.strippedLines).toEqual([url, 'pullSecret: ""']);
  // When typed again, they are stripped again; lines that are still missing remain missing.
  await next.ask('drafts.save', { ...later, text: later.text.replace('https://', 'https://me:NEEDLE-6@') });
  expect((await rig.again().ask('drafts.read', { id: draft.id })).strippedLines).toEqual([
    url,
    'pullSecret: ""',
  ]);
});

test('the next engine reads the credentials of a draft from its file', async () => {
  const line = '        url: https://user:NEEDLE-1@charts.example/x\r\n';
  const repositories = `  helm:\r\n    repositories:\r\n      - name: r\r\n${line}`;
  const file = join(workspace, 'isc.yaml');
  await writeFile(file, `${TEXT}${repositories}`);
  const { draft } = await rig.ask('drafts.start', { kind: 'file', file, workspace });
  const text = `${draft.text.replace('b:1', 'b:2')}      - name: s\n        url: https://x:NEEDLE-2@elsewhere.example\n`;
  await rig.ask('drafts.save', { ...draft, text });
  const later = await rig.again().ask('drafts.read', { id: draft.id });
  expect(later.text).toBe(text.replace('x:NEEDLE-2@', ''));
  expect(later.strippedLines).toEqual(['        url: https://elsewhere.example']);
});

test('a new draft gets an unused name', async () => {
  await writeFile(join(workspace, 'imageset-config.yaml'), TEXT);
  const { draft } = await rig.ask('drafts.start', { kind: 'new', workspace });
  expect(draft.file).toBe(join(workspace, 'imageset-config-2.yaml'));
  // Another draft will write that file.
  const other = await rig.ask('drafts.start', { kind: 'new', workspace });
  expect(other.draft.file).toBe(join(workspace, 'imageset-config-3.yaml'));
  const { ok } = await rig.ask('configurations.check', { file: draft.file, text: draft.text });
  expect(ok).toBe(true);
});

test('opens a file unchanged, converts one of v1, and lists each change', async () => {
  const file = join(workspace, 'isc.yaml');
  await writeFile(file, TEXT);
  const same = await rig.ask('drafts.start', { kind: 'file', file, workspace });
  const { digest } = await rig.ask('configurations.read', { file });
  expect(same).toMatchObject({ draft: { file, digest, text: TEXT, workspace }, changes: [] });

  await writeFile(file, OLDER);
  const { draft, changes } = await rig.ask('drafts.start', { kind: 'file', file });
  expect(draft.text).toContain('operators: # all');
  expect(draft.text).not.toContain('storageConfig');
  expect(changes).toContainEqual(expect.stringMatching(/^Line 3: storageConfig was removed \(/));
  expect(changes).toContainEqual(
    expect.stringMatching(/^Line 11: startingVersion: 4\.16\.0 was replaced with minVersion/),
  );
  expect(changes).toContainEqual(expect.stringContaining('v1 added the dependencies of the packages in'));
  expect(await readFile(file, 'utf8')).toBe(OLDER);

  await writeFile(file, 'mirror: [');
  expect((await rig.ask('drafts.start', { kind: 'file', file })).draft.text).toBe('mirror: [');
  expect(await rig.fail('drafts.start', { kind: 'file', file: '/nowhere.yaml' })).toMatchObject({
    code: 'config-unreadable',
  });
});

test('the commands correspond to the settings, for every goal', async () => {
  const draft = await started({
    file: join(workspace, 'my isc.yaml'),
    enclave: 'fleet',
    destination: 'registry.lab:5000/mirror',
    options: { rate: 20 * 2 ** 20, archiveSizeGiB: 4, parallelImages: 8, addDependencies: true },
  });
  const disk = `airlock mirror -c '${draft.file}' --for fleet --archive-size 4 --parallel-images 8 --rate 20MiB/s --add-dependencies file://${workspace}`;
  const request = (goal: Draft['goal']) => rig.ask('drafts.command', { draft: { ...draft, goal } });
  expect(await request('disk')).toMatchObject({
    command: disk,
    settings: { workflow: 'mirrorToDisk', directory: workspace, configFile: draft.file, enclave: 'fleet' },
  });
  const registry = await request('registry');
  expect(registry.command).toBe(
    `airlock mirror -c '${draft.file}' --for fleet --workspace file://${workspace} --parallel-images 8 --rate 20MiB/s --add-dependencies docker://registry.lab:5000/mirror`,
  );
  expect(registry.settings).toMatchObject({ workflow: 'mirrorToMirror' });
  expect(registry.settings).not.toHaveProperty('archiveSizeGiB', expect.anything());
  const both = await request('both');
  expect(both.command.split(' && ')).toEqual([
    disk,
    expect.stringMatching(/^airlock mirror -c .* --from file:\/\/.* docker:\/\/registry\.lab:5000\/mirror$/),
  ]);
  expect(both.push).toMatchObject({ workflow: 'diskToMirror', directory: workspace });
});

test('names the missing setting of a command', async () => {
  const { workspace: _, ...without } = await started();
  expect(await rig.fail('drafts.command', { draft: without })).toMatchObject({
    code: 'usage',
    path: 'workspace',
  });
  expect(await rig.fail('drafts.command', { draft: await started({ goal: 'registry' }) })).toMatchObject({
    code: 'usage',
    path: 'destination',
  });
});

test('reads an inventory from a text or a file, and otherwise returns the command to run', async () => {
  const { command } = await rig.ask('drafts.readInventory', {});
  expect(command).toMatch(/^oc get clusterversions.* -o json > installed\.json$/);
  const text = 'openShift: 4.16.20\noperators:\n  - package: lvms-operator\n';
  const inventory = { openShift: '4.16.20', operators: [{ package: 'lvms-operator' }] };
  expect((await rig.ask('drafts.readInventory', { text })).inventory).toEqual(inventory);
  const file = join(rig.directory, 'installed.yaml');
  await writeFile(file, text);
  expect((await rig.ask('drafts.readInventory', { file })).inventory).toEqual(inventory);
  await writeFile(file, `${text}hosts: []\n`);
  expect(await rig.fail('drafts.readInventory', { file })).toMatchObject({
    code: 'config-invalid',
    file,
    line: 4,
  });
});

test('reads the inventory of a cluster, and rejects one that may not be read completely', async () => {
  await using cluster = await startPracticeCluster({ openShiftVersion: '4.16.1' });
  const kubeconfig = await cluster.kubeconfig();
  const { inventory } = await rig.ask('drafts.readInventory', { cluster: { kubeconfig } });
  expect(inventory).toMatchObject({ openShift: '4.16.1', channel: 'stable-4.16' });
  cluster.rules.push({ on: { resource: 'subscriptions' }, answer: 'deny' });
  expect(await rig.fail('drafts.readInventory', { cluster: { kubeconfig } })).toMatchObject({
    code: 'config-invalid',
  });
  const elsewhere = { cluster: { kubeconfig: join(rig.directory, 'absent') } };
  expect(await rig.fail('drafts.readInventory', elsewhere)).toMatchObject({ code: 'kubeconfig' });
});

test('without a transfer there is nothing to compare with', async () => {
  expect(await rig.ask('drafts.compare', { draft: await started() })).toEqual({ lines: [] });
  expect(
    await rig.fail('drafts.start', { kind: 'last-transfer', workspace, enclave: 'fleet' }),
  ).toMatchObject({ code: 'not-found' });
});
