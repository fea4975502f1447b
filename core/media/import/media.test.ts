import {
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { verifySource } from '../../store/archive/verify.ts';
import type { WrittenIndex } from '../../store/set-format/set-index.ts';
import { receivedSets } from '../delivery/received.ts';
import { workspaceStatus } from '../delivery/status.ts';
import type { MediaEvent } from '../export/events.ts';
import { exportWorkspace, volumesBelow } from '../export/export.fixture.ts';
import { t as exportText } from '../export/messages.ts';
import { readAcknowledgment, setShortId } from '../transfer/acknowledgment-code.ts';
import { readJournal } from '../transfer/journal.ts';
import { arrivals } from './arrivals.ts';
import { exportOver, fingerprint, receive } from './import.fixture.ts';
import { importMedia } from './media.ts';
import type { TransferArrival } from './report.ts';
import { verifyDrive } from './verify-drive.ts';

const IMAGES = 12;
let root: string;
let directory: string;
let index: WrittenIndex;
let here: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-import-'));
  ({ directory, index } = await exportWorkspace(root, IMAGES));
  here = join(root, 'here');
});
afterEach(() => rm(root, { recursive: true }));

/** Images of a transfer that can't be used with the content of the set in this workspace. */
function missingIn(arrival: TransferArrival): string[] {
  return arrival.missing.flatMap(({ images }) => images).toSorted();
}

async function sameFiles(): Promise<void> {
  const place = join(here, 'transfers', 'lab-0001');
  expect((await readdir(place)).toSorted()).toEqual(
    (await readdir(join(directory, 'transfers', 'lab-0001'))).toSorted(),
  );
  for (const name of await readdir(place))
    expect(await readFile(join(place, name))).toEqual(
      await readFile(join(directory, 'transfers', 'lab-0001', name)),
    );
}

test('imports drives in any order, reports exactly the images of a missing one, and completes the set with it', async () => {
  const media = await exportOver(root, directory, {
    media: [190_000, 190_000, 190_000, 190_000, 900_000],
    volumeSize: 70_000,
  });
  const missing = media[2]!;
  const before = await fingerprint(missing);
  const shuffled = [media[4]!, media[0]!, media[3]!, media[0]!, media[1]!];
  const first = await receive(here, ...shuffled);
  const [arrival] = first.transfers;
  expect(first.ok).toBe(false);
  const numbers = [...(await volumesBelow(missing)).keys()].map((name) =>
    Number(/v(\d+)\.tar$/.exec(name)![1]),
  );
  expect(arrival!.volumes.filter(({ state }) => state === 'missing').map(({ number }) => number)).toEqual(
    numbers.toSorted((a, b) => a - b),
  );
  expect(readAcknowledgment(arrival!.code)).toMatchObject({
    number: 1,
    reached: 'imported',
    missing: numbers,
  });

  // The images that actually can't be read from the existing content.
  const source = await openImageSource(here);
  const complete = [...source.tags()].flatMap(([repository, tags]) =>
    [...tags.keys()].map((tag) => `${repository}:${tag}`),
  );
  const all = index.images.map(({ repository, tag }) => `${repository}:${tag}`);
  const unusable: string[] = [];
  for (const { repository, digest } of index.images) {
    try {
      const manifest = JSON.parse((await source.bytes(digest)).toString()) as {
        config: { digest: `sha256:${string}` };
        layers: { digest: `sha256:${string}` }[];
      };
      await source.bytes(manifest.config.digest);
      for (const layer of manifest.layers) await source.bytes(layer.digest);
    } catch {
      unusable.push(`${repository}:v1`);
    }
  }
  await source.close();
  expect(unusable.length).toBeGreaterThan(0);
  expect(unusable.length).toBeLessThan(IMAGES);
  expect(complete.toSorted()).toEqual(all.filter((name) => !unusable.includes(name)).toSorted());
  expect(missingIn(arrival!).toSorted()).toEqual(unusable.toSorted());
  expect(arrival!.images).toEqual({
    total: new Set(all).size,
    complete: new Set(all).size - unusable.length,
  });
  expect(await arrivals(here)).toEqual(first.transfers);
  // Every request for the code gets the same result: drive volumes, not all files of the set.
  const { code, summary } = arrival!;
  const names = numbers.map((number) => arrival!.volumes[number - 1]!.name);
  expect(await receivedSets(here)).toMatchObject([{ transfer: 'lab-0001', code, summary, missing: names }]);
  const [pushed] = await receivedSets(here, { reached: 'pushed' });
  expect(readAcknowledgment(pushed!.code)).toMatchObject({ reached: 'pushed', missing: numbers });
  const places = { directory: here, env: {}, home: root };
  expect(await workspaceStatus(places)).toMatchObject({
    receiving: [
      { transfer: 'lab-0001', bytesReceived: arrival!.bytesReceived, images: arrival!.images, code },
    ],
    received: [],
    disk: { sets: arrival!.bytesReceived },
  });
  expect((await verifySource(here)).problems.every(({ kind }) => kind === 'missing')).toBe(true);

  const second = await receive(here, missing);
  expect(second).toMatchObject({
    ok: true,
    damage: [],
    transfers: [{ complete: true, missing: [], summary: '0001 is complete' }],
  });
  expect(readAcknowledgment(second.transfers[0]!.code)).toMatchObject({
    shortId: setShortId(index),
    missing: [],
  });
  expect(await workspaceStatus(places)).toMatchObject({
    receiving: [],
    received: [{ transfer: 'lab-0001', step: 'imported' }],
    awaiting: [],
  });
  const content = index.volumes.reduce((sum, { size }) => sum + size - 1024, 0);
  expect(first.written + second.written).toBe(content);
  expect(await fingerprint(missing)).toEqual(before);
  await sameFiles();
  expect(await verifySource(here)).toMatchObject({ ok: true });
  expect((await readJournal(here, 'lab-0001')).map(({ step }) => step)).toEqual(['imported']);

  const third = await receive(here, ...media);
  expect(third).toMatchObject({ ok: true, written: 0, transfers: [{ complete: true }] });
});

