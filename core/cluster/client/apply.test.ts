import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { releaseClaim, signedTooLate } from '../../content/signature/signature.fixture.ts';
import type { JsonObject } from '../../test-world/cluster/field-sets.ts';
import { newReleaseSigner } from '../../test-world/release-signer.ts';
import {
  type ApplyRig,
  applyRig,
  authority,
  catalogSource,
  everyObject,
  mirrorSet,
  pullSecret,
  signature,
} from './apply.fixture.ts';
import { t } from './messages.ts';
import { lastApplyOf, readableApplies } from './saved-versions.ts';

let rig: ApplyRig;
const start = async (options: Parameters<typeof applyRig>[0] = {}) => {
  rig = await applyRig(options);
};
afterEach(() => rig[Symbol.asyncDispose]());
const results = ({ objects }: { objects: { kind: string; result: string }[] }) =>
  objects.map(({ kind, result }) => `${kind} ${result}`);
const mirrors = () => rig.server.read('config.openshift.io/v1', 'ImageDigestMirrorSet', 'idms-operator-0');

test('everything in a safe order, waiting for nodes and catalogs; the same again changes nothing', async () => {
  await start({ poolsAreRead: true });
  const first = await rig.apply(everyObject());
  expect(first.exitCode).toBe(0);
  expect(results(first)).toEqual([
    'ConfigMap created',
    'Image configured',
    'ConfigMap created',
    'ImageDigestMirrorSet created',
    'CatalogSource created',
    'ClusterCatalog created',
    'OperatorHub configured',
    'UpdateService created',
  ]);
  const waits = rig.events.flatMap((event) => (event.type === 'waiting' ? [event] : []));
  expect(waits.some((wait) => wait.for === 'pools' && wait.done < wait.total && wait.total === 5)).toBe(true);
  for (const what of ['pools', 'catalogs', 'update-service'])
    expect(waits.findLast((wait) => wait.for === what)).toMatchObject({ detail: expect.any(String) });
  const order = rig.events.map((event) =>
    event.type === 'object' ? event.object.kind : event.type === 'waiting' ? event.for : event.type,
  );
  expect(order.indexOf('pools')).toBeGreaterThan(order.indexOf('ImageDigestMirrorSet'));
  expect(order.lastIndexOf('pools')).toBeLessThan(order.indexOf('CatalogSource'));
  expect(order.lastIndexOf('catalogs')).toBeLessThan(order.indexOf('OperatorHub'));
  const managed = (mirrors()!.metadata as JsonObject).managedFields as JsonObject[];
  expect(managed).toMatchObject([{ manager: 'airlock', operation: 'Apply' }]);

  const writes = rig.writes().length;
  const again = await rig.apply(everyObject());
  expect(again.objects.every(({ result }) => result === 'unchanged')).toBe(true);
  expect([again.exitCode, again.saved, rig.writes().length]).toEqual([0, undefined, writes]);
});

test('a dry run changes nothing and says field by field what it would do', async () => {
  await start();
  rig.server.put({ ...mirrorSet({ 'quay.io/a': ['reg.lan/a'] }) } as JsonObject, 'airlock');
  const { objects, problems, exitCode } = await rig.apply(
    [mirrorSet({ 'quay.io/a': ['reg.lan/a'], 'quay.io/b': ['reg.lan/b'] }), signature()],
    { dryRun: true, allowRestart: false, overwrite: true },
  );
  expect(exitCode).toBe(0);
  expect(objects.map(({ kind, result }) => [kind, result])).toEqual([
    ['ConfigMap', 'created'],
    ['ImageDigestMirrorSet', 'configured'],
  ]);
  expect(objects[1]!.changes).toEqual([
    {
      path: 'spec.imageDigestMirrors',
      before: [{ source: 'quay.io/a', mirrors: ['reg.lan/a'] }],
      after: [
        { source: 'quay.io/a', mirrors: ['reg.lan/a'] },
        { source: 'quay.io/b', mirrors: ['reg.lan/b'] },
      ],
    },
  ]);
  expect(problems.find(({ code }) => code === 'cluster-restart')).toMatchObject({ level: 'info' });
  expect(rig.writes()).toEqual([]);
  expect(await readdir(rig.directory)).toEqual([]);
});

