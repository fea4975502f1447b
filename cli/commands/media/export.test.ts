import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../../../core/base/image/sha256.ts';
import { exportWorkspace, volumesBelow } from '../../../core/media/export/export.fixture.ts';
import { inProcess } from '../../in-process.fixture.ts';
import { localTime } from '../../terminal/format.ts';
import { t } from './messages.ts';

let root: string;
let url: string;
let drive: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-media-'));
  url = `file://${(await exportWorkspace(root, 6)).directory}`;
  drive = join(root, 'stick');
  await mkdir(drive);
});
afterEach(() => rm(root, { recursive: true }));

const run = (args: string[], format?: string[]) =>
  inProcess(
    { host: { env: { INIT_CWD: root }, home: root, tool: 'airlock test' } },
    ['media', ...args],
    format,
  );

test('a transfer is written to a drive, and media status shows it', async () => {
  const args = ['export', '--transfer', 'lab-0001', '--to', 'stick', '--volume-size', '100kB', url];
  const exported = await run(args);
  expect(exported.code).toBe(0);
  expect(exported.result).toMatchObject({
    type: 'result',
    status: 'complete',
    transfer: 'lab-0001',
    shortId: expect.stringMatching(/^[0-9A-Z]{4}$/),
    written: [{ label: 'stick' }],
  });
  const volumes = await volumesBelow(drive);
  expect(volumes.size).toBeGreaterThan(2);
  const status = await run(['status', url]);
  expect(status).toMatchObject({ code: 0, result: { exports: [{ complete: true, drives: ['stick'] }] } });
  expect((await run(args)).result).toMatchObject({ status: 'complete', written: [] });
  const nothing = await run(args, []);
  const [{ volumes: done }] = status.result!.exports as [{ volumes: { at: string }[] }];
  const last = done
    .map(({ at }) => at)
    .sort()
    .at(-1)!;
  expect(nothing.stdout).toContain(`written and read back on ${localTime(last)} (drives: stick)`);
  expect(nothing.stdout).toContain(t('sizesChecked', { path: drive }));
  const again = await run([...args, '--volumes', '1,2-3', '--no-read-back']);
  expect(again.result).toMatchObject({ written: [{ label: 'stick', volumes: [1, 2, 3] }] });
});

test('a missing drive ends with exit code 4 and can be resumed, an unknown transfer, volume or size with 1', async () => {
  const to = ['export', url, '--to', 'stick'];
  const away = await run(['export', url, '--transfer', 'lab-0001', '--to', 'elsewhere']);
  expect(away).toMatchObject({ code: 4, result: { code: 'disk', side: 'destination' } });
  expect((await run([...to, '--transfer', 'lab-0002'])).code).toBe(1);
  expect((await run([...to, '--transfer', 'lab-0001', '--volumes', '7'])).code).toBe(1);
  expect((await run([...to, '--transfer', 'lab-0001', '--volume-size', '4Gb'])).code).toBe(1);
  expect((await run(['export', url, '--to', 'stick'])).code).toBe(1);
});

test('an export suggests to add Airlock until it was added once for the enclave', async () => {
  const args = ['export', '--transfer', 'lab-0001', '--to', 'stick', url];
  expect((await run(args, [])).stderr).toContain(t('withAppHint'));
  await writeFile(join(root, 'airlock-1.2.3-linux-x64.tar.gz'), 'bundle');
  const added = await run([...args, '--with-app', 'airlock-1.2.3-linux-x64.tar.gz'], []);
  expect(added.code).toBe(0);
  expect(added.stderr).not.toContain(t('withAppHint'));
  expect((await run(args, [])).stderr).not.toContain(t('withAppHint'));
});

test('after all volumes were written, Airlock is still copied to another drive, and the output says how to verify it', async () => {
  const bundle = 'airlock-1.2.3-linux-x64.tar.gz';
  const args = ['export', '--transfer', 'lab-0001', '--with-app', bundle, url];
  await writeFile(join(root, bundle), 'bundle');
  await writeFile(join(root, `${bundle}.sha256`), `${sha256('bundle').slice('sha256:'.length)}  ${bundle}\n`);
  expect((await run([...args, '--to', 'stick'])).code).toBe(0);
  const other = join(root, 'other');
  await mkdir(other);
  const copied = await run([...args, '--to', 'other'], []);
  expect(copied.code).toBe(0);
  const directory = join(other, 'airlock-app');
  expect(await readFile(join(directory, bundle), 'utf8')).toBe('bundle');
  expect(copied.stdout).toContain(t('bundleCopied', { directory, list: `${bundle}.sha256` }));
  expect((await run([...args, '--to', 'other'])).result).toMatchObject({
    written: [],
    app: { directory, files: 2 },
  });
});