test('reassembles entries larger than a volume from their parts', async () => {
  const media = await exportOver(root, directory, { media: [2_000_000], volumeSize: 20_000 });
  const volumes = [...(await volumesBelow(media[0]!)).values()];
  expect(volumes.length).toBeGreaterThan(20);
  // One half, then both: by name, the parts of one blob are separate.
  const half = join(root, 'half');
  await cp(media[0]!, half, { recursive: true });
  for (const [i, path] of [...(await volumesBelow(half)).values()].entries()) if (i % 2 === 0) await rm(path);
  const first = await receive(here, half);
  expect(first.transfers[0]).toMatchObject({ complete: false, images: { total: IMAGES } });
  const second = await receive(here, media[0]!);
  expect(second.ok).toBe(true);
  expect(first.written + second.written).toBe(index.volumes.reduce((sum, { size }) => sum + size - 1024, 0));
  await sameFiles();
});

test('uses the content of a truncated volume, and gets the rest from a complete copy', async () => {
  const [drive] = await exportOver(root, directory, { media: [2_000_000], volumeSize: 150_000 });
  const [path] = [...(await volumesBelow(drive!)).values()];
  const bytes = await readFile(path!);
  await truncate(path!, 100_000);
  const first = await receive(here, drive!);
  const [volume] = first.transfers[0]!.volumes;
  expect(volume).toMatchObject({ number: 1, state: 'damaged' });
  expect(volume!.bytesReceived).toBeGreaterThan(40_000);
  expect(volume!.bytesReceived).toBeLessThan(100_000);
  expect(first.damage.every(({ file, kind }) => file === path && kind === 'missing')).toBe(true);
  await writeFile(path!, bytes);
  const second = await receive(here, drive!);
  expect(second.ok).toBe(true);
  await sameFiles();
});

