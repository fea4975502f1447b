import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newTestService, type TestService } from '../service.fixture.ts';

let service: TestService;
let workspace: string;
const CATALOG = 'registry.redhat.io/redhat/redhat-operator-index:v4.16';
beforeAll(async () => {
  service = await newTestService();
  const practice = await service.ask('practice.start', {});
  workspace = practice.workspace!;
}, 60_000);
afterAll(() => service?.[Symbol.asyncDispose]());

const request = (more: object) =>
  service.ask('upgrades.operator', {
    workspace,
    catalogs: [CATALOG],
    package: 'anvil-operator',
    ticket: 'operator',
    ...more,
  });

test('offers the catalogs of the configurations of a workspace', async () => {
  const text = `kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n  operators:\n    - catalog: ${CATALOG}\n`;
  await writeFile(join(workspace, 'operators.yaml'), text);
  expect((await service.ask('upgrades.catalogs', { workspace })).catalogs).toEqual([CATALOG]);
});

test('returns packages of a catalog, and the diagram of a channel', async () => {
  const { packages, catalogs } = await service.ask('upgrades.packages', {
    workspace,
    catalogs: [CATALOG],
    ticket: 'packages',
  });
  expect(packages.map(({ name }) => name)).toEqual(['anvil-operator', 'bellows-operator']);
  expect(catalogs).toMatchObject([{ openShift: '4.16' }]);
  const channel = await request({});
  expect(channel).toMatchObject({ defaultChannel: 'stable', channels: ['candidate', 'stable'], faults: [] });
  expect(channel.rails[0]?.nodes[0]).toMatchObject({ version: '1.2.0', isHead: true, row: 0 });
  expect(channel.versions).toEqual(['1.90.0', '1.2.0', '1.1.0', '1.0.0']);
});

test('returns the updates from an installed version, with the content to mirror', async () => {
  const answer = await request({ from: '1.0.0' });
  expect(answer.hops).toMatchObject([{ fromVersion: '1.0.0', toVersion: '1.2.0', channel: 'stable' }]);
  expect(answer.rails[0]?.nodes.filter(({ isOnPath }) => isOnPath).map(({ version }) => version)).toEqual([
    '1.2.0',
  ]);
  expect(answer.configuration?.yaml).toContain('name: anvil-operator');
  expect(answer.configuration?.catalogs).toEqual([
    { catalog: CATALOG, packages: [{ name: 'anvil-operator', channels: [{ name: 'stable' }] }] },
  ]);
  expect(answer.svg).toMatch(/^<svg/);
  expect(answer.command).toBe(
    `airlock upgrade-path operator --catalog ${CATALOG} --package anvil-operator --from 1.0.0`,
  );
});

test('reports an unknown version and an unknown package', async () => {
  const unknown = await request({ from: 'one' });
  expect(unknown.rejection?.reason).toContain('"one"');
  expect(unknown.rails.length).toBe(1);
  const query = { workspace, catalogs: [CATALOG], package: 'anvil', ticket: 'none' };
  expect(await service.fail('upgrades.operator', query)).toMatchObject({
    code: 'operator-unknown',
    remedy: expect.stringContaining('anvil-operator'),
  });
});

test('plans OpenShift and an operator together', async () => {
  const question = {
    workspace,
    source: { kind: 'service' as const },
    from: '4.16.1',
    to: '4.16.5',
    avoidRisks: true,
    catalogs: [CATALOG],
    operators: [{ package: 'anvil-operator', installed: '1.0.0' }],
    ticket: 'plan',
  };
  const plan = await service.ask('upgrades.plan', question);
  expect(plan).toMatchObject({ possible: true, problems: [], extra: [] });
  expect(plan.steps.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      'OpenShift 4.16.1 → 4.16.2',
      'OpenShift 4.16.2 → 4.16.5',
      'anvil-operator 1.0.0 → 1.2.0',
    ]),
  );
  expect(plan.steps.flatMap(({ checks }) => checks.map((check) => check.mark))).not.toContain('fails');
  expect(plan.yaml).toMatch(/platform:[\s\S]*operators:/);
  expect(plan.channels).toMatchObject([{ name: 'stable-4.16', maxVersion: '4.16.5' }]);
  expect(plan.catalogs).toMatchObject([{ catalog: CATALOG, packages: [{ name: 'anvil-operator' }] }]);
  expect(plan.svg).toMatch(/^<svg /);
  expect(plan.html).toMatch(/^<!doctype html>/i);
  expect(await service.ask('upgrades.plan', { ...question, to: '4.16.3' })).toMatchObject({
    possible: false,
    rejection: expect.stringContaining('4.16.3'),
    steps: [],
  });
});