test("a conflict shows both values and the owner, and doesn't prevent other objects from being applied; --overwrite takes the fields over", async () => {
  await start();
  rig.server.put(catalogSource('reg.old/index:v4.17') as JsonObject, 'kubectl-edit');
  const first = await rig.apply(everyObject());
  expect(first.exitCode).toBe(2);
  const conflict = first.objects.find(({ result }) => result === 'conflict')!;
  expect(conflict).toMatchObject({
    ...{ kind: 'CatalogSource', code: 'cluster-conflict' },
    conflicts: [
      {
        ...{ field: '.spec.image', owner: 'kubectl-edit', theirs: 'reg.old/index:v4.17' },
        ours: 'reg.lan:5000/redhat/redhat-operator-index:v4.18',
      },
    ],
    message: expect.stringMatching(/"kubectl-edit" owns .*, which is "reg\.old.*instead of "reg\.lan/),
  });
  expect(first.objects.filter(({ result }) => result === 'created').length).toBe(5);
  const second = await rig.apply(everyObject(), { overwrite: true });
  expect(second.exitCode).toBe(0);
  expect(second.objects.find(({ kind }) => kind === 'CatalogSource')!.result).toBe('configured');
});

test('missing permissions are reported first, and the rest is applied', async () => {
  await start();
  rig.server.rules.push({ on: { verb: 'create', resource: 'imagedigestmirrorsets' }, answer: 'deny' });
  const { objects, problems, exitCode } = await rig.apply(everyObject());
  expect(exitCode).toBe(2);
  expect(objects.find(({ kind }) => kind === 'ImageDigestMirrorSet')).toMatchObject({
    ...{ result: 'failed', code: 'cluster-forbidden' },
    message: expect.stringContaining('cannot create resource "imagedigestmirrorsets"'),
  });
  expect(problems[0]).toMatchObject({
    ...{ code: 'cluster-forbidden', level: 'warning' },
    message: expect.stringContaining('create imagedigestmirrorsets.config.openshift.io'),
  });
  expect(rig.writes().some(({ resource }) => resource === 'imagedigestmirrorsets')).toBe(false);
  expect(objects.filter(({ result }) => result === 'failed').length).toBe(1);
});

test('applies the rest after an invalid object, a missing namespace, a busy server and a lost connection', async () => {
  await start();
  rig.server.remove('v1', 'Namespace', 'openshift-update-service');
  rig.server.rules.push({ on: { verb: 'patch', resource: 'clustercatalogs' }, answer: { status: 500 } });
  // The comparison succeeds. Each request of the apply itself loses its connection.
  rig.server.rules.push({ on: { verb: 'patch', resource: 'catalogsources', dryRun: false }, answer: 'drop' });
  const { objects, exitCode, saved } = await rig.apply([
    ...everyObject(),
    {
      ...{ apiVersion: 'config.openshift.io/v1', kind: 'ImageDigestMirrorSet', metadata: { name: 'bad' } },
      spec: { imageDigestMirrors: [{ mirrors: ['reg.lan/x'] }] },
    },
  ]);
  expect(exitCode).toBe(2);
  const failed = objects.filter(({ result }) => result === 'failed');
  expect(failed.map(({ kind, code }) => [kind, code])).toEqual([
    ['ImageDigestMirrorSet', 'cluster-rejected'],
    ['CatalogSource', 'connection'],
    ['ClusterCatalog', 'server-error'],
    ['UpdateService', 'cluster-missing'],
  ]);
  expect(objects.filter(({ result }) => ['created', 'configured'].includes(result)).length).toBe(5);
  expect(await readdir(saved!)).toContain('record.json');
});

