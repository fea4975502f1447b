import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportWorkspace } from '../../../core/media/export/export.fixture.ts';
import { readExportState } from '../../../core/media/export/state.ts';
import { acknowledgmentCode, setShortId } from '../../../core/media/transfer/acknowledgment-code.ts';
import type { SetIndex } from '../../../core/store/set-format/set-index.ts';
import { inProcess } from '../../in-process.fixture.ts';

let root: string;
let directory: string;
let index: SetIndex;
let url: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-formats-'));
  ({ directory, index } = await exportWorkspace(root, 6));
  url = `file://${directory}`;
  await mkdir(join(root, 'out'));
});
afterEach(() => rm(root, { recursive: true }));

const run = (args: string[]) =>
  inProcess({ host: { env: { INIT_CWD: root }, home: root, tool: 'airlock test' } }, args);
const plain = (args: string[]) =>
  inProcess({ host: { env: { INIT_CWD: root }, home: root, tool: 'airlock test' } }, args, []);
const toOut = (...args: string[]) =>
  run(['media', 'export', '--transfer', 'lab-0001', '--to', 'out', ...args, url]);

test('the diode profile writes short names into one folder, and writes selected volumes again with the same bytes', async () => {
  const size = ['--volume-size', '100kB'];
  const exported = await toOut('--profile', 'diode', ...size);
  expect(exported).toMatchObject({ code: 0, result: { status: 'complete' } });
  const names = await readdir(join(root, 'out'));
  expect(names.length).toBeGreaterThan(2);
  for (const name of names) expect(name).toMatch(/^l001v\d{3}\.tar$/);
  const before = await readFile(join(root, 'out', 'l001v002.tar'));
  await rm(join(root, 'out', 'l001v002.tar'));
  const again = await toOut('--profile', 'diode', '--volumes', '2');
  expect(again).toMatchObject({ code: 0, result: { written: [{ label: 'out', volumes: [2] }] } });
  expect(await readFile(join(root, 'out', 'l001v002.tar'))).toEqual(before);
});

test('volumes missing according to a code are written again, or acknowledged as missing', async () => {
  await toOut('--volume-size', '100kB');
  const cut = (await readExportState(directory, 'lab-0001'))!.revisions.at(-1)!;
  const acknowledgment = { number: 1, reached: 'imported' } as const;
  const code = acknowledgmentCode({ ...acknowledgment, shortId: cut.shortId, missing: [2] });
  await mkdir(join(root, 'second'));
  const args = ['media', 'export', '--transfer', 'lab-0001', '--to', 'second', url];
  const again = await run([...args, '--for-code', code]);
  expect(again.result).toMatchObject({ written: [{ label: 'second', volumes: [2] }] });
  const complete = acknowledgmentCode({ ...acknowledgment, shortId: setShortId(index), missing: [] });
  expect((await run([...args, '--for-code', complete])).result).toMatchObject({ written: [] });
  const foreign = await run([
    ...args,
    '--for-code',
    acknowledgmentCode({ ...acknowledgment, shortId: '0000', missing: [2] }),
  ]);
  expect(foreign).toMatchObject({ code: 1, result: { code: 'acknowledgment-invalid' } });
  const accepted = await run(['transfers', 'ack', code, url]);
  expect(accepted.result).toMatchObject({
    summary: '0001 is incomplete: volume 2 is missing or damaged',
    missing: ['lab-0001-v0002.tar'],
  });
  const lost = await run(['transfers', 'lost', 'lab-0001', url, '--volumes', '1,3']);
  expect(lost.result).toMatchObject({ missing: ['lab-0001-v0001.tar', 'lab-0001-v0003.tar'] });
  const ofSet = await run(['transfers', 'lost', 'lab-0001', url, '--volumes', '1', '--of', 'set']);
  expect(ofSet.result).toMatchObject({ missing: ['mirror_000001.tar'] });
  expect((await run(['transfers', 'lost', 'lab-0001', url, '--volumes', '77'])).code).toBe(1);
});

test('status and verify name the volumes that are missing or damaged', async () => {
  await toOut('--volume-size', '100kB');
  const folder = join(root, 'out');
  const name = (await readdir(folder, { recursive: true })).find((path) => path.endsWith('-v0002.tar'))!;
  const volume = join(folder, name);
  const far = `file://${join(root, 'far')}`;
  const content = await readFile(volume);
  await rm(volume);
  expect((await run(['media', 'import', '--from', join(root, 'out'), far])).code).toBe(2);
  const { stdout } = await plain(['status', far]);
  expect(stdout).toMatch(
    /^Receiving lab-0001: \S+ \S+ of \S+ \S+, \d+ of \d+ images\.\n {2}Volume 2 is missing\. Acknowledgment code: \S+$/m,
  );
  const code = /code: (\S+)/.exec(stdout)![1]!;
  expect((await plain(['transfers', 'code', far])).stdout).toContain(
    'lab-0001: incomplete, volume 2 is missing (',
  );
  expect((await plain(['transfers', 'ack', code, url])).stdout).toContain(
    'lab-0001 (lab): incomplete, volume 2 is missing.',
  );

  content.fill(0x58, 50_000, 50_100);
  await writeFile(volume, content);
  const verified = await plain(['verify', `file://${join(root, 'out')}`]);
  expect(verified.code).toBe(2);
  expect(verified.stdout).toContain('Export volume 2 of lab-0001 again on the connected side');
  expect(verified.stdout).not.toContain('runs replay');
});

test('formats of other tools reject options that they cannot use', async () => {
  const ocMirror = await toOut('--format', 'oc-mirror', '--volume-size', '100kB');
  expect(ocMirror).toMatchObject({ code: 0, result: { format: 'oc-mirror', status: 'complete' } });
  expect((await readdir(join(root, 'out', 'lab-0001'))).length).toBeGreaterThan(2);
  const oc = await toOut('--format', 'oc');
  expect(oc).toMatchObject({ code: 0, result: { format: 'oc', incomplete: [] } });
  expect((await readdir(join(root, 'out', 'mirror', 'v2', 'apps'))).length).toBe(6);
  for (const wrong of [
    ['--format', 'oc', '--volumes', '1'],
    ['--format', 'oc', '--volume-size', '1GB'],
    ['--format', 'oc-mirror', '--profile', 'diode'],
    ['--format', 'zip'],
    ['--supported-format', '1'],
  ])
    expect((await toOut(...wrong)).code).toBe(1);
  expect((await toOut('--supported-format', '2')).code).toBe(0);
});

test('the drives of this host are listed', async () => {
  const listed = await run(['media', 'drives', url]);
  expect(listed).toMatchObject({ code: 0, result: { drives: expect.any(Array) } });
  expect(await run(['media', 'drives', url, '--eject', 'nix'])).toMatchObject({
    code: 1,
    result: { code: 'usage' },
  });
});
