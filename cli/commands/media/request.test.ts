import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imagesOf, missingOnDisk, newRig, type Rig, toDisk } from '../../../core/mirror/mirror.fixture.ts';
import { inProcess } from '../../in-process.fixture.ts';

let rig: Rig;
let connected: string;
let received: string;
beforeAll(async () => {
  rig = await newRig();
  connected = rig.place('connected');
  received = rig.place('received');
  await toDisk(rig, connected, rig.world.sets['release-one'].file, { enclave: 'fleet' });
  await mkdir(join(received, 'transfers'), { recursive: true });
});
afterAll(() => rig[Symbol.asyncDispose]());

const run = (args: string[]) => inProcess(rig, args);

test('a request is transferred, and its missing content is mirrored once, exported and received', async () => {
  const first = join('transfers', 'fleet-0001');
  await cp(join(connected, first), join(received, first), { recursive: true });
  const request = rig.place('request.json');
  const config = rig.world.sets.additional.file;
  const requested = await run(['media', 'request', '-c', config, '-o', request, `file://${received}`]);
  expect(requested).toMatchObject({
    code: 0,
    result: {
      output: request,
      acknowledgments: [{ transfer: 'fleet-0001', summary: '0001 is complete' }],
      missing: { deliverables: [{ name: 'additional images', images: { length: 7 } }], unknown: [] },
    },
  });
  expect(JSON.parse(await readFile(request, 'utf8'))).toEqual(requested.result!.request);

  const dir = `file://${connected}`;
  const to = rig.place('stick');
  await mkdir(to);
  const carry = ['media', 'export', '--request', request, '--to', to, dir];
  expect(await run(carry)).toMatchObject({ code: 1, result: { code: 'usage' } });
  for (const wrong of [
    ['mirror', '--request', request, '-c', config, dir],
    ['mirror', '--request', request, '--dry-run', dir],
    ['mirror', '--request', request, '--for', 'lab', dir],
    ['mirror', '--request', request, '--from', dir, 'docker://127.0.0.1:1'],
  ])
    expect(await run(wrong)).toMatchObject({ code: 1, result: { code: 'usage' } });

  const made = await run(['mirror', '--request', request, dir]);
  expect(made).toMatchObject({ code: 0, result: { status: 'complete', transfer: 'fleet-0002' } });
  expect((await run(['transfers', 'show', 'fleet-0001', dir])).result).toMatchObject({
    transfer: { lifecycle: { arrived: 'complete' } },
  });
  const again = await run(['mirror', '--request', request, dir]);
  expect(again).toMatchObject({ code: 0, result: { transfer: 'fleet-0002' } });
  expect((await readdir(join(connected, 'transfers'))).toSorted()).toEqual(['fleet-0001', 'fleet-0002']);

  expect(await run(carry)).toMatchObject({ code: 0, result: { status: 'complete', transfer: 'fleet-0002' } });
  const accepted = await run(['media', 'import', '--from', to, `file://${received}`]);
  expect(accepted.code).toBe(0);
  expect(await missingOnDisk(received, imagesOf(rig, 'additional'))).toEqual([]);
  // Nothing is missing now, so the same command has another result.
  const next = rig.place('next.json');
  await run(['media', 'request', '-c', config, '-o', next, `file://${received}`]);
  const nothing = await run(['mirror', '--request', next, dir]);
  expect(nothing.code).toBe(0);
  expect(nothing.result).not.toHaveProperty('transfer', expect.anything());
}, 120_000);

test('a file that contains no request is rejected', async () => {
  const file = rig.place('other.json');
  await writeFile(file, '{"kind":"airlock-inventory"}');
  const rejected = await run(['mirror', '--request', file, `file://${connected}`]);
  expect(rejected).toMatchObject({ code: 1, result: { code: 'config-invalid' } });
});
