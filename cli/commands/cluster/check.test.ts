import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CheckRig, checkRig, PASSWORD } from '../../../core/cluster/check/check.fixture.ts';
import type { Ended } from '../../../core/mirror/airlock-process.fixture.ts';
import { inProcess } from '../../in-process.fixture.ts';

let rig: CheckRig;
const run = (...args: string[]): Promise<Ended> => {
  const env = {
    ...rig.env,
    KUBECONFIG: rig.kubeconfig,
    OCP_SIGNATURE_VERIFICATION_PK: rig.keyFile,
    XDG_STATE_HOME: join(rig.directory, 'state'),
  };
  return inProcess({ host: { env, home: rig.directory, tool: 'test' } }, ['cluster', ...args]);
};
beforeEach(async () => {
  rig = await checkRig();
});
afterEach(() => rig[Symbol.asyncDispose]());

test('inspect writes a file; check passes and writes a page, or fails with exit code 2', async () => {
  const file = join(rig.directory, 'lab.json');
  const found = await run('inspect', '-o', file);
  expect(found.code, found.stderr).toBe(0);
  expect(found.result).toMatchObject({ file, cluster: { version: '4.16.1', context: 'lab' } });
  expect(JSON.stringify(found)).not.toContain(Buffer.from(`kim:${PASSWORD}`).toString('base64'));

  const html = join(rig.directory, 'report.html');
  const yes = await run('check', '--to', '4.16.5', '--html', html);
  expect(yes.code, yes.stderr).toBe(0);
  expect(yes.result).toMatchObject({ ok: true, to: '4.16.5', html, counts: { failed: 0 } });
  expect(await readFile(html, 'utf8')).toContain('Nothing blocks the upgrade from 4.16.1');

  // Without a login on this host, the mirror can't be queried.
  const no = await run('check', '--to', '4.16.5', '--from-inspect', file);
  expect(no.code, no.stderr).toBe(2);
  expect(no.result).toMatchObject({ ok: false });
});

test('invalid usage has exit code 1', async () => {
  const cases = [
    [['check'], 'usage'],
    [['check', '--to', '4.16.5', '--from-dir', 'a', '--from-inspect', 'b'], 'usage'],
    [['check', '--to', '4.16.5', '--from-inspect', join(rig.directory, 'none')], 'config-unreadable'],
    [['inspect', '--from-dir', 'a', '--kubeconfig', 'b'], 'usage'],
    [['check', '--to', '4.16'], 'usage'],
    [['check', '--to', 'quay.io/a/b@sha256:12'], 'usage'],
    [['inspect', '--kubeconfig', join(rig.directory, 'none')], 'kubeconfig'],
  ] as const;
  for (const [args, code] of cases) {
    const ended = await run(...args);
    expect([ended.code, ended.result?.code], args.join(' ')).toEqual([1, code]);
  }
});