test('never applies a ConfigMap with an invalid signature', async () => {
  await start();
  const forger = await newReleaseSigner();
  const named = { ...signature(), binaryData: { note: Buffer.from('x').toString('base64') } };
  const foreign = await forger.sign(
    `sha256:${'81'.repeat(32)}`,
    'quay.io/openshift-release-dev/ocp-release:x',
  );
  const good = Object.entries(signature().binaryData as Record<string, string>)[0]!;
  const altered = Buffer.from(good[1], 'base64');
  altered[altered.length - 10]! ^= 1;
  const late = await signedTooLate(releaseClaim(`sha256:${'81'.repeat(32)}`));
  const keyFile = join(rig.directory, 'keys.asc');
  await writeFile(keyFile, `${await readFile(rig.keyFile, 'utf8')}\n${late.armored}`);
  // All of several signatures must be valid.
  const second = good[0].replace(/-1$/, '-2');
  const several = {
    ...signature(),
    binaryData: { [good[0]]: good[1], [second]: foreign.toString('base64') },
  };
  const forgeries = [
    ...[foreign, altered, late.message, Buffer.from('no signature')].map((message) => signature(message)),
    ...[several, named],
  ];
  for (const forged of forgeries) {
    const { objects, exitCode } = await rig.apply([forged, authority({ 'reg.lan..5000': 'PEM' })], {
      keyFile,
    });
    expect([exitCode, objects.map(({ result }) => result)]).toEqual([2, [expect.any(String), 'failed']]);
    expect(objects[1]).toMatchObject({ code: 'signature-invalid' });
  }
  const name = signature().metadata as { name: string };
  const stored = () => rig.server.read('v1', 'ConfigMap', name.name, 'openshift-config-managed');
  expect(stored()).toBeUndefined();
  // The same keys accept a valid signature.
  expect((await rig.apply([signature()], { keyFile })).exitCode).toBe(0);
  expect(stored()).toBeDefined();
});

test('applies an object once if the connection ends after the change and the request is repeated', async () => {
  await start();
  const on = { verb: 'patch', resource: 'imagedigestmirrorsets', dryRun: false };
  rig.server.rules.push({ on, answer: 'drop-after', times: 1 });
  const { exitCode, objects } = await rig.apply([signature(), mirrorSet({ 'quay.io/a': ['reg.lan/a'] })]);
  expect([exitCode, objects.map(({ result }) => result)]).toEqual([0, ['created', 'created']]);
});

test('skips kinds that an old cluster does not serve, or reports them with a remedy', async () => {
  await start({
    openShiftVersion: '4.12.30',
    without: ['ImageDigestMirrorSet', 'ClusterCatalog', 'UpdateService'],
  });
  const { objects, exitCode } = await rig.apply(everyObject());
  expect(exitCode).toBe(2);
  const of = (kind: string) => objects.find((object) => object.kind === kind);
  expect(of('ImageDigestMirrorSet')).toMatchObject({
    ...{ result: 'failed', code: 'cluster-missing' },
    message: expect.stringContaining('4.12.30'),
    remedy: expect.stringContaining('--openshift-version 4.12.30'),
  });
  expect(of('ClusterCatalog')).toMatchObject({ result: 'skipped', code: 'cluster-version' });
  expect(of('UpdateService')).toMatchObject({
    result: 'failed',
    remedy: expect.stringContaining('cincinnati'),
  });
  expect(of('CatalogSource')!.result).toBe('created');
});