test('resumes a stopped import at the same place', async () => {
  const [drive] = await exportOver(root, directory, { media: [2_000_000], volumeSize: 70_000 });
  const stop = new AbortController();
  const received: number[] = [];
  const emit = (event: MediaEvent): void => {
    if (event.type !== 'volume' || event.state !== 'received') return;
    received.push(event.number);
    if (received.length === 3) stop.abort();
  };
  const request = { directory: here, from: [drive!], enclave: 'default', tool: 'airlock test' };
  await expect(importMedia(request, { signal: stop.signal, emit })).rejects.toMatchObject({
    code: 'interrupted',
    exitCode: 3,
  });
  expect((await arrivals(here))[0]!.volumes.filter(({ state }) => state === 'complete').length).toBe(3);
  const saved: number[] = [];
  const again = await importMedia(request, {
    signal: new AbortController().signal,
    emit: (event) => event.type === 'volume' && event.state === 'present' && saved.push(event.number),
  });
  expect(again.ok).toBe(true);
  expect(saved).toEqual(received);
});

test('reports content that is damaged on this disk, and imports it from the drives again', async () => {
  const media = await exportOver(root, directory, { media: [300_000, 2_000_000], volumeSize: 70_000 });
  await receive(here, media[0]!);
  const path = join(here, 'transfers', 'lab-0001.incoming', index.volumes[0]!.name);
  const handle = await open(path, 'r+');
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, 3000);
  buffer[0]! ^= 1;
  await handle.write(buffer, 0, 1, 3000);
  await handle.close();
  await expect(receive(here, media[1]!)).rejects.toMatchObject({
    code: 'archive-malformed',
    message: expect.stringContaining(index.volumes[0]!.name),
  });
  const again = await receive(here, ...media);
  expect(again.ok).toBe(true);
  expect(again.written).toBeLessThan(60_000);
  await sameFiles();
});

test('a missing drive is the source of an import, and of no side where it is only verified', async () => {
  const missing = join(root, 'no-drive');
  await expect(receive(join(root, 'no-import'), missing)).rejects.toMatchObject({
    ...{ code: 'disk', side: 'source' },
  });
  await expect(verifyDrive(missing)).rejects.toMatchObject({ code: 'disk', side: undefined });
});

test('finds any flipped bit in a volume, reports volume and affected content, and repairs it from another copy', async () => {
  for (const volumeSize of [20_000, 150_000]) {
    const place = join(root, `cut-${volumeSize}`);
    const workspace = join(place, 'workspace');
    await cp(directory, workspace, { recursive: true });
    const [drive] = await exportOver(place, workspace, { media: [2_000_000], volumeSize });
    const volumes = [...(await volumesBelow(drive!)).values()];
    expect(await verifyDrive(drive!)).toMatchObject({ ok: true, problems: [] });
    for (let round = 0; round < 6; round++) {
      const path = volumes[Math.floor(Math.random() * volumes.length)]!;
      const bytes = await readFile(path);
      const at = Math.floor(Math.random() * bytes.length);
      const altered = Buffer.from(bytes);
      altered[at]! ^= 1 << Math.floor(Math.random() * 8);
      await writeFile(path, altered);
      const target = join(root, `flip-${volumeSize}-${round}`);
      const result = await receive(target, drive!);
      const verified = await verifyDrive(drive!);
      await writeFile(path, bytes);
      const where = `byte ${at} of ${path}`;
      const found = result.damage.filter(({ file }) => file === path);
      expect(found.length, where).toBeGreaterThan(0);
      expect(result.damage.length, where).toBe(found.length);
      expect(
        found.some(({ offset, length }) => offset <= at && at < offset + length),
        `${where} ${JSON.stringify(found)}`,
      ).toBe(true);
      expect(verified.ok, where).toBe(false);
      expect(
        verified.problems.every(({ file }) => file.startsWith(path)),
        where,
      ).toBe(true);
      if (result.damage.some(({ deliverables }) => deliverables.length > 0))
        expect(verified.problems.flatMap(({ images }) => images).length, where).toBeGreaterThan(0);
      expect(found[0]!.volume).toBe(Number(/v(\d+)\.tar$/.exec(path)![1]));
      const [arrival] = result.transfers;
      // Content that only a link references isn't needed, and is still reported.
      const hit = result.damage.flatMap(({ deliverables }) => deliverables.flatMap(({ images }) => images));
      if (!arrival!.complete && missingIn(arrival!).length + hit.length === 0) {
        // The bit is in a file that belongs to no image, such as the configuration.
        expect(arrival!.files.length, where).toBeGreaterThan(0);
        expect(arrival!.files, where).toEqual(result.damage.flatMap(({ files }) => files));
      }
      expect((await receive(target, drive!)).ok).toBe(true);
      await rm(target, { recursive: true });
    }
  }
});

