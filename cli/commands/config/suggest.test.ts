import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPracticeCluster } from '../../../core/cluster/client/cluster.fixture.ts';
import { t as inventoryText } from '../../../core/content/inventory/messages.ts';
import { newRig, type Rig } from '../../../core/mirror/mirror.fixture.ts';
import { t as suggestText } from '../../../core/upgrade/suggest/messages.ts';
import { inProcess } from '../../in-process.fixture.ts';
import { t } from './messages.ts';

let rig: Rig;
let catalog: string;
beforeAll(async () => {
  rig = await newRig();
  catalog = rig.world.inventory.catalog.source;
});
afterAll(() => rig[Symbol.asyncDispose]());

const run = (...args: string[]) => inProcess(rig, ['config', ...args]);

async function given(name: string, text: string): Promise<string> {
  const file = join(rig.directory, name);
  await writeFile(file, text);
  return file;
}

describe('config init', () => {
  test('prints a minimal configuration, or writes one that loads, and never overwrites another', async () => {
    const printed = await run('init', '--openshift', '4.16.2');
    expect(printed).toMatchObject({ code: 0, result: { ok: true } });
    expect(printed.result!.configuration).toContain('minVersion: 4.16.2\n');
    const file = join(rig.directory, 'new.yaml');
    const args = ['init', '--openshift', '4.16', '--package', 'anvil-operator@stable', '-o', file];
    expect(await run(...args)).toMatchObject({ code: 0, result: { output: file } });
    expect(await run('validate', file)).toMatchObject({ code: 0, result: { ok: true, problems: [] } });
    const text = await readFile(file, 'utf8');
    expect(await run(...args)).toMatchObject({
      code: 1,
      result: { code: 'usage', message: t('fileExists', { file }) },
    });
    expect(await readFile(file, 'utf8')).toBe(text);
    expect(await run('init', '--package', 'anvil-operator')).toMatchObject({
      code: 1,
      result: { code: 'usage' },
    });
    const other = await run(
      'init',
      '--catalog',
      'r.example/a:v1',
      '--catalog',
      'r.example/b:v1',
      '--package',
      'x',
    );
    expect(other.result!.configuration).toMatch(
      /a:v1\n {6}packages:\n {8}- name: x\n {4}- catalog: r\.example\/b:v1/,
    );
  });
});