test('a cluster that is much newer than the releases that Airlock is tested with gets a warning', async () => {
  const newer = async (openShiftVersion: string) => {
    await start({ openShiftVersion });
    const { problems } = await rig.apply([signature()], { dryRun: true });
    return problems.filter(({ message }) => message.includes('tested only with releases up to 4.20'));
  };
  expect(await newer('4.22.7')).toEqual([]);
  expect(await newer('4.23.0-rc.1')).toMatchObject([{ code: 'cluster-version', level: 'warning' }]);
  expect(await newer('5.0.1')).toHaveLength(1);
});

test('reports versions that do not fit, leftover policies and objects that are no longer in the manifests', async () => {
  await start({ openShiftVersion: '4.4.3' });
  const policy: JsonObject = {
    ...{ apiVersion: 'operator.openshift.io/v1alpha1', kind: 'ImageContentSourcePolicy' },
    metadata: { name: 'old', annotations: { createdBy: 'airlock' } },
    spec: { repositoryDigestMirrors: [] },
  };
  rig.server.put(policy, 'airlock');
  const { problems } = await rig.apply([signature(), mirrorSet({ 'quay.io/a': ['reg.lan/a'] })], {
    dryRun: true,
  });
  const messages = problems.map(({ message }) => message).join('\n');
  expect(messages).toContain(t('signaturesUnread', { version: '4.4.3', first: '4.4.8' }));
  expect(messages).toContain(t('policiesLeft', { policies: 'ImageContentSourcePolicy old' }));
  expect(problems.find(({ code }) => code === 'cluster-leftover')).toMatchObject({ level: 'info' });
});

test('objects that restart nodes wait for permission, the rest is applied, and a later run completes', async () => {
  await start();
  const limited = await rig.apply(everyObject(), { allowRestart: false });
  expect(limited.exitCode).toBe(2);
  expect(results(limited)).toEqual([
    'ConfigMap created',
    'Image waiting',
    'ConfigMap created',
    'ImageDigestMirrorSet waiting',
    'CatalogSource waiting',
    'ClusterCatalog waiting',
    'OperatorHub waiting',
    'UpdateService waiting',
  ]);
  expect(limited.problems.find(({ code }) => code === 'cluster-restart')!.message).toContain(
    '5 nodes in 2 pools',
  );
  const requested: string[][] = [];
  const mayRestart = async (objects: readonly { kind: string }[]) => {
    requested.push(objects.map(({ kind }) => kind));
    return true;
  };
  const done = await rig.apply(everyObject(), { allowRestart: false }, { mayRestart });
  expect(requested).toEqual([['Image', 'ImageDigestMirrorSet']]);
  expect(done.exitCode).toBe(0);
  const nothing = await rig.apply(everyObject(), { allowRestart: false });
  expect([nothing.exitCode, requested.length]).toEqual([0, 1]);
});

test('lists lost mirrors and requires --allow-removal; a mirror in another object is not lost', async () => {
  await start();
  await rig.apply([mirrorSet({ 'quay.io/a': ['reg.lan/a'], 'quay.io/b': ['reg.lan/b', 'reg.two/b'] })]);
  const fewer = [mirrorSet({ 'quay.io/b': ['reg.lan/b'] })];
  const rejected = await rig.apply(fewer);
  expect(rejected.objects[0]).toMatchObject({
    ...{ result: 'removal', code: 'cluster-removal' },
    removals: [
      t('lostMirror', { mirror: 'reg.lan/a', source: 'quay.io/a', by: 'digest' }),
      t('lostMirror', { mirror: 'reg.two/b', source: 'quay.io/b', by: 'digest' }),
    ],
  });
  expect(rejected.exitCode).toBe(2);
  const moved = {
    ...mirrorSet({ 'quay.io/a': ['reg.lan/a'], 'quay.io/b': ['reg.two/b'] }),
    metadata: { name: 'more' },
  };
  expect((await rig.apply([...fewer, moved], { dryRun: true })).exitCode).toBe(0);
  expect((await rig.apply(fewer, { allowRemoval: true })).objects[0]!.result).toBe('configured');
});