test('imports a set that was copied without an export, with a missing and a truncated file', async () => {
  const copy = join(root, 'stick', 'lab');
  await cp(join(directory, 'transfers', 'lab-0001'), copy, { recursive: true });
  const [one, two] = index.volumes;
  await rm(join(copy, one!.name));
  await truncate(join(copy, two!.name), 50_000);
  await expect(openImageSource(copy)).rejects.toMatchObject({ code: 'archive-malformed' });
  const first = await receive(here, join(root, 'stick'));
  expect(first.transfers[0]!.volumes.map(({ state }) => state)).toEqual(
    index.volumes.map((_, i) => (i === 0 ? 'missing' : i === 1 ? 'damaged' : 'complete')),
  );
  expect(first.damage).toMatchObject([
    { file: join(copy, two!.name), kind: expect.any(String) },
    ...first.damage.slice(1),
  ]);
  expect(readAcknowledgment(first.transfers[0]!.code)).toMatchObject({
    shortId: setShortId(index),
    missing: [1, 2],
  });
  expect((await receive(here, join(directory, 'transfers'))).ok).toBe(true);
  await sameFiles();
});

test('rejects manipulated drives, and touches nothing outside the folder', async () => {
  const [drive] = await exportOver(root, directory, { media: [2_000_000], volumeSize: 150_000 });
  const folder = join(drive!, 'airlock', 'lab-0001');
  const text = await readFile(join(folder, 'index.json'), 'utf8');
  const lie = async (change: (lie: WrittenIndex) => void): Promise<unknown> => {
    const changed = JSON.parse(text) as WrittenIndex;
    change(changed);
    const place = join(root, 'lie');
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'index.json'), JSON.stringify(changed));
    await cp(join(directory, 'transfers', 'lab-0001', 'mirror_000001.tar'), join(place, 'mirror_000001.tar'));
    return receive(here, place).catch((error: unknown) => error);
  };
  const cases: [(lie: WrittenIndex) => void, string][] = [
    [(set) => (set.transfer = '../../../evil-0001'), 'archive-hostile'],
    [(set) => (set.transfer = 'lab-0002'), 'archive-hostile'],
    [(set) => (set.enclave = 'other'), 'archive-hostile'],
    [(set) => (set.volumes[0]!.name = '../mirror_000001.tar'), 'archive-malformed'],
    [(set) => set.volumes[0]!.entries.push(['../../etc/x', 0, 1]), 'archive-hostile'],
    [(set) => Object.assign(set, { format: 3, tool: 'airlock 9.1.0' }), 'workspace-format'],
  ];
  for (const [change, code] of cases) expect(await lie(change)).toMatchObject({ code });
  expect(await lie((set) => Object.assign(set, { format: 3, tool: 'airlock 9.1.0' }))).toMatchObject({
    message: expect.stringContaining('airlock 9.1.0'),
    remedy: expect.stringContaining('airlock 9.1.0'),
  });
  expect(
    await lie((set) => {
      const last = set.volumes[0]!.entries.at(-1)!;
      last[2] = 2 ** 50;
      set.volumes[0]!.size = last[1] + 512 * 3 + 2 ** 50 + 1024;
    }),
  ).toMatchObject({ code: expect.stringMatching(/^(disk-full|file-system|archive-malformed)$/) });

  // Links are not followed, and an altered document is ignored.
  await symlink('/etc/passwd', join(folder, 'lab-0001-v0099.tar'));
  const document = JSON.parse(await readFile(join(folder, 'export.json'), 'utf8')) as {
    format: number;
    volumeSize: number;
  };
  await writeFile(
    join(folder, 'export.json'),
    JSON.stringify({ ...document, volumeSize: document.volumeSize + 512 }),
  );
  const altered = await receive(join(root, 'there'), drive!);
  expect(altered.rejected).toMatchObject([
    { code: 'archive-malformed', message: expect.stringContaining('its ID') },
  ]);
  await writeFile(join(folder, 'export.json'), JSON.stringify({ ...document, format: 3 }));
  expect((await receive(join(root, 'there2'), drive!)).rejected).toMatchObject([
    { code: 'workspace-format' },
  ]);
  expect((await readdir(root)).toSorted()).not.toContain('evil-0001');
});

