import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { airlockDirectory } from '../../../core/base/files/airlock-directory.ts';
import { sketched } from '../../../core/content/catalog/catalog.fixture.ts';
import { airlock, type Ended } from '../../../core/mirror/airlock-process.fixture.ts';
import { newRig, type Rig } from '../../../core/mirror/mirror.fixture.ts';
import { inProcess } from '../../in-process.fixture.ts';
import { t } from './messages.ts';

let rig: Rig;
let catalog: string;

beforeAll(async () => {
  rig = await newRig();
  catalog = rig.world.inventory.catalog.source;
});
afterEach(() => rig.world.upstream.faults.clear());
afterAll(async () => rig[Symbol.asyncDispose]());

function run(...args: string[]): Promise<Ended> {
  return inProcess(rig, args);
}

/** Runs a command with text output, without --json. */
function plain(...args: string[]): Promise<Ended> {
  return inProcess(rig, args, []);
}

async function folder(text: string): Promise<string> {
  const path = rig.place('fbc');
  await mkdir(path);
  await writeFile(join(path, 'catalog.json'), text);
  return path;
}

describe('list operators', () => {
  test('prints packages, channels and versions for scripts, and saves the index in the cache folder', async () => {
    const { code, result } = await run('list', 'operators', '--catalog', catalog);
    expect(code).toBe(0);
    expect(result).toMatchObject({
      catalog,
      digest: rig.world.inventory.catalog.digest,
      packages: [
        {
          name: 'anvil-operator',
          defaultChannel: 'stable',
          channels: [
            { name: 'candidate', head: 'anvil-operator.v1.90.0' },
            { name: 'stable', head: 'anvil-operator.v1.2.0', isDefault: true },
          ],
        },
        { name: 'bellows-operator', channels: [{ name: 'stable', head: 'bellows-operator.v2.1.0' }] },
      ],
    });
    expect(await readdir(join(rig.host.home, '.cache', 'airlock', 'catalogs'))).toHaveLength(1);
    const before = rig.world.upstream.stats.requests;
    const one = await run(
      'list',
      'operators',
      '--catalog',
      catalog,
      '--package',
      'anvil-operator',
      '--channel',
      'stable',
    );
    // Requests for the API version and for the digest of the tag.
    expect(rig.world.upstream.stats.requests - before).toBe(2);
    const [anvil] = one.result!.packages as { channels: { entries: { name: string }[] }[] }[];
    expect(anvil!.channels.map(({ entries }) => entries.map(({ name }) => name))).toEqual([
      ['anvil-operator.v1.2.0', 'anvil-operator.v1.1.0', 'anvil-operator.v1.0.0'],
    ]);
  });

  test('with --workspace its indexes are used and filled', async () => {
    const workspace = rig.place('ws');
    const listed = await run('list', 'operators', '--catalog', catalog, '--workspace', `file://${workspace}`);
    expect(listed.code).toBe(0);
    const cache = airlockDirectory(workspace, 'cache', 'catalogs');
    expect(await readdir(cache)).toEqual([rig.world.inventory.catalog.digest.slice('sha256:'.length)]);
  });

  test('as text', async () => {
    const text = sketched('bar', {
      defaultChannel: 'stable',
      channels: { alpha: ['v0.9.0'], stable: ['v1.0.0', 'v1.10.0 < v1.0.0 ! v1.1.0 v1.2.0 v1.3.0'] },
      more: [
        {
          schema: 'olm.deprecations',
          package: 'bar',
          entries: [{ reference: { schema: 'olm.channel', name: 'alpha' }, message: 'take stable' }],
        },
      ],
    });
    const path = await folder(text);
    const show = async (...args: string[]) => plain('list', 'operators', '--catalog', path, ...args);
    const all = await show();
    expect([all.code, all.stdout]).toEqual([
      0,
      'NAME  DISPLAY NAME  DEFAULT CHANNEL  HEAD\nbar   -             stable           1.10.0\n',
    ]);
    expect(all.stderr).toContain(path);
    const channels = (await show('--package', 'bar')).stdout;
    expect(channels).toMatch(/^alpha +0\.9\.0 +bar\.v0\.9\.0 +1 version +deprecated: take stable$/m);
    expect(channels).toMatch(/^stable +1\.10\.0 +bar\.v1\.10\.0 +2 versions +default$/m);
    const versions = (await show('--package', 'bar', '--channel', 'stable')).stdout.split('\n');
    expect(versions[1]).toMatch(
      /^1\.10\.0 +bar\.v1\.10\.0 +bar\.v1\.0\.0 +bar\.v1\.1\.0, bar\.v1\.2\.0 and 1 more +- +head$/,
    );
    expect(versions[2]).toMatch(/^1\.0\.0 /);
    expect(versions).toContain(' ○   1.10.0  bar.v1.10.0  (head)');
  });

  test.each([
    ['olm.package', 'unknown package "foo" for channel "stable"'],
    ['olm.channel', 'package "foo", bundle "foo.v1.0.0" not found in any channel entries'],
    ['olm.bundle', 'no olm.bundle blobs found in package "foo" for olm.channel entries [foo.v1.0.0]'],
  ])('reports that OLM would reject a catalog without its %s documents', async (schema, reason) => {
    const documents = sketched('foo', { channels: { stable: ['v1.0.0'] } });
    const path = await folder(
      documents
        .split(/(?<=\})\n?(?=\{)/)
        .filter((text) => (JSON.parse(text) as { schema: string }).schema !== schema)
        .join('\n'),
    );
    const { code, stderr } = await plain('list', 'operators', '--catalog', path);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(t('catalogRejected', { catalog: path, reason, more: 0 })),
    ]);
    const { result } = await run('list', 'operators', '--catalog', path);
    expect(result).toMatchObject({ rejections: [reason] });
  });

  test("reports versions that don't lead to the head", async () => {
    const channels = { stable: ['v1.0.0', 'v1.1.0 < v1.0.0', 'v1.2.0 < v1.1.0 ! v1.1.0'] };
    const path = await folder(sketched('gap', { channels }));
    const { stdout } = await plain('list', 'operators', '--catalog', path, '--package', 'gap');
    expect(stdout).toMatch(
      /^stable: OLM can't update from gap\.v1\.0\.0 to the channel head: gap\.v1\.1\.0 can replace gap\.v1\.0\.0, but/m,
    );
    const { result } = await run('list', 'operators', '--catalog', path, '--package', 'gap');
    expect(result).toMatchObject({
      gaps: [{ channel: 'stable', faults: [], gaps: [{ entry: 'gap.v1.0.0', remainsAt: 'gap.v1.0.0' }] }],
    });
  });

  test.each([
    [['--package', 'anvil-operatr'], 'operator-unknown', 'Closest matches: anvil-operator'],
    [['--package', 'anvil-operator', '--channel', 'stabel'], 'operator-unknown', 'Closest matches: stable.'],
    [['--channel', 'stable'], 'usage', '--help'],
  ])('%j ends with 1', async (args, code, remedy) => {
    const ended = await run('list', 'operators', '--catalog', catalog, ...args);
    expect(ended.code).toBe(1);
    expect(ended.result).toMatchObject({ status: 'failed', code, remedy: expect.stringContaining(remedy) });
  });

  test('Ctrl-C while the catalog is read ends with 3', async () => {
    rig.world.upstream.faults.set({ bytesPerSec: 2000 });
    const cache = rig.place('slow');
    const { child, ended } = airlock(rig, [
      'list',
      'operators',
      '--catalog',
      catalog,
      '--workspace',
      `file://${cache}`,
    ]);
    const reading = new Promise<void>((resolve) => {
      child.stdout!.on('data', (data: Buffer) => {
        if (data.toString().includes('"phase":"catalog"')) resolve();
      });
    });
    await Promise.race([reading, ended]);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 3, result: { code: 'interrupted' } });
  });
});