test('the remedy of a conflict names every option that the object needs', async () => {
  await start();
  rig.server.put(pullSecret(['quay.io']) as never, 'oc');
  const ours = [pullSecret(['reg.lan:5000'])];
  const optionsOf = async (choices: Parameters<typeof rig.apply>[1]) =>
    (await rig.apply(ours, choices)).objects[0]!.remedy?.match(/--[a-z-]+/g);
  expect(await optionsOf({ allowRestart: false })).toEqual([
    ...['--overwrite', '--allow-removal', '--allow-restart'],
  ]);
  expect(await optionsOf({ allowRestart: false, overwrite: true })).toEqual([
    ...['--allow-removal', '--allow-restart'],
  ]);
  expect(await optionsOf({ allowRestart: true, allowRemoval: true })).toEqual(['--overwrite']);
});

test('a lost login and CAs of another ConfigMap require --allow-removal; no secret is shown', async () => {
  await start();
  rig.server.put(
    {
      ...authority({ 'corp..5000': 'PEM' }),
      metadata: { name: 'corp', namespace: 'openshift-config' },
    } as JsonObject,
    'oc',
  );
  const image: JsonObject = {
    apiVersion: 'config.openshift.io/v1',
    kind: 'Image',
    metadata: { name: 'cluster' },
  };
  rig.server.put({ ...image, spec: { additionalTrustedCA: { name: 'corp' } } }, 'airlock');
  const ours = [
    authority({ 'reg.lan..5000': 'PEM' }),
    { ...image, spec: { additionalTrustedCA: { name: 'airlock-registry-ca' } } } as never,
  ];
  const trust = await rig.apply(ours, { overwrite: true });
  expect(trust.objects[1]).toMatchObject({
    result: 'removal',
    removals: [t('lostAuthorityOf', { registry: 'corp:5000', name: 'corp' })],
  });
  const lost = await rig.apply([pullSecret(['reg.lan:5000'])], { overwrite: true });
  expect(lost.objects[0]).toMatchObject({
    result: 'removal',
    removals: [t('lostCredentials', { registry: 'quay.io' })],
  });
  const secret = await rig.apply([pullSecret(['quay.io', 'reg.lan:5000'])], { overwrite: true });
  expect(secret.objects[0]!.result).toBe('configured');
  expect(JSON.stringify(secret.objects[0]!.changes)).toContain('reg.lan:5000');
  const shown = JSON.stringify([trust, lost, secret, rig.events]);
  for (const word of [
    'a2ltOnNlY3JldA',
    'a2ltOnRvcHNlY3JldA',
    Buffer.from('{"auths"').toString('base64').slice(0, 9),
  ])
    expect(shown).not.toContain(word);
  const retained = await readdir(secret.saved!);
  expect(retained).toContain('001-before.yaml');
  expect((await stat(join(secret.saved!, '001-before.yaml'))).mode & 0o077).toBe(0);
});

