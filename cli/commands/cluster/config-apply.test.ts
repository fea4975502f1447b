import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type ApplyRig,
  applyRig,
  catalogSource,
  everyObject,
  mirrorSet,
} from '../../../core/cluster/client/apply.fixture.ts';
import { type Resource, resourceYaml } from '../../../core/content/resources/resource-yaml.ts';
import type { Ended } from '../../../core/mirror/airlock-process.fixture.ts';
import type { JsonObject } from '../../../core/test-world/cluster/field-sets.ts';
import { inProcess } from '../../in-process.fixture.ts';

let rig: ApplyRig;
let config: string;
const run = (...args: string[]): Promise<Ended> => {
  const env = {
    KUBECONFIG: rig.kubeconfig,
    OCP_SIGNATURE_VERIFICATION_PK: rig.keyFile,
    XDG_STATE_HOME: join(rig.directory, 'state'),
  };
  return inProcess({ host: { env, home: rig.directory, tool: 'test' } }, ['cluster-config', ...args]);
};
const write = async (resources: Resource[]) => {
  config = join(rig.directory, 'config');
  for (const [index, resource] of resources.entries()) {
    const file = join(config, resource.kind, `${index}.yaml`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `# what it is for\n${resourceYaml(resource)}`);
  }
};
const outcomes = ({ result }: Ended) =>
  (result!.objects as { kind: string; result: string }[]).map(({ kind, result }) => `${kind} ${result}`);
beforeEach(async () => {
  rig = await applyRig();
});
afterEach(() => rig[Symbol.asyncDispose]());

test('apply DIR: a dry run, waiting for a restart, allowed, and unchanged; then rollback --list and rollback', async () => {
  await write([mirrorSet({ 'quay.io/a': ['reg.lan/a'] })]);
  const dry = await run('apply', config, '--dry-run');
  expect([dry.code, outcomes(dry)], dry.stderr).toEqual([0, ['ImageDigestMirrorSet created']]);
  expect(rig.writes()).toEqual([]);
  const stored = await run('apply', config);
  expect([stored.code, outcomes(stored)]).toEqual([2, ['ImageDigestMirrorSet waiting']]);
  const done = await run('apply', config, '--allow-restart', '--no-wait');
  expect([done.code, outcomes(done)], done.stderr).toEqual([0, ['ImageDigestMirrorSet created']]);
  expect(done.result).toMatchObject({ status: 'complete', context: 'lab', openShiftVersion: '4.18.9' });
  const again = await run('apply', config, '--no-wait');
  expect([again.code, outcomes(again), again.result!.saved]).toEqual([
    0,
    ['ImageDigestMirrorSet unchanged'],
    undefined,
  ]);

  const list = await run('rollback', '--list');
  expect(list.result!.applies).toMatchObject([
    { directory: done.result!.saved, objects: [{ kind: 'ImageDigestMirrorSet' }] },
  ]);
  const back = await run('rollback', '--allow-restart', '--no-wait');
  expect([back.code, outcomes(back)], back.stderr).toEqual([0, ['ImageDigestMirrorSet deleted']]);
  expect((await run('rollback')).result).toMatchObject({ code: 'usage' });
  const twice = await run('rollback', String(done.result!.saved));
  expect([twice.code, twice.result!.code]).toEqual([1, 'usage']);
});

test('reports a conflict with both values and exit code 2; --overwrite applies it', async () => {
  rig.server.put(catalogSource('reg.old/index:v4.17') as JsonObject, 'kubectl-edit');
  await write(everyObject());
  const conflict = await run('apply', config, '--allow-restart', '--no-wait');
  expect(conflict.code).toBe(2);
  const [object] = (conflict.result!.objects as { result: string }[]).filter(
    ({ result }) => result === 'conflict',
  );
  expect(object).toMatchObject({ conflicts: [{ owner: 'kubectl-edit', theirs: 'reg.old/index:v4.17' }] });
  const accepted = await run('apply', config, '--allow-restart', '--no-wait', '--overwrite');
  expect(outcomes(accepted)).toContain('CatalogSource configured');
});

test('reports a missing cluster, missing manifests and a damaged file, and changes nothing', async () => {
  await write([mirrorSet({ 'quay.io/a': ['reg.lan/a'] })]);
  const cases: [string[], number, string][] = [
    [['apply', config, '--kubeconfig', join(rig.directory, 'none')], 1, 'kubeconfig'],
    [['apply', config, '--context', 'other'], 1, 'kubeconfig'],
    [['apply', join(rig.directory, 'nowhere')], 1, 'config-unreadable'],
    [['apply'], 1, 'usage'],
  ];
  for (const [args, code, fault] of cases) {
    const ended = await run(...args);
    expect([ended.code, ended.result?.code], args.join(' ')).toEqual([code, fault]);
  }
  await writeFile(join(config, 'bad.yaml'), 'kind: ConfigMap\n');
  expect((await run('apply', config)).result).toMatchObject({ code: 'cluster-objects-invalid' });
  rig.server.rules.push({ on: {}, answer: { status: 401, reason: 'Unauthorized', message: 'Unauthorized' } });
  await writeFile(join(config, 'bad.yaml'), '');
  const rejected = await run('apply', config);
  expect([rejected.code, rejected.result!.code]).toEqual([4, 'cluster-unauthorized']);
  // The log only: no previous versions of objects.
  expect(await readdir(join(rig.directory, 'state', 'airlock'))).toEqual(['log']);
});
