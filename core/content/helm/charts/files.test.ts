import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { t } from '../messages.ts';
import { chartFilesOf, irregularArchive, packedChart } from './chart.fixture.ts';
import { readChart } from './chart.ts';
import { packChart, readChartFolder, unpackChart } from './files.ts';

describe('packaged charts', () => {
  test('unpacks a packed chart, and packs the same files to the same bytes', async () => {
    const files = chartFilesOf('web', '1.0.0', { 'values.yaml': 'a: 1\n', 'templates/x/y.yaml': 'b\n' });
    const archive = await packChart('web', files);
    expect(archive.equals(await packChart('web', new Map([...files].reverse())))).toBe(true);
    expect(new Map([...(await unpackChart(archive, 'web'))].sort())).toEqual(new Map([...files].sort()));
  });

  test.each([
    ['a path upwards', { name: 'web/../../etc/passwd', content: 'x' }],
    ['an absolute path', { name: '/etc/passwd', content: 'x' }],
    ['a drive', { name: 'C:\\web\\Chart.yaml', content: 'x' }],
    ['a symbolic link', { name: 'web/values.yaml', type: 'symlink', linkname: '/etc/passwd' } as const],
    ['a hard link', { name: 'web/values.yaml', type: 'link', linkname: 'web/Chart.yaml' } as const],
    ['a device', { name: 'web/null', type: 'character-device' } as const],
    ['a repeated file', { name: './web/Chart.yaml', content: 'other' }],
  ])('%s is hostile', async (_, entry) => {
    const archive = await irregularArchive([{ name: 'web/Chart.yaml', content: 'name: web' }, entry]);
    await expect(unpackChart(archive, 'chart web')).rejects.toMatchObject({
      code: 'archive-hostile',
      message: expect.stringContaining('chart web'),
    });
  });

  test('does not unpack more than the limit for charts', async () => {
    const archive = await packedChart('web', '1.0.0', { 'files/zeros': 'x'.repeat(200_000) });
    await expect(unpackChart(archive, 'web', { unpacked: 100_000 })).rejects.toMatchObject({
      code: 'archive-hostile',
    });
    expect((await unpackChart(archive, 'web', { unpacked: 300_000 })).size).toBe(2);
  });

  test('a truncated or empty archive, or another file, is an invalid chart', async () => {
    const archive = await packedChart('web', '1.0.0', { 'values.yaml': 'a: 1\n' });
    for (const broken of [archive.subarray(0, archive.length - 40), Buffer.from('hello'), gzipSync('')])
      await expect(unpackChart(broken, 'web')).rejects.toMatchObject({ code: 'chart-invalid' });
  });
});

test('reads a folder without the files in .helmignore', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-chart-'));
  try {
    const files = {
      'Chart.yaml': 'name: web\nversion: 1.0.0\n',
      '.helmignore': '# own\n*.tgz\n/private/\n.git/\nci/*.yaml\n!keep.tgz\n',
      'templates/a.yaml': 'a',
      'old.tgz': 'x',
      'keep.tgz': 'x',
      'private/b': 'x',
      'ci/c.yaml': 'x',
      '.git/HEAD': 'x',
    };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(directory, path, '..'), { recursive: true });
      await writeFile(join(directory, path), text);
    }
    expect([...(await readChartFolder(directory)).keys()].sort()).toEqual([
      '.helmignore',
      'Chart.yaml',
      'keep.tgz',
      'templates/a.yaml',
    ]);
    await expect(readChartFolder(join(directory, 'nowhere'))).rejects.toMatchObject({ code: 'disk' });
  } finally {
    await rm(directory, { recursive: true });
  }
});

describe('reading a chart', () => {
  test('versions stay unchanged; subcharts are folders and archives, also nested', async () => {
    const inner = await packedChart('inner', '0.1.0', { 'values.yaml': 'image: q.io/inner:1\n' });
    const chart = await readChart(
      chartFilesOf('web', '1.10.0', {
        'Chart.yaml':
          'name: web\nversion: 1.10.0\nappVersion: 1.10\ndependencies: [{name: sub, alias: one, condition: one.on}]\n',
        'charts/sub/Chart.yaml': 'name: sub\nversion: 2.0.0\n',
        'charts/_notes/Chart.yaml': 'not: read\n',
      }).set('charts/sub/charts/inner-0.1.0.tgz', inner),
      'web',
    );
    expect(chart).toMatchObject({ version: '1.10.0', appVersion: '1.10', type: 'application' });
    expect(chart.dependencies).toMatchObject([{ name: 'sub', alias: 'one', condition: 'one.on', tags: [] }]);
    expect(chart.subcharts.map(({ name }) => name)).toEqual(['sub']);
    expect(chart.subcharts[0]!.subcharts[0]!.values).toEqual({ image: 'q.io/inner:1' });
  });

  test.each([
    ['no Chart.yaml', { 'Chart.yaml': undefined }, 'Chart.yaml file is missing'],
    [
      'a name that is a path',
      { 'Chart.yaml': 'name: ../x\nversion: 1.0.0\n' },
      t('ownNameInvalid', { name: '"../x"' }),
    ],
    ['no version', { 'Chart.yaml': 'name: web\n' }, t('ownVersionInvalid', { version: '""' })],
    ['invalid values', { 'values.yaml': 'a: [1\n' }, 'values.yaml'],
    ['values that are a list', { 'values.yaml': '- 1\n' }, t('notAMapping', { file: 'values.yaml' })],
  ])('%s', async (_, files, message) => {
    const all = chartFilesOf('web', '1.0.0', {});
    for (const [path, text] of Object.entries(files)) {
      if (text === undefined) all.delete(path);
      else all.set(path, Buffer.from(text));
    }
    await expect(readChart(all, 'web')).rejects.toMatchObject({
      code: 'chart-invalid',
      message: expect.stringContaining(message),
    });
  });
});