describe('config suggest', () => {
  const INSTALLED = `openShift: 4.16.1
operators:
  - package: bellows-operator
    version: 2.0.0
    channel: stable
    catalog: redhat-operators
`;

  test('writes the content up to the release, from the network, with reasons', async () => {
    const installed = await given('installed.yaml', INSTALLED);
    const output = join(rig.directory, 'suggested.yaml');
    const { code, result } = await run('suggest', '--installed', installed, '--to', '4.16', '-o', output);
    expect([code, result!.ok, result!.output]).toEqual([0, true, output]);
    expect(result!.releases).toEqual(['4.16.1', '4.16.5']);
    expect(result!.problems).toContainEqual(
      expect.objectContaining({
        level: 'warning',
        message: expect.stringMatching(/^the update from 4\.16\.1 to 4\.16\.5 is conditional: /),
      }),
    );
    const text = await readFile(output, 'utf8');
    expect(result!.configuration).toBe(text);
    expect(text).toContain(`    - catalog: ${catalog}\n`);
    expect(result!.reasons).toContainEqual({
      entry: `operator anvil-operator from ${catalog}`,
      why: expect.stringMatching(/^bellows-operator requires package anvil-operator/),
    });
    expect(result!.changes).toEqual([]);
    const planned = await inProcess(rig, ['plan', '-c', output, `file://${rig.place('w')}`]);
    expect(planned).toMatchObject({ code: 0 });
    const problems = planned.result!.problems as { code: string }[];
    expect(problems.filter(({ code: each }) => each === 'operator-dependency')).toEqual([]);
  });

  test('overwrites a configuration with its changes, and lists removed content', async () => {
    const installed = await given('installed.yaml', INSTALLED.replace('2.0.0', '2.1.0'));
    const head = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\n';
    const file = await given(
      'isc.yaml',
      `${head}mirror:\n  operators: # ours\n  - catalog: ${catalog}\n    packages:\n    - name: hammer-operator\n    - name: bellows-operator # air\n`,
    );
    const { code, result } = await run(
      'suggest',
      '--installed',
      installed,
      '--to',
      '4.16.5',
      '-c',
      file,
      '-o',
      file,
    );
    expect(code).toBe(0);
    expect(result!.changes).toContainEqual({
      type: 'removed',
      entry: `operator hammer-operator from ${catalog}`,
      why: suggestText('notRequired'),
    });
    const text = await readFile(file, 'utf8');
    expect(text).toContain('  operators: # ours\n');
    expect(text).toContain('    - name: bellows-operator # air\n');
    expect(text).not.toContain('hammer');
  });

  test('reads a cluster, a file of its inspection, or a folder with its objects, with the same result', async () => {
    await using cluster = await startPracticeCluster({ openShiftVersion: '4.16.1' });
    const olm = 'operators.coreos.com/v1alpha1';
    const metadata = { name: 'bellows', namespace: 'operators' };
    const spec = { name: 'bellows-operator', channel: 'stable', source: 'redhat-operators' };
    const status = { installedCSV: 'bellows-operator.v2.0.0' };
    const csv = { name: 'bellows-operator.v2.0.0', namespace: 'operators' };
    cluster.put({ apiVersion: olm, kind: 'Subscription', metadata, spec, status }, 'bootstrap');
    cluster.put({ apiVersion: olm, kind: 'ClusterServiceVersion', metadata: csv, spec: {} }, 'bootstrap');
    await cluster.settled();
    const kubeconfig = await cluster.kubeconfig();
    const file = join(rig.directory, 'inspection.json');
    const args = ['cluster', 'inspect', '--kubeconfig', kubeconfig, '-o', file];
    expect(await inProcess(rig, args)).toMatchObject({ code: 0 });
    const folder = rig.place('objects');
    await mkdir(folder);
    const kinds = [
      ['config.openshift.io/v1', 'ClusterVersion'],
      [olm, 'Subscription'],
      [olm, 'ClusterServiceVersion'],
    ] as const;
    for (const [apiVersion, kind] of kinds) {
      const items = cluster.list(apiVersion, kind);
      await writeFile(join(folder, `${kind}.json`), JSON.stringify({ apiVersion, kind: 'List', items }));
    }
    const expected = (await run('suggest', '--installed', await given('i.yaml', INSTALLED), '--to', '4.16'))
      .result!.configuration;
    for (const source of [
      ['--kubeconfig', kubeconfig],
      ['--installed', file],
      ['--from-dir', folder],
    ]) {
      const { code, result, stderr } = await run('suggest', ...source, '--to', '4.16');
      expect([source[0], code, result?.configuration], stderr).toEqual([source[0], 0, expected]);
    }
    const both = await run('suggest', '--installed', file, '--kubeconfig', kubeconfig, '--to', '4.16');
    expect(both).toMatchObject({
      code: 1,
      result: {
        code: 'usage',
        message: t('optionsExclusive', { option: '--installed', other: '--kubeconfig' }),
      },
    });
    cluster.rules.push({ on: { resource: 'subscriptions' }, answer: 'deny' });
    const denied = await run('suggest', '--kubeconfig', kubeconfig, '--to', '4.16');
    expect(denied).toMatchObject({ code: 1, result: { code: 'config-invalid' } });
    expect(denied.result!.message).toContain('subscriptions');
  });

  test('fails with exit code 1 for invalid input, before any request', async () => {
    const small = join(rig.directory, 'small.yaml');
    const before = rig.world.upstream.stats.requests + rig.world.services.requests.length;
    const wrong = await given('wrong.yaml', 'openshift: 4.16.1\n');
    expect(await run('suggest', '--installed', wrong, '--to', '4.16.5')).toMatchObject({
      code: 1,
      result: {
        code: 'config-invalid',
        line: 1,
        message: expect.stringContaining(inventoryText('fieldUnknown', { field: 'openshift' })),
      },
    });
    const installed = await given('installed.yaml', INSTALLED);
    const broken = await given('broken.yaml', 'kind: ImageSetConfiguration\n');
    expect(
      await run(
        'suggest',
        '--installed',
        installed,
        '--save-installed',
        small,
        '--to',
        '4.16.5',
        '-c',
        broken,
      ),
    ).toMatchObject({
      code: 1,
      result: { code: 'config-invalid', file: broken },
    });
    expect(await readFile(small, 'utf8')).toContain(`kind: airlock-inventory\n${INSTALLED}`);
    expect(rig.world.upstream.stats.requests + rig.world.services.requests.length).toBe(before);
  });

  test('reports the nearest releases if no path leads to the requested one', async () => {
    const installed = await given('back.yaml', 'openShift: 4.16.5\n');
    const ended = await run('suggest', '--installed', installed, '--to', '4.16.2');
    expect(ended.result).toMatchObject({
      code: 'upgrade-path',
      message: expect.stringContaining('4.16.5 to 4.16.2'),
    });
    expect(ended.code).toBeGreaterThan(0);
  });
});