test('adds the content of a plan to a configuration without other changes, and writes a new one', async () => {
  const {
    channels,
    catalogs: carried,
    yaml,
  } = await service.ask('upgrades.plan', {
    workspace,
    source: { kind: 'service' },
    from: '4.16.1',
    to: '4.16.5',
    avoidRisks: true,
    catalogs: [CATALOG],
    operators: [{ package: 'anvil-operator', installed: '1.0.0' }],
    ticket: 'write',
  });
  const content = { channels, operators: carried };
  const fresh = join(service.directory, 'plan.yaml');
  const made = await service.ask('upgrades.configure', { file: fresh, ...content });
  expect(made).toMatchObject({ text: yaml, notes: [] });

  const file = join(service.directory, 'fleet.yaml');
  const head = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n';
  const rest = '  # scanned\n  additionalImages:\n  - name: quay.io/a/b:1\n';
  await writeFile(
    file,
    `${head}${rest}  operators:\n  - catalog: ${CATALOG}\n    packages:\n    - name: anvil-operator\n`,
  );
  const changed = await service.ask('upgrades.configure', { file, ...content });
  expect(changed.text).toContain(rest);
  expect(changed.difference).toMatch(/^\+ +- name: stable$/m);
  expect(changed.notes).toEqual([
    expect.stringContaining('the head of every channel of anvil-operator was mirrored'),
  ]);
  await service.ask('configurations.save', { file, text: changed.text, digest: changed.digest! });
  expect((await service.ask('upgrades.configure', { file, ...content })).difference).toBe('');
  expect(await service.fail('upgrades.configure', { file })).toMatchObject({ code: 'usage' });
});

test('compares two catalogs, all packages or one', async () => {
  const catalog = (version: string) => {
    const directory = join(service.directory, version);
    const text = [
      { schema: 'olm.package', name: 'anvil', defaultChannel: 'stable' },
      { schema: 'olm.channel', package: 'anvil', name: 'stable', entries: [{ name: `anvil.v${version}` }] },
      bundle('anvil', version),
      ...(version === '2.0.0'
        ? [
            { schema: 'olm.package', name: 'bellows', defaultChannel: 'alpha' },
            {
              schema: 'olm.channel',
              package: 'bellows',
              name: 'alpha',
              entries: [{ name: 'bellows.v1.0.0' }],
            },
            bundle('bellows', '1.0.0'),
          ]
        : []),
    ];
    return { directory, text: text.map((each) => JSON.stringify(each)).join('\n') };
  };
  const bundle = (name: string, version: string) => ({
    ...{ schema: 'olm.bundle', package: name, name: `${name}.v${version}`, image: `quay.io/lab/${name}:1` },
    properties: [{ type: 'olm.package', value: { packageName: name, version } }],
  });
  const [from, to] = ['1.0.0', '2.0.0'].map(catalog);
  for (const { directory, text } of [from!, to!]) {
    await mkdir(directory);
    await writeFile(join(directory, 'catalog.json'), text);
  }
  const compare = (more: object = {}) =>
    service.ask('upgrades.compareCatalogs', {
      ...{ from: from!.directory, to: to!.directory, ticket: 'compare' },
      ...more,
    });
  const { packages, changes, command } = await compare();
  expect(packages).toBe(2);
  expect(changes).toMatchObject([
    { package: 'anvil', channel: 'stable', about: 'head', from: 'anvil.v1.0.0', to: 'anvil.v2.0.0' },
    { package: 'anvil', about: 'versions', change: 'added', versions: ['anvil.v2.0.0'], versionsTotal: 1 },
    { package: 'anvil', about: 'versions', change: 'removed', versions: ['anvil.v1.0.0'] },
    { package: 'bellows', about: 'package', change: 'added', channels: 1, versionsTotal: 1 },
  ]);
  expect(command).toBe(`airlock catalog diff ${from!.directory} ${to!.directory}`);
  expect(await compare({ package: 'bellows' })).toMatchObject({
    packages: 1,
    changes: [{ package: 'bellows' }],
  });
  expect(await compare({ to: from!.directory })).toMatchObject({ packages: 0, changes: [] });
  await expect(compare({ package: 'belows' })).rejects.toThrow();
});