test('a catalog with fewer operators and working default catalogs require --allow-removal', async () => {
  await start();
  await rig.apply([catalogSource('reg.lan/index:v4.17')]);
  for (const name of ['rhacm', 'quay'])
    rig.server.put(
      {
        ...{ apiVersion: 'packages.operators.coreos.com/v1', kind: 'PackageManifest' },
        metadata: {
          name,
          namespace: 'openshift-marketplace',
          labels: { catalog: 'cs-redhat-operator-index-v4-18' },
        },
      },
      'packageserver',
    );
  const next = [catalogSource('reg.lan/index:v4.18')];
  const fewer = await rig.apply(next, { packagesOf: async () => ['rhacm'] });
  expect(fewer.objects[0]!.removals).toEqual([
    t('lostOperator', { operator: 'quay', catalog: 'cs-redhat-operator-index-v4-18' }),
  ]);
  const unknown = await rig.apply(next);
  expect(unknown.objects[0]!.removals).toEqual([
    t('lostOperatorsUnknown', { catalog: 'cs-redhat-operator-index-v4-18', image: 'reg.lan/index:v4.18' }),
  ]);
  expect((await rig.apply(next, { packagesOf: async () => ['rhacm', 'quay'] })).exitCode).toBe(0);
  const hub = everyObject().filter(({ kind }) => kind === 'OperatorHub');
  rig.server.put(
    {
      ...{ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription' },
      metadata: { name: 'odf', namespace: 'openshift-storage' },
      spec: { source: 'redhat-operators', sourceNamespace: 'openshift-marketplace', name: 'odf' },
    },
    'oc',
  );
  expect((await rig.apply(hub)).objects[0]).toMatchObject({
    result: 'removal',
    removals: [t('lostCatalogInUse', { name: 'redhat-operators', subscriptions: 'odf' })],
  });
});

test('reports degraded and paused pools, and applies catalogs anyway', async () => {
  await start({ degraded: ['worker'] });
  const { objects, problems, exitCode } = await rig.apply(everyObject());
  expect(exitCode).toBe(2);
  expect(problems.find(({ code }) => code === 'cluster-not-ready')).toMatchObject({
    ...{ level: 'error', message: expect.stringContaining('failed to drain') },
  });
  expect(objects.every(({ result }) => result === 'created' || result === 'configured')).toBe(true);
  await rig[Symbol.asyncDispose]();
  await start({ paused: ['worker'] });
  const paused = await rig.apply([mirrorSet({ 'quay.io/a': ['reg.lan/a'] })]);
  expect(paused.exitCode).toBe(0);
  expect(paused.problems[0]).toMatchObject({
    level: 'warning',
    message: expect.stringContaining('worker is paused'),
  });
});

test('rollback restores previous versions and deletes created objects once', async () => {
  await start();
  await rig.apply([mirrorSet({ 'quay.io/a': ['reg.lan/a'] })]);
  const before = mirrors()!.spec;
  await rig.apply([mirrorSet({ 'quay.io/a': ['reg.lan/a'], 'quay.io/b': ['reg.lan/b'] }), signature()]);
  const dry = await rig.rollback({ dryRun: true });
  expect(results(dry)).toEqual(['ImageDigestMirrorSet restored', 'ConfigMap deleted']);
  expect(mirrors()!.spec).not.toEqual(before);
  const limited = await rig.rollback({ allowRestart: false });
  expect([limited.exitCode, results(limited)]).toEqual([
    2,
    ['ImageDigestMirrorSet waiting', 'ConfigMap deleted'],
  ]);
  const done = await rig.rollback();
  expect([done.exitCode, results(done)]).toEqual([
    0,
    ['ImageDigestMirrorSet restored', 'ConfigMap unchanged'],
  ]);
  expect(mirrors()!.spec).toEqual(before);
  const record = JSON.parse(await readFile(join(done.saved!, 'record.json'), 'utf8')) as JsonObject;
  expect(record.rolledBackAt).toEqual(expect.any(String));
  expect(results(await rig.rollback())).toEqual(['ImageDigestMirrorSet deleted']);
  expect(mirrors()).toBeUndefined();
});

test('records the last complete apply of a folder of manifests, until it is rolled back', async () => {
  await start();
  const since = new Date().toISOString();
  const source = { from: '/push/config', kubeconfig: rig.kubeconfig };
  const last = async (from = source.from, pushed = since) =>
    lastApplyOf(await readableApplies(rig.history), from, pushed);
  const manifests = [mirrorSet({ 'quay.io/a': ['reg.lan/a'] })];
  await rig.apply(manifests, { source, dryRun: true });
  await rig.apply(manifests, { source, allowRestart: false });
  await rig.apply(manifests, { source: { from: '/other' } });
  expect(await last()).toBeUndefined();
  // The cluster has all objects already.
  expect((await rig.apply(manifests, { source })).saved).toBeUndefined();
  expect(await last()).toMatchObject({
    ...source,
    context: 'lab',
    completedAt: expect.any(String),
    objects: [],
  });
  // A later push wrote other manifests to the folder.
  expect(await last(source.from, new Date(Date.now() + 5000).toISOString())).toBeUndefined();
  // The apply of the other folder made the change.
  await rig.rollback();
  expect([await last('/other'), await last()]).toEqual([undefined, undefined]);
  await rig.apply(manifests, { source });
  expect(await last()).toMatchObject({ objects: [{ kind: 'ImageDigestMirrorSet' }] });
  await rig.rollback();
  expect(await last()).toBeUndefined();
});

test('fields that controllers add to an object do not count as changes, and stay', async () => {
  await start();
  await rig.apply([mirrorSet({ 'quay.io/a': ['reg.lan/a'] })]);
  await rig.apply([mirrorSet({ 'quay.io/a': ['reg.lan/a'], 'quay.io/b': ['reg.lan/b'] })]);
  const metadata = mirrors()!.metadata as JsonObject;
  const added = { finalizers: ['operator/cleanup'], labels: { 'operator/name': 'x' } };
  rig.server.put({ ...mirrors()!, metadata: { ...metadata, ...added } }, 'operator');
  expect(results(await rig.rollback())).toEqual(['ImageDigestMirrorSet restored']);
  expect(mirrors()).toMatchObject({
    metadata: { finalizers: ['operator/cleanup'] },
    spec: { imageDigestMirrors: [{ source: 'quay.io/a' }] },
  });
});

test('rollback leaves objects that someone changed since, unless they are overwritten', async () => {
  await start();
  await rig.apply([mirrorSet({ 'quay.io/a': ['reg.lan/a'] }), signature()]);
  rig.server.put({ ...mirrors()!, spec: { imageDigestMirrors: [] } }, 'kubectl-edit');
  // All options that the next rollback needs.
  const [blocked] = (await rig.rollback({ dryRun: true, allowRestart: false })).objects;
  expect(blocked!.remedy).toContain('--overwrite and --allow-restart');
  const left = await rig.rollback();
  expect(left.objects[0]!.remedy).not.toContain('--allow-restart');
  expect(results(left)).toEqual(['ImageDigestMirrorSet conflict', 'ConfigMap deleted']);
  expect(left.exitCode).toBe(2);
  expect(results(await rig.rollback({ overwrite: true }))).toEqual([
    'ImageDigestMirrorSet deleted',
    'ConfigMap unchanged',
  ]);
});

test('if the cluster stops answering, the rest fails, waiting ends, and a rollback is possible', async () => {
  await start();
  let away = false;
  rig.server.onChange((object) => {
    if (away || object.kind !== 'ImageDigestMirrorSet') return;
    away = true;
    rig.server.rules.unshift({ on: {}, answer: 'drop' });
  });
  const times = { pollMs: 2, settleMs: 5, poolsMs: 3000, objectsMs: 3000, awayMs: 20 };
  const { objects, problems, exitCode } = await rig.apply(everyObject(), { times });
  expect(exitCode).toBe(2);
  expect(objects.map(({ kind, result, code }) => [kind, result, code])).toEqual([
    ['ConfigMap', 'created', undefined],
    ['Image', 'configured', undefined],
    ['ConfigMap', 'created', undefined],
    ['ImageDigestMirrorSet', 'created', undefined],
    ...['CatalogSource', 'ClusterCatalog', 'OperatorHub', 'UpdateService'].map((kind) => [
      kind,
      'failed',
      'connection',
    ]),
  ]);
  expect(problems.some(({ code }) => code === 'cluster-not-ready')).toBe(true);
  rig.server.rules.length = 0;
  await rig.server.settled();
  const back = await rig.rollback();
  expect([back.exitCode, results(back).at(-1)]).toEqual([0, 'ConfigMap deleted']);
});
