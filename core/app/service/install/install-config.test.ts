import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  complete,
  PASSWORD,
  PULL_SECRET,
} from '../../../install/install-config/model/install-config.fixture.ts';
import { certificateAuthority } from '../../../registry/access/loopback-servers.fixture.ts';
import { lookAlikeVCenter, USER, PASSWORD as VCENTER_PASSWORD } from '../../vcenters/vcenter.fixture.ts';
import { newTestService, type TestService, textsBelow } from '../service.fixture.ts';
import { t } from './messages.ts';

const SECRETS = [PASSWORD, PULL_SECRET, 'bWlycm9yOktnNy1zZXNhbWUtUXgy'];

let rig: TestService;
let folder: string;
beforeEach(async () => {
  rig = await newTestService();
  folder = join(rig.directory, 'configs');
  await mkdir(folder);
});
afterEach(async () => {
  await rig[Symbol.asyncDispose]();
});

test('a file is opened without its secrets and written with them, byte for byte', async () => {
  const file = join(folder, 'install-config.yaml');
  const { text } = complete('vsphere-multi-vcenter');
  await writeFile(file, text, { mode: 0o644 });
  const draft = await rig.ask('installConfig.start', { kind: 'file', file, openShiftVersion: '4.19' });
  expect(draft).toMatchObject({ file, openShiftVersion: '4.19', method: 'installer' });
  const saved = await rig.ask('installConfig.save', draft);
  expect(saved).toEqual({ text: draft.text, lost: [], problems: [] });
  const written = await rig.ask('installConfig.saveFile', { draft, file, withSecrets: true });
  expect(await readFile(file, 'utf8')).toBe(text);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(written.digest).toBe(draft.digest);
  for (const secret of SECRETS) {
    expect(JSON.stringify(draft)).not.toContain(secret);
    for (const [name, retained] of await textsBelow(rig.home)) expect(retained, name).not.toContain(secret);
    expect(JSON.stringify(rig.events)).not.toContain(secret);
  }
  const { drafts } = await rig.ask('installConfig.list', {});
  expect(drafts).toMatchObject([{ id: draft.id, name: 'cluster', file }]);
  const stale = { ...draft, digest: `sha256:${'0'.repeat(64)}` };
  expect(await rig.fail('installConfig.saveFile', { draft: stale, file, withSecrets: true })).toMatchObject({
    code: 'file-changed',
  });
});

test('problems of secrets come from the engine, with their place on the page', async () => {
  const draft = await rig.ask('installConfig.start', {
    kind: 'preset',
    preset: 'vsphere',
    directory: folder,
  });
  expect(draft.file).toBe(join(folder, 'install-config.yaml'));
  const { placeholder: password } = await rig.ask('installConfig.storeSecret', { value: PASSWORD });
  const { placeholder: wrong } = await rig.ask('installConfig.storeSecret', {
    value: `{"auths": {"a": {}}}`,
  });
  const text = draft.text
    .replace("password: ''", `password: ${password}`)
    .replace("pullSecret: ''", `pullSecret: '${wrong}'`);
  const { problems } = await rig.ask('installConfig.save', { ...draft, text });
  expect(problems).toEqual([
    expect.objectContaining({
      path: 'pullSecret',
      message: 'pullSecret: Invalid value: "********": "a" requires either auth or credsStore',
    }),
  ]);
  const file = join(folder, 'other.yaml');
  await rig.ask('installConfig.saveFile', { draft: { ...draft, text }, file, withSecrets: false });
  const empty = await readFile(file, 'utf8');
  expect(empty).toContain("password: ''");
  expect(empty).not.toContain('secret-in-memory');
});

test('secrets end with the engine that stored them, and the draft lists them', async () => {
  const draft = await rig.ask('installConfig.start', {
    kind: 'preset',
    preset: 'vsphere',
    directory: folder,
  });
  const { placeholder } = await rig.ask('installConfig.storeSecret', { value: PASSWORD });
  const text = draft.text.replace("password: ''", `password: ${placeholder}`);
  await rig.ask('installConfig.save', { ...draft, text });
  const next = rig.again();
  const again = await next.ask('installConfig.read', { id: draft.id });
  expect(again.text).toBe(text);
  const saved = await next.ask('installConfig.save', again);
  expect(saved.lost).toEqual([placeholder]);
  expect(saved.problems.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/^platform\.vsphere\.vcenters.*password: Required value/),
  );
  expect(
    await next.fail('installConfig.saveFile', { draft: again, file: again.file, withSecrets: true }),
  ).toMatchObject({ code: 'not-found' });
  await next.ask('installConfig.remove', { id: draft.id });
  expect(await next.fail('installConfig.read', { id: draft.id })).toMatchObject({ code: 'not-found' });
});

test('secrets typed into the text are removed from it by the next save', async () => {
  const draft = await rig.ask('installConfig.start', {
    kind: 'preset',
    preset: 'vsphere',
    directory: folder,
  });
  const text = draft.text.replace("password: ''", `password: ${PASSWORD}`);
  const saved = await rig.ask('installConfig.save', { ...draft, text });
  expect(saved.text).toMatch(/password: secret-in-memory-[0-9a-f]{8}\n/);
  for (const [name, retained] of await textsBelow(rig.directory))
    expect(retained, name).not.toContain(PASSWORD);
});

