import { execFileSync } from 'node:child_process';
import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newTestService, type TestService } from '../service.fixture.ts';
import { t as state } from '../state/messages.ts';
import { t } from './messages.ts';

const GOOD = `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
mirror:
  additionalImages:
    - name: quay.io/a/b:1
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

test('distinguishes the configurations of a workspace from other YAML', async () => {
  await writeFile(join(workspace, 'isc.yaml'), GOOD);
  await writeFile(join(workspace, 'other.yml'), 'kind: ConfigMap\n');
  await writeFile(join(workspace, 'quoted.yml'), '"kind": "ImageSetConfiguration"\n');
  await mkdir(join(workspace, 'folder.yaml'));
  execFileSync('mkfifo', [join(workspace, 'pipe.yaml')]);
  const { configurations } = await rig.ask('configurations.list', { workspace });
  expect(configurations.map(({ name }) => name).sort()).toEqual(['isc.yaml', 'quoted.yml']);
  expect(await rig.ask('configurations.list', { workspace: '/nowhere' })).toEqual({ configurations: [] });
});

test('problems have their place, and operators and charts cause none', async () => {
  const check = (text: string) => rig.ask('configurations.check', { file: '/x/isc.yaml', text });
  expect(await check(GOOD)).toEqual({
    ok: true,
    kind: 'ImageSetConfiguration',
    apiVersion: 'mirror.openshift.io/v2alpha1',
    operators: false,
    graph: false,
    problems: [],
  });
  const wrong = await check(GOOD.replace('additionalImages', 'additionalImage'));
  expect(wrong.ok).toBe(false);
  expect(wrong).not.toHaveProperty('operators', expect.anything());
  expect(wrong.problems[0]).toMatchObject({ level: 'error', file: '/x/isc.yaml', line: 4 });
  const more = '  operators:\n    - catalog: registry.redhat.io/redhat/c:v4.16\n';
  expect(await check(GOOD + more)).toMatchObject({ ok: true, operators: true, problems: [] });
});

test('rejects saving a file that has changed meanwhile, and leaves it unchanged', async () => {
  const file = join(workspace, 'isc.yaml');
  const created = await rig.ask('configurations.save', { file, text: GOOD });
  const read = await rig.ask('configurations.read', { file });
  expect(read).toEqual({ file, text: GOOD, digest: created.digest });
  expect(await rig.fail('configurations.save', { file, text: 'x' })).toMatchObject({
    code: 'file-changed',
    message: state('fileExists', { file }),
  });
  const { digest } = await rig.ask('configurations.save', { file, text: `${GOOD}#\n`, digest: read.digest });
  expect(digest).not.toBe(read.digest);
  expect(await rig.fail('configurations.save', { file, text: 'lost', digest: read.digest })).toMatchObject({
    code: 'file-changed',
    found: digest,
  });
  expect(await readFile(file, 'utf8')).toBe(`${GOOD}#\n`);
});

test("doesn't read files that are too large or not text", async () => {
  const file = join(workspace, 'huge.yaml');
  await writeFile(file, '');
  await truncate(file, 4 * 2 ** 20 + 1);
  expect(await rig.fail('configurations.read', { file })).toMatchObject({ code: 'config-unreadable' });
  await writeFile(file, Buffer.from([0xff, 0xfe, 0xfd]));
  expect((await rig.fail('configurations.read', { file })).message).toBe(t('notText', { file }));
  expect((await rig.fail('configurations.read', { file: workspace })).message).toBe(
    t('notAFile', { file: workspace }),
  );
  expect(await rig.fail('configurations.read', { file: '/nowhere.yaml' })).toMatchObject({
    message: t('fileMissing', { file: '/nowhere.yaml' }),
  });
  expect(await rig.fail('configurations.read', { file: 'relative.yaml' })).toMatchObject({ path: 'file' });
});