describe('catalog diff', () => {
  const before = sketched('foo', { channels: { beta: ['v0.1.0', 'v0.2.0 < v0.1.0'], old: ['v0.1.0'] } });
  const after = sketched('foo', { channels: { beta: ['v0.2.0', 'v0.3.0 < v0.2.0'] } });

  test('prints differences and ends with exit code 2, and with 0 for equal catalogs', async () => {
    const [a, b] = [
      await folder(before),
      await folder(`${after}\n${sketched('fresh', { channels: { a: ['v1.0.0'] } })}`),
    ];
    const { code, stdout } = await plain('catalog', 'diff', a, b);
    expect(code).toBe(2);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ['PACKAGE', 'CHANNEL', 'CHANGE'],
      ['foo', 'beta', 'moved', 'head foo.v0.2.0 -> foo.v0.3.0'],
      ['foo', 'beta', 'added', 'foo.v0.3.0'],
      ['foo', 'beta', 'removed', 'foo.v0.1.0'],
      ['foo', 'old', 'removed', 'head foo.v0.1.0, 1 version'],
      ['fresh', 'added', '1 channel, 1 version'],
    ]);
    const same = await run('catalog', 'diff', a, a);
    expect([same.code, same.result]).toMatchObject([0, { same: true, packages: [], from: { catalog: a } }]);
    const other = await run('catalog', 'diff', a, b, '--package', 'fresh');
    expect([other.code, other.result]).toMatchObject([
      2,
      { same: false, packages: [{ name: 'fresh', change: 'added' }] },
    ]);
    const wrong = await run('catalog', 'diff', a, b, '--package', 'fooo');
    expect([wrong.code, wrong.result]).toMatchObject([
      1,
      { code: 'operator-unknown', remedy: expect.stringContaining('Closest matches: foo.') },
    ]);
  });
});