test('manifests of user-provisioned machines have their steps, also after a restart of the form', async () => {
  const file = join(folder, 'install-config.yaml');
  await writeFile(file, complete('vsphere').text);
  const started = await rig.ask('installConfig.start', { kind: 'file', file, openShiftVersion: '4.19' });
  await rig.ask('installConfig.save', { ...started, method: 'user-provisioned' });
  const draft = await rig.ask('installConfig.read', { id: started.id });
  expect(draft.method).toBe('user-provisioned');
  const { files, steps, checklist } = await rig.ask('installConfig.manifests', { draft });
  expect(files.map(({ path }) => path)).toContain('user-provisioned-steps.md');
  expect(files.filter(({ kind }) => /Machine/.test(kind))).toEqual([]);
  expect(steps.flatMap(({ commands }) => commands)).toContain('openshift-install create ignition-configs');
  expect(checklist.flatMap(({ items }) => items).map(({ by }) => by)).not.toContain('installer');
  expect((await rig.ask('installConfig.manifests', { draft: started })).steps).toEqual([]);
});

test('manifests are shown without secrets, and written with them only on request', async () => {
  const file = join(folder, 'install-config.yaml');
  await writeFile(file, complete('vsphere-multi-vcenter').text);
  const draft = await rig.ask('installConfig.start', { kind: 'file', file, openShiftVersion: '4.19' });
  const shown = await rig.ask('installConfig.manifests', { draft });
  expect(shown.files.map(({ path }) => path)).toContain('cluster-api/000_capi-namespace.yaml');
  expect(shown.files.filter(({ secret }) => secret).length).toBeGreaterThan(2);
  expect(shown.checklist.map(({ server }) => server)).toEqual(
    ['a', 'b', 'c'].map((letter) => `vcenter-${letter}.example.com`),
  );
  const encoded = Buffer.from(PASSWORD).toString('base64');
  for (const secret of [...SECRETS, encoded]) expect(JSON.stringify(shown)).not.toContain(secret);

  const plain = join(folder, 'plain');
  const without = await rig.ask('installConfig.saveManifests', {
    draft,
    directory: plain,
    withSecrets: false,
  });
  expect(without.omitted).toEqual(shown.files.filter(({ secret }) => secret).map(({ path }) => path));
  for (const [name, text] of await textsBelow(plain))
    for (const secret of [...SECRETS, encoded]) expect(text, name).not.toContain(secret);
  const isComplete = join(folder, 'complete');
  const all = await rig.ask('installConfig.saveManifests', {
    draft,
    directory: isComplete,
    withSecrets: true,
  });
  expect(all.files).toHaveLength(shown.files.length);
  const creds = join(isComplete, shown.files.find(({ path }) => path.includes('creds'))!.path);
  expect(await readFile(creds, 'utf8')).toMatch(new RegExp(`${encoded}|${PASSWORD}`));
  expect((await stat(creds)).mode & 0o777).toBe(0o600);
});

test("a mirror adds its sources and its login, which isn't shown on the page", async () => {
  const workspace = join(folder, 'workspace');
  const resources = join(workspace, 'working-dir', 'cluster-resources');
  await mkdir(resources, { recursive: true });
  const set = (kind: string, list: string) =>
    `apiVersion: config.openshift.io/v1\nkind: ${kind}\nmetadata:\n  name: x\nspec:\n  ${list}:\n  - source: quay.io/openshift-release-dev/ocp-release\n    mirrors:\n    - mirror.example.com:8443/ocp/release\n`;
  await writeFile(join(resources, 'idms.yaml'), set('ImageDigestMirrorSet', 'imageDigestMirrors'));
  const authFile = join(folder, 'auth.json');
  await writeFile(
    authFile,
    JSON.stringify({
      auths: { 'mirror.example.com:8443': { auth: Buffer.from(`me:${PASSWORD}`).toString('base64') } },
    }),
  );
  const draft = await rig.ask('installConfig.start', {
    kind: 'preset',
    preset: 'vsphere',
    directory: folder,
  });
  const mirrored = await rig.ask('installConfig.fromMirror', {
    text: draft.text,
    directory: workspace,
    authFile,
  });
  expect(mirrored.changes).toEqual([
    t('mirrorSources', { count: 1, folder: resources }),
    t('mirrorCredentials', { registry: 'mirror.example.com:8443' }),
  ]);
  expect(mirrored.text).toContain('mirror.example.com:8443/ocp/release');
  expect(mirrored.text).toMatch(/pullSecret: secret-in-memory-[0-9a-f]{8}\n/);
  expect(JSON.stringify(mirrored)).not.toContain(Buffer.from(`me:${PASSWORD}`).toString('base64'));
});

test('a vCenter is tested with its password, which the answer does not contain', async () => {
  const authority = certificateAuthority(rig.directory, 'Lab Root');
  await using vcenter = await lookAlikeVCenter(authority.issue('vcenter', 'IP:127.0.0.1'));
  const address = `127.0.0.1:${vcenter.port}`;
  const trusted = join(rig.home, '.config/containers/certs.d', address);
  await mkdir(trusted, { recursive: true });
  await writeFile(join(trusted, 'ca.crt'), authority.cert);
  const file = join(folder, 'install-config.yaml');
  const entry = `{server: 127.0.0.1, port: ${vcenter.port}, user: ${USER}, password: '${VCENTER_PASSWORD}'}`;
  await writeFile(file, `platform:\n  vsphere:\n    vcenters:\n    - ${entry}\n`);
  const draft = await rig.ask('installConfig.start', { kind: 'file', file });
  expect(draft.text).not.toContain(VCENTER_PASSWORD);
  const test = await rig.ask('installConfig.testVCenter', { draft, vcenter: 0 });
  expect(test).toMatchObject({ server: '127.0.0.1', address });
  expect(test.findings.filter(({ level }) => level !== 'ok')).toEqual([]);
  expect(test.findings.map(({ check }) => check)).toContain('login');
  expect(JSON.stringify(test)).not.toContain(VCENTER_PASSWORD);
  expect(vcenter.sessions.size).toBe(0);
  expect(await rig.fail('installConfig.testVCenter', { draft, vcenter: 1 })).toMatchObject({
    code: 'not-found',
  });
});
