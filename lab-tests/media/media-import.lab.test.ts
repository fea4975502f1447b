import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sized, volumesBelow } from '../../core/media/export/export.fixture.ts';
import { exportToMedia } from '../../core/media/export/media.ts';
import { fingerprint } from '../../core/media/import/import.fixture.ts';
import { killedImport } from '../../core/media/import/kill-import.fixture.ts';
import { verifySource } from '../../core/store/archive/verify.ts';
import { parseSetIndex, type SetIndex } from '../../core/store/set-format/set-index.ts';
import { startAirlock } from '../fixtures/airlock-process.ts';
import { compareWithUpstream } from '../fixtures/destination-check.ts';
import { type ExpectedImage, type Lab, startLab } from '../fixtures/lab.ts';

const KILLS = 20;
const VOLUME_BYTES = 20_000_000;
const TRANSFER = 'fleet-0001';

let directory: string;
let lab: Lab;
let workspace: string;
let index: SetIndex;
let images: ExpectedImage[];
let media: string[];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-media-import-'));
  lab = await startLab({ state: join(directory, 'lab'), size: 'medium' });
  images = [...(await lab.expected('core')), ...(await lab.signatures('core'))];
  workspace = join(directory, 'workspace');
  const args = ['mirror', '-c', lab.imageSet('core'), '--for', 'fleet', '--src-tls-verify=false'];
  const fetched = await startAirlock([...args, `file://${workspace}`], lab.environment, directory).finished;
  expect(fetched.exitCode, fetched.said).toBe(0);
  const path = join(workspace, 'transfers', TRANSFER, 'index.json');
  index = parseSetIndex(await readFile(path, 'utf8'), path);
  const bytes = index.volumes.reduce((sum, { size }) => sum + size, 0);
  const room = bytes * 1.02 + 5 * 3 * JSON.stringify(index).length + 2_000_000;
  const shares = { one: 0.3, two: 0.08, fat: 0.22, four: 0.15, five: 0.29 };
  media = Object.keys(shares).map((name) => join(directory, name));
  for (const drive of media) await mkdir(drive);
  const limits = Object.fromEntries(
    Object.entries(shares).map(([name, share]) => [`/${name}`, room * share]),
  );
  const result = await exportToMedia({
    ...{ directory: workspace, transfer: TRANSFER, volumeSize: VOLUME_BYTES, tool: 'airlock 0.0.0' },
    destinations: media.map((drive) => ({ path: drive })),
    probe: async (drive) =>
      sized(limits, basename(drive) === 'fat' ? { maxFileBytes: 16_777_215 } : {})(drive),
  });
  expect(result.status).toBe('complete');
}, 600_000);
afterAll(async () => {
  await lab?.down();
  await rm(directory, { recursive: true, force: true });
});

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

async function airlock(
  ...args: string[]
): Promise<{ exitCode: number | null; said: string; result: Record<string, unknown> }> {
  const { exitCode, said: reported, result } = await startAirlock(args, lab.environment, directory).finished;
  return { exitCode, said: reported, result: { ...result } };
}

test('imports five drives in random order with one missing, pushes the complete images, and completes with the missing one', async () => {
  const here = join(directory, 'received');
  const order = shuffled(media.filter((path) => !path.endsWith('two')));
  const missing = order.pop()!;
  const before = await fingerprint(missing);
  const from = [...order, join(directory, 'two')].flatMap((path) => ['--from', path]);
  const first = await airlock('media', 'import', ...from, `file://${here}`);
  expect(first.exitCode, first.said).toBe(2);
  const [arrival] = first.result.transfers as {
    volumes: { name: string; state: string }[];
    missing: { images: string[]; attached?: string[] }[];
    images: { total: number; complete: number };
  }[];
  expect(
    arrival!.volumes.flatMap(({ name, state }) => (state === 'missing' ? [name] : [])).toSorted(),
  ).toEqual([...(await volumesBelow(missing)).keys()].toSorted());
  const missingContent = new Set(arrival!.missing.flatMap(({ images: names }) => names));
  expect(missingContent.size).toBeGreaterThan(0);
  // Attachments of an image are counted with it.
  const attached = new Set(arrival!.missing.flatMap(({ attached: names = [] }) => names));
  expect(missingContent.size - attached.size).toBe(arrival!.images.total - arrival!.images.complete);

  const push = ['mirror', '--from', `file://${here}`, '--state', join(directory, 'state')];
  const destination = ['--dest-tls-verify=false', `docker://${lab.proxy.destA}`];
  const partly = await airlock(...push, ...destination);
  const complete = images.filter(({ destination: name }) => !missingContent.has(name));
  if (missing.endsWith('five')) {
    // The last drive has the configuration and the graph: nothing can be chosen, and that is said.
    const message = expect.stringContaining("doesn't contain a configuration");
    expect(partly, partly.said).toMatchObject({ exitCode: 1, result: { code: 'usage', message } });
  } else {
    expect([2, 5], partly.said).toContain(partly.exitCode);
    expect((partly.result.images as { copied: number }).copied).toBeLessThan(images.length);
  }

  const second = await airlock('media', 'import', '--from', missing, `file://${here}`);
  expect(second, second.said).toMatchObject({ exitCode: 0, result: { ok: true } });
  const total = index.volumes.reduce((sum, { size }) => sum + size - 1024, 0);
  expect((first.result.written as number) + (second.result.written as number)).toBe(total);
  expect(await fingerprint(missing)).toEqual(before);
  for (const { name } of index.volumes)
    expect(
      (await readFile(join(here, 'transfers', TRANSFER, name))).equals(
        await readFile(join(workspace, 'transfers', TRANSFER, name)),
      ),
    ).toBe(true);
  const all = await airlock(...push, ...destination);
  expect(all.exitCode, all.said).toBe(0);
  expect(complete.length).toBeLessThan(images.length);
  expect(await compareWithUpstream(lab, images, { registry: 'destA' })).toEqual([]);
  const answer = (second.result.transfers as { code: string }[])[0]!.code;
  const accepted = await airlock('transfers', 'ack', answer, `file://${workspace}`);
  expect(accepted, accepted.said).toMatchObject({ exitCode: 0, result: { transfer: TRANSFER, missing: [] } });
});

test(`an import that is killed at ${KILLS} random points loses nothing, receives no volume twice, and leaves drives unchanged`, async () => {
  const here = join(directory, 'killed');
  const before = await Promise.all(media.map(fingerprint));
  const received: string[] = [];
  let kills = 0;
  for (let complete = false; !complete; ) {
    const lines =
      kills < KILLS
        ? await killedImport(
            { directory: here, from: shuffled(media) },
            1 + Math.floor(Math.random() * 6),
            Math.random() * 60,
          )
        : await killedImport({ directory: here, from: shuffled(media) }, Number.POSITIVE_INFINITY, 0);
    received.push(...lines.filter((line) => line.startsWith('received ')));
    complete = lines.at(-1)?.startsWith('end true') ?? false;
    if (!complete) kills++;
    expect(kills, lines.join('\n')).toBeLessThanOrEqual(KILLS);
  }
  expect(kills).toBeGreaterThan(KILLS / 2);
  expect(new Set(received).size).toBe(received.length);
  expect(await verifySource(here)).toMatchObject({ ok: true, problems: [] });
  expect(await Promise.all(media.map(fingerprint))).toEqual(before);
});