test('rejects another set with the same name', async () => {
  const [drive] = await exportOver(root, directory, { media: [2_000_000], volumeSize: 150_000 });
  expect((await receive(here, drive!)).ok).toBe(true);
  const other = await exportWorkspace(join(root, 'other'), 3);
  const [second] = await exportOver(join(root, 'other'), other.directory, {
    media: [2_000_000],
    volumeSize: 150_000,
  });
  const { code, remedy } = await receive(here, second!).then(() => undefined!, asAirlockError);
  expect(code).toBe('workspace-invalid');
  await sameFiles();
  // The remedy works as it is.
  const [, from, to] = /`airlock media import --from (\S+) file:\/\/(\S+)`/.exec(remedy!)!;
  expect([from!.startsWith(second!), to]).toEqual([true, `${here}-2`]);
  expect((await receive(to!, from!)).ok).toBe(true);
});

test('a volume without a valid index waits until another drive provides one', async () => {
  const media = await exportOver(root, directory, { media: [400_000, 900_000], volumeSize: 150_000 });
  const folder = join(media[0]!, 'airlock', 'lab-0001');
  const index = await readFile(join(folder, 'index.json'));
  const altered = Buffer.from(index);
  altered[altered.length - 40]! ^= 1;
  await writeFile(join(folder, 'index.json'), altered);
  const first = await receive(here, media[0]!);
  expect(first.transfers).toEqual([]);
  expect(first.rejected[0]).toMatchObject({
    code: 'archive-malformed',
    message: expect.stringContaining('index.json'),
  });
  expect(first.waiting.length).toBeGreaterThan(0);
  expect((await receive(here, media[0]!, media[1]!)).transfers).toMatchObject([{ complete: true }]);
});

test.each(['transfers', 'working-dir', '.airlock'])(
  'rejects a source in %s of the destination, also through a link',
  async (folder) => {
    const inside = join(here, folder, 'stick');
    const link = join(root, 'link');
    await mkdir(inside, { recursive: true });
    await symlink(inside, link);
    for (const source of [inside, link])
      await expect(receive(here, source)).rejects.toMatchObject({
        code: 'usage',
        message: expect.stringContaining(`the source ${source} is in the destination ${here}`),
      });
  },
);

test('reports a source without anything to import, and a missing folder', async () => {
  await mkdir(join(root, 'empty'));
  await expect(receive(here, join(root, 'empty'))).rejects.toMatchObject({ code: 'usage' });
  await expect(receive(here, join(root, 'absent'))).rejects.toMatchObject({
    code: 'disk',
    message: exportText('directoryMissing', { path: join(root, 'absent') }),
    remedy: expect.stringContaining('mount it at this path'),
  });
  expect(await stat(here).catch(() => undefined)).toBeUndefined();
  const handle = await open(join(root, 'file'), 'w');
  await handle.close();
  await expect(receive(here, join(root, 'file'))).rejects.toMatchObject({ code: 'usage' });
});
