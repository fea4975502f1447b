import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Ended } from '../../../core/mirror/airlock-process.fixture.ts';
import { newRig, type Rig } from '../../../core/mirror/mirror.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../../../core/registry/server/start.ts';
import { memoryStorage } from '../../../core/registry/server/storage/memory-storage.ts';
import { inProcess } from '../../in-process.fixture.ts';

let rig: Rig;
let registry: RegistryServer;
let pushed: Ended;
let config: string;
const run = (...args: string[]): Promise<Ended> => inProcess(rig, args);

beforeAll(async () => {
  rig = await newRig();
  registry = await startRegistryServer({ storage: memoryStorage() });
  const workspace = `file://${rig.place('workspace')}`;
  config = rig.place('config');
  const disk = await run('mirror', '-c', rig.world.sets.core.file, workspace);
  expect(disk.code, disk.stderr).toBe(0);
  pushed = await run(
    ...['mirror', '--from', workspace, `docker://${registry.host}`, '--dest-tls-verify=false'],
    ...['--no-probe', '--config-to-dir', config],
  );
}, 60_000);
afterAll(async () => {
  await registry.close();
  await rig[Symbol.asyncDispose]();
});

interface Written {
  files: { path: string; kind: string; name: string }[];
  directory: string;
  run: string;
}

test('mirror --config-to-dir reports the folder of the manifests and the sheet', () => {
  expect(pushed.code, pushed.stderr).toBe(0);
  expect(pushed.result).toMatchObject({ config, handoff: join(config, 'handoff.html') });
  expect(pushed.result!.next).toContain(`airlock cluster-config apply ${config}, or oc apply -Rf ${config}`);
});

test('write uses the last push of the state folder, and reports the object in each file', async () => {
  const to = rig.place('written');
  const { code, result, stderr } = await run('cluster-config', 'write', '--to', to);
  expect(code, stderr).toBe(0);
  const { files, directory } = result as unknown as Written;
  expect(directory).toBe(to);
  expect(files.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['ImageDigestMirrorSet', 'ImageTagMirrorSet', 'ConfigMap']),
  );
  for (const { path, kind, name } of files) {
    const text = await readFile(resolve(to, path), 'utf8');
    expect(parse(text)).toMatchObject({ kind, metadata: { name } });
    expect(await readFile(resolve(config, path), 'utf8')).toBe(text);
  }
});

test('write accepts the record of a run, and a version of the cluster', async () => {
  const record = pushed.result!.run as string;
  const args = ['--from-run', record, '--openshift-version', '4.12', '--to', rig.place('written')];
  const { code, result } = await run('cluster-config', 'write', ...args);
  expect(code).toBe(0);
  expect(record.endsWith((result as unknown as Written).run)).toBe(true);
  const kinds = (result as unknown as Written).files.map(({ kind }) => kind);
  expect(kinds).toContain('ImageContentSourcePolicy');
  expect(kinds).not.toContain('ImageDigestMirrorSet');
});

test('invalid usage and missing pushes have exit code 1', async () => {
  const to = rig.place('written');
  const state = pushed.result!.state as string;
  const cases = [
    [['--to', to, '--from-run', state, '--workspace', `file://${state}`], 'usage'],
    [['--to', to, '--openshift-version', 'new'], 'usage'],
    [['--to', to, '--workspace', `file://${rig.directory}`], 'workspace-invalid'],
    [['--to', to, '--pull-secret', join(to, 'none')], 'config-unreadable'],
    [[], 'usage'],
  ] as const;
  for (const [args, code] of cases) {
    const ended = await run('cluster-config', 'write', ...args);
    expect([ended.code, ended.result?.code], args.join(' ')).toEqual([1, code]);
  }
});
