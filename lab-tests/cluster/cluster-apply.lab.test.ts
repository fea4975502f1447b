import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApplyRig, applyRig, mirrorSet } from '../../core/cluster/client/apply.fixture.ts';
import { resourcesOf } from '../../core/cluster/client/read-manifests.ts';
import { resourceYaml } from '../../core/content/resources/resource-yaml.ts';
import type { Json } from '../../core/test-world/cluster/field-sets.ts';
import { SERVED_KINDS, schemaFaults } from '../../core/test-world/cluster/kinds.ts';
import { spawnEnded } from '../fixtures/kubectl-process.ts';
import { crd, DATA, violations } from '../fixtures/published-shapes.ts';

let rig: ApplyRig;
beforeEach(async () => {
  rig = await applyRig();
});
afterEach(() => rig[Symbol.asyncDispose]());

test('the stand-in rejects exactly the mirror sets that the schema of openshift/api rejects', () => {
  const { kind, schema } = crd('imagedigestmirrorsets.crd.yaml');
  const served = SERVED_KINDS.find((one) => one.kind === kind)!;
  const entry = (change: Record<string, Json>): Json => ({
    source: 'quay.io/a',
    mirrors: ['reg.lan:5000/a'],
    ...change,
  });
  const entries: Json[] = [
    entry({}),
    entry({ mirrorSourcePolicy: 'NeverContactSource' }),
    entry({ mirrorSourcePolicy: 'Never' }),
    entry({ source: 'quay.io/A' }),
    entry({ source: 'https://quay.io/a' }),
    entry({ mirrors: ['reg.lan/a:tag'] }),
    entry({ mirrors: 'reg.lan/a' }),
    { mirrors: ['reg.lan/a'] },
    entry({ mirror: 'reg.lan/a' }),
  ];
  const answers = entries.map((one) => {
    const spec: Json = { imageDigestMirrors: [one] };
    const { faults, unknown } = schemaFaults({ spec }, served.schema);
    return [faults.length + unknown.length > 0, violations(schema.properties!.spec!, spec).length > 0];
  });
  expect(answers.map(([ours]) => ours)).toEqual(answers.map(([, theirs]) => theirs));
  expect(answers.filter(([rejected]) => rejected).length).toBe(7);
});

/** Its updateStrategy is indented below a string. */
const NO_YAML = 'dmc5179__openshift4-disconnected__oc-mirror_catalogSource-cs-redhat-operator-index.yaml';

test('published mirror sets, catalogs and update services are applied', async () => {
  const names = /(mirrorset|catalogsource(-cs-[\w-]+)?|updateservice)\.ya?ml$/i;
  const objects = readdirSync(join(DATA, 'release'))
    .filter((name) => names.test(name) && name !== NO_YAML)
    .flatMap((name) => resourcesOf(readFileSync(join(DATA, 'release', name), 'utf8'), name))
    .filter(({ kind }) => SERVED_KINDS.some((served) => served.kind === kind))
    .map((object, index) => ({
      ...object,
      metadata: { ...(object.metadata as object), name: `published-${index}` },
    }))
    .map((object) =>
      object.kind === 'UpdateService'
        ? { ...object, metadata: { ...object.metadata, namespace: 'openshift-update-service' } }
        : object,
    );
  const kinds = new Set(objects.map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(
    expect.arrayContaining(['CatalogSource', 'ImageDigestMirrorSet', 'UpdateService']),
  );
  const applied = await rig.apply(objects, { dryRun: true });
  expect(applied.objects.filter(({ result }) => result !== 'created').map(({ message }) => message)).toEqual(
    [],
  );
});

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

test.skipIf(!hasKubectl)(
  'kubectl works with the stand-in, and reports conflicts like a cluster',
  async () => {
    const file = join(rig.directory, 'mirrors.yaml');
    const kubectl = (...args: string[]) =>
      spawnEnded('kubectl', ['--kubeconfig', rig.kubeconfig, ...args], {
        PATH: process.env.PATH!,
        HOME: rig.directory,
      });
    const ours = [mirrorSet({ 'quay.io/b': ['reg.lan/b'] })];
    await writeFile(file, resourceYaml(mirrorSet({ 'quay.io/a': ['reg.lan/a'] })));
    const apply = ['apply', '--server-side', '--validate=false', '-f', file];
    expect(await kubectl(...apply)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('serverside-applied'),
    });
    const met = await rig.apply(ours);
    expect(met.objects[0]).toMatchObject({ result: 'conflict', conflicts: [{ owner: 'kubectl' }] });
    await rig.apply(ours, { overwrite: true, allowRemoval: true });
    const rejected = await kubectl(...apply);
    expect(rejected.code).toBe(1);
    expect(rejected.stderr).toContain(
      'Apply failed with 1 conflict: conflict with "airlock": .spec.imageDigestMirrors',
    );
    expect((await kubectl(...apply, '--force-conflicts')).code).toBe(0);
    const missing = await kubectl('create', 'configmap', 'x', '-n', 'nowhere', '--from-literal', 'a=b');
    expect(missing.stderr).toContain('namespaces "nowhere" not found');
    expect((await kubectl('auth', 'can-i', 'patch', 'configmaps')).stdout).toBe('yes\n');
  },
);
