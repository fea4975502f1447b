import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportWorkspace } from '../../core/media/export/export.fixture.ts';
import { inProcess } from '../in-process.fixture.ts';

let root: string;
let workspace: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-keys-cli-'));
  workspace = `file://${(await exportWorkspace(root, 2)).directory}`;
  for (const name of ['stick', 'plain', 'here', 'empty']) await mkdir(join(root, name));
});
afterEach(() => rm(root, { recursive: true }));

const run = (...args: string[]) => {
  const env = { INIT_CWD: root, XDG_CONFIG_HOME: join(root, 'config'), XDG_STATE_HOME: join(root, 'state') };
  return inProcess({ host: { env, home: root, tool: 'airlock test' } }, args);
};

test('a key pair is created, transferred, trusted and then required, with a few commands', {
  timeout: 300_000,
}, async () => {
  const here = `file://${join(root, 'here')}`;
  const created = await run('keys', 'create', '--name', 'Team', workspace);
  expect(created).toMatchObject({ code: 0, result: { name: 'Team' } });
  const { fingerprint, publicKey } = created.result as unknown as { fingerprint: string; publicKey: string };
  expect(await run('media', 'export', '--transfer', 'lab-0001', '--to', 'stick', workspace)).toMatchObject({
    code: 0,
    result: { signedBy: { by: 'key', fingerprint } },
  });
  expect((await run('keys', 'trust', '--fingerprint', 'ABCD', publicKey, here)).code).toBe(1);
  const trusted = await run('keys', 'trust', '--fingerprint', fingerprint, publicKey, here);
  expect(trusted).toMatchObject({ code: 0, result: { fingerprint, unsigned: [] } });
  expect(await run('media', 'import', '--from', 'stick', here)).toMatchObject({
    code: 0,
    result: { records: [{ origin: { state: 'verified', by: { fingerprint } } }] },
  });
  const index = join(root, 'here', 'transfers', 'lab-0001', 'index.json');
  await rm(join(root, 'state', 'airlock', 'origins'), { recursive: true });
  const deletion = join(root, 'delete.yaml');
  await writeFile(
    deletion,
    'kind: DeleteImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\ndelete:\n  additionalImages:\n    - name: quay.io/apps/a:v1\n',
  );
  const to = 'docker://127.0.0.1:9/x';
  // Every use of a set of unknown origin stops: a push, its plan, a deletion, a registry.
  for (const args of [
    ['mirror', '--from', here, to, '--dest-tls-verify=false'],
    ['plan', '--from', here, to, '--dest-tls-verify=false'],
    ['delete', '--generate', '-c', deletion, '--workspace', here, to, '--dest-tls-verify=false'],
    ['registry', 'serve', here],
  ])
    expect([args[0], await run(...args)]).toMatchObject([
      args[0],
      { code: 1, result: { code: 'index-unsigned', message: expect.stringContaining(index) } },
    ]);
  expect(await run('keys', 'list', here)).toMatchObject({ code: 0, result: { trusted: [{ fingerprint }] } });
  expect((await run('keys', 'remove', fingerprint, here)).code).toBe(0);
  expect(await run('keys', 'remove', fingerprint, here)).toMatchObject({
    code: 1,
    result: { code: 'usage' },
  });
  expect((await run('keys', 'create', `file://${join(root, 'empty')}`)).code).toBe(1);
});
