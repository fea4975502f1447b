import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import type { SetIndex } from '../../store/set-format/set-index.ts';
import { diodeProfile } from '../origin/diode-profile.ts';
import { airlockPage } from '../record/airlock-page.ts';
import { readJournal, writeJournal } from '../transfer/journal.ts';
import { probeDrive } from '../volumes/drive.ts';
import { parseExportDocument } from '../volumes/export-document.ts';
import type { MediaEvent } from './events.ts';
import { exportWorkspace, rebuilt, sized, volumesBelow } from './export.fixture.ts';
import { type DriveNeed, type ExportOptions, type ExportResult, exportToMedia } from './media.ts';
import { mediaStatus } from './media-status.ts';
import { t } from './messages.ts';

const VOLUME_BYTES = 100_000;
let root: string;
let directory: string;
let index: SetIndex;
let events: MediaEvent[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-export-'));
  ({ directory, index } = await exportWorkspace(root, 12));
  events = [];
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Calls a function with the path of each file before the system writes to it by a handle. @returns a function that ends this */
async function onWrite(before: (path: string) => void): Promise<() => void> {
  const some = await open(join(root, 'some'), 'w');
  const kind = Object.getPrototypeOf(some) as Pick<FileHandle, 'write' | 'writev'>;
  await some.close();
  const { write, writev } = kind;
  for (const name of ['write', 'writev'] as const)
    kind[name] = async function (this: FileHandle, ...args: never[]) {
      before(readlinkSync(`/proc/self/fd/${this.fd}`));
      return Reflect.apply(name === 'write' ? write : writev, this, args);
    } as never;
  return () => Object.assign(kind, { write, writev });
}

async function createDrive(name: string): Promise<string> {
  const path = join(root, name);
  await mkdir(path, { recursive: true });
  return path;
}

function run(destinations: string[], options: Partial<ExportOptions> = {}): Promise<ExportResult> {
  return exportToMedia({
    directory,
    transfer: 'lab-0001',
    destinations: destinations.map((path) => ({ path })),
    volumeSize: VOLUME_BYTES,
    tool: 'airlock 0.0.0',
    emit: (event) => events.push(event),
    ...options,
  });
}

async function expectComplete(...media: string[]): Promise<void> {
  const files = await rebuilt(index, (await volumesBelow(...media)).values());
  for (const { name, sha256: expected } of index.volumes)
    expect(sha256(files.get(name)!)).toBe(`sha256:${expected}`);
}

const writtenNow = (): number[] =>
  events.flatMap((event) => (event.type === 'volume' && event.state === 'written' ? [event.number] : []));

test('writes all volumes, the index and the description to one drive, reads them back and records them', async () => {
  const drive = await createDrive('stick');
  const result = await run([drive]);
  expect(result).toMatchObject({
    status: 'complete',
    export: { complete: true, revision: 1, drives: ['stick'] },
  });
  const folder = join(drive, 'airlock', 'lab-0001');
  const document = parseExportDocument(await readFile(join(folder, 'export.json'), 'utf8'), 'export.json');
  expect(document).toMatchObject({
    transfer: 'lab-0001',
    enclave: 'lab',
    number: 1,
    shortId: result.export.shortId,
  });
  for (const { name, size, sha256: digest } of document.volumes) {
    const bytes = await readFile(join(folder, name));
    expect(bytes.length).toBe(size);
    expect(size).toBeLessThanOrEqual(VOLUME_BYTES);
    expect(sha256(bytes)).toBe(`sha256:${digest}`);
  }
  expect(await readFile(join(folder, 'index.json'))).toEqual(
    await readFile(join(directory, 'transfers', 'lab-0001', 'index.json')),
  );
  await expectComplete(drive);
  expect(result.export.volumes.every(({ readBack }) => readBack === 'drive' || readBack === 'memory')).toBe(
    true,
  );
  expect(await readJournal(directory, 'lab-0001')).toMatchObject([
    {
      step: 'on-media',
      text: t('journalExport', { shortId: document.shortId, drives: 'stick' }),
      subject: { kind: 'export', id: document.shortId },
    },
  ]);
  expect(events.at(-1)).toEqual({ type: 'phase', phase: 'done' });
  expect(events.findLast((event) => event.type === 'progress')).toMatchObject({
    done: result.export.bytes,
    total: result.export.bytes,
  });
  expect(events).toContainEqual({
    type: 'safe-to-remove',
    drive: 'stick',
    name: 'stick',
    path: drive,
    volumes: document.volumes.map(({ number }) => number),
  });
  // The second time there is nothing to write, and nothing is noted again.
  events = [];
  expect(await run([drive])).toMatchObject({ status: 'complete', drives: [] });
  expect(writtenNow()).toEqual([]);
  expect(await readJournal(directory, 'lab-0001')).toHaveLength(1);
});

test("an index that is replaced during the export isn't written to the drive, and one that a drive has remains unchanged", async () => {
  const drive = await createDrive('stick');
  const file = join(directory, 'transfers', 'lab-0001', 'index.json');
  const there = join(drive, 'airlock', 'lab-0001', 'index.json');
  const content = await readFile(file);
  const probe = async (path: string) => {
    await writeFile(file, `${content} `);
    return probeDrive(path);
  };
  await expect(run([drive], { probe })).rejects.toMatchObject({
    ...{ code: 'plan-changed', side: 'local', message: t('setChanged', { transfer: 'lab-0001' }) },
  });
  await expect(stat(there)).rejects.toMatchObject({ code: 'ENOENT' });
  await writeFile(file, content);
  // A fault of the workspace doesn't look like one of the drive.
  const missing = run([drive], {
    async probe(path) {
      await rm(file, { force: true });
      return probeDrive(path);
    },
  });
  await expect(missing).rejects.toMatchObject({
    ...{ code: 'disk', side: 'local', message: expect.stringContaining(file) },
  });
  await writeFile(file, content);
  await writeFile(there, content);
  const { ino } = await stat(there);
  expect(await run([drive])).toMatchObject({ status: 'complete' });
  expect((await stat(there)).ino).toBe(ino);
});

test.each([false, true])(
  'writes volumes again that were deleted or truncated on a drive since, all deleted: %s',
  async (all) => {
    const drive = await createDrive('stick');
    const { export: written } = await run([drive]);
    const folder = join(drive, 'airlock', 'lab-0001');
    const [first, second, ...rest] = written.volumes;
    await truncate(join(folder, first!.name), first!.size - 1);
    for (const { name } of all ? [first!, second!, ...rest] : [second!]) await rm(join(folder, name));
    const content = () => Promise.all(written.volumes.map(({ name }) => readFile(join(folder, name))));
    events = [];
    const again = await run([drive]);
    const expected = all ? written.volumes.map(({ number }) => number) : [1, 2];
    expect(again).toMatchObject({
      status: 'complete',
      export: { complete: true, drives: ['stick'], revision: 1 },
      drives: [{ label: 'stick', volumes: expected }],
      checked: [drive],
    });
    expect(writtenNow()).toEqual(expected);
    expect(events).toContainEqual(expect.objectContaining({ type: 'volume', number: 2, state: 'missing' }));
    if (!all)
      expect(events).toContainEqual(expect.objectContaining({ type: 'volume', number: 1, state: 'damaged' }));
    expect((await content()).map(({ length }) => length)).toEqual(written.volumes.map(({ size }) => size));
    await expectComplete(drive);
    expect(events.findLast((event) => event.type === 'progress')).toMatchObject({
      done: written.volumes
        .filter(({ number }) => expected.includes(number))
        .reduce((sum, v) => sum + v.size, 0),
    });
  },
);

test('writes nothing again to an empty drive in place of another one, or to a directory that a diode empties', async () => {
  const drive = await createDrive('stick');
  await run([drive]);
  await rename(drive, join(root, 'first'));
  await createDrive('stick');
  expect(await run([drive])).toMatchObject({ status: 'complete', drives: [], checked: [] });
  const outbox = await createDrive('outbox');
  const profile = diodeProfile(VOLUME_BYTES);
  await run([outbox], { profile });
  const [name] = (await readdir(outbox)).filter((file) => file.endsWith('.tar'));
  await rm(join(outbox, name!));
  // Nothing was checked there, so the report must not claim it.
  expect(await run([outbox], { profile })).toMatchObject({ status: 'complete', drives: [], checked: [] });
});

test('a call for some volumes leaves damaged and missing others in place', async () => {
  const drive = await createDrive('stick');
  const { export: written } = await run([drive]);
  const folder = join(drive, 'airlock', 'lab-0001');
  const [first, second, third] = written.volumes;
  await truncate(join(folder, first!.name), first!.size - 1);
  await rm(join(folder, second!.name));
  events = [];
  await run([drive], { volumes: [third!.number] });
  expect(writtenNow()).toEqual([third!.number]);
  expect((await readFile(join(folder, first!.name))).length).toBe(first!.size - 1);
  // The next complete call finds both.
  expect(await run([drive])).toMatchObject({ drives: [{ label: 'stick', volumes: [1, 2] }] });
});

test('fills drives of different sizes one after another, and the next call continues on the next drive', async () => {
  const [a, b, c] = [await createDrive('a'), await createDrive('b'), await createDrive('c')];
  const probe = sized({ a: 450_000, b: 380_000, c: 10_000_000 });
  const first = await run([a, b], { probe });
  expect(first).toMatchObject({ status: 'paused', need: { reason: 'next' } });
  expect(first.drives.map(({ label }) => label)).toEqual(['a', 'b']);
  expect(first.need!.volumes).toBe(first.export.volumes.filter(({ state }) => state === 'missing').length);
  const before = writtenNow();
  expect(await readJournal(directory, 'lab-0001')).toEqual([]);
  events = [];
  expect(await run([c], { probe })).toMatchObject({
    status: 'complete',
    export: { revision: 1, drives: ['a', 'b', 'c'] },
  });
  expect(writtenNow().filter((number) => before.includes(number))).toEqual([]);
  await expectComplete(a, b, c);
  expect(await mediaStatus(directory)).toMatchObject([{ transfer: 'lab-0001', complete: true }]);
});

test('records the export even if another entry has the same text', async () => {
  const [a, b] = [await createDrive('a'), await createDrive('b')];
  const probe = sized({ a: 450_000, b: 10_000_000 });
  const { shortId } = (await run([a], { probe })).export;
  const text = `for oc, on export ${shortId}`;
  await writeJournal(directory, 'lab-0001', { step: 'on-media', text });
  expect(await run([b], { probe })).toMatchObject({ status: 'complete' });
  expect(await readJournal(directory, 'lab-0001')).toMatchObject([
    { text },
    { step: 'on-media', subject: { kind: 'export', id: shortId } },
  ]);
});

test('prompts for the next drive, and divides the rest into smaller volumes if it is too small', async () => {
  const [a, b, c] = [await createDrive('a'), await createDrive('b'), await createDrive('c')];
  const needs: DriveNeed[] = [];
  const answers = [b, c];
  const probe = sized({ a: 480_000, b: 270_000, c: 10_000_000 });
  const result = await run([a], {
    probe,
    volumeSize: 200_000,
    nextDrive: async (need) => {
      needs.push(need);
      // While it waits, the progress includes everything that was written and read back.
      const { done = 0, total = 0 } = events.findLast((event) => event.type === 'progress') ?? {};
      // The rest may be divided again, which changes the size of the headers.
      expect(Math.abs(total - done - need.bytes)).toBeLessThan(10_000);
      return answers.shift();
    },
  });
  expect(result).toMatchObject({ status: 'complete', export: { drives: ['a', 'b', 'c'] } });
  expect(needs.map(({ reason }) => reason)).toEqual(['next', 'next']);
  expect(result.export.revision).toBe(2);
  await expectComplete(a, b, c);
  // Volumes on the first drive are of the first division, and still count.
  const first = parseExportDocument(await readFile(join(a, 'airlock/lab-0001/export.json'), 'utf8'), 'a');
  const last = parseExportDocument(await readFile(join(c, 'airlock/lab-0001/export.json'), 'utf8'), 'c');
  expect([first.revision, last.revision]).toEqual([1, 2]);
  expect(last.volumes[0]).toEqual(first.volumes[0]);
  expect(last.id).not.toBe(first.id);
});

test('reports a drive without space and prompts for the next one', async () => {
  const [tiny, good] = [await createDrive('tiny'), await createDrive('good')];
  const probe = sized({ tiny: 5000 });
  const result = await run([tiny], { probe });
  expect(result).toMatchObject({ status: 'paused', need: { reason: 'too-small', drive: 'tiny' } });
  expect(await volumesBelow(tiny)).toEqual(new Map());
  expect(await run([good], { probe })).toMatchObject({ status: 'complete' });
});

test.each([
  ['ENOSPC', { errno: -28, code: 'ENOSPC', message: 'ENOSPC: no space left on device, write' }],
  ['EDQUOT, as Node reports it', { errno: -122, message: 'Unknown system error -122, write' }],
])('a write that ends with %s prompts for the next drive', async (_, { message, ...facts }) => {
  const [a, b] = [await createDrive('a'), await createDrive('b')];
  const needs: DriveNeed[] = [];
  let failed = 0;
  const restore = await onWrite((path) => {
    if (!path.startsWith(a) || !path.endsWith('.tar.writing') || path.includes('-v0001')) return;
    failed++;
    const code = 'code' in facts ? facts.code : 'Unknown system error -122';
    throw Object.assign(new Error(message), { ...facts, code, syscall: 'write' });
  });
  try {
    const result = await run([a], {
      nextDrive: async (need) => {
        needs.push(need);
        return needs.length === 1 ? b : undefined;
      },
    });
    expect(result).toMatchObject({ status: 'complete', export: { complete: true } });
  } finally {
    restore();
  }
  expect(failed).toBeGreaterThan(0);
  expect(needs).toMatchObject([{ reason: 'next' }]);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'problem', problem: expect.objectContaining({ code: 'disk-full' }) }),
  );
  expect((await readdir(join(a, 'airlock/lab-0001'))).filter((name) => name.endsWith('.writing'))).toEqual(
    [],
  );
  await expectComplete(a, b);
});

test('a file system that only stores small files gets small volumes', async () => {
  const fat = await createDrive('fat');
  const result = await run([fat], {
    volumeSize: 1_000_000,
    probe: sized({ fat: 50_000_000 }, { maxFileBytes: 150_000 }),
  });
  expect(result.status).toBe('complete');
  expect(Math.max(...result.export.volumes.map(({ size }) => size))).toBeLessThanOrEqual(150_000);
  await expectComplete(fat);
});

test('reports a drive that is removed during a write, and the next call resumes', async () => {
  const drive = await createDrive('stick');
  const away = join(root, 'away');
  let moved = false;
  const outcome = run([drive], {
    probe: async (path) => {
      const facts = await sized({})(path);
      if (writtenNow().length === 3 && !moved) {
        moved = true;
        await rename(drive, away);
      }
      return facts;
    },
  });
  await expect(outcome).rejects.toMatchObject({
    code: 'disk',
    exitCode: 4,
    side: 'destination',
    message: expect.stringMatching(/^drive stick is unavailable: volume 4 of \d+ is next$/),
  });
  await rename(away, drive);
  events = [];
  expect((await run([drive])).status).toBe('complete');
  expect(writtenNow()[0]).toBe(4);
  await expectComplete(drive);
});

test('a removed drive can be connected again while the export waits', async () => {
  const drive = await createDrive('stick');
  const away = join(root, 'away');
  const needs: DriveNeed[] = [];
  const result = await run([drive], {
    emit: (event) => events.push(event),
    probe: async (path) => {
      const facts = await sized({})(path);
      if (writtenNow().length === 2 && needs.length === 0) await rename(drive, away);
      return facts;
    },
    nextDrive: async (need) => {
      needs.push(need);
      await rename(away, drive);
      return drive;
    },
  });
  expect(needs).toMatchObject([{ reason: 'removed', drive: 'stick', volume: 3 }]);
  expect(result).toMatchObject({ status: 'complete', export: { drives: ['stick'] } });
  await expectComplete(drive);
});

test('reports a read-only drive and writes nothing', async () => {
  const drive = await createDrive('stick');
  await expect(run([drive], { probe: sized({}, { readOnly: true }) })).rejects.toMatchObject({
    code: 'disk',
    exitCode: 4,
    message: expect.stringContaining("stick isn't writable"),
  });
  expect(await readdir(drive)).toEqual([]);
  await expect(run([join(root, 'nowhere')])).rejects.toMatchObject({
    message: t('mountPointMissing', { path: join(root, 'nowhere') }),
    remedy: t('mountPointMissingRemedy'),
    found: undefined,
  });
});

test('rejects an empty mount point, and warns about a folder on the disk of the workspace', async () => {
  const drive = await createDrive('stick');
  let mounted = true;
  const needs: DriveNeed[] = [];
  const probe = async (path: string) => ({ ...(await sized({ stick: 400_000 })(path)), mounted });
  const result = await run([drive], {
    probe,
    nextDrive: async (need) => {
      needs.push(need);
      mounted = false;
      return needs.length < 3 ? drive : undefined;
    },
  }).catch((error: unknown) => error);
  expect(result).toMatchObject({ code: 'disk', message: expect.stringContaining('stick is unavailable') });
  expect(needs.map(({ reason }) => reason)).toEqual(['next', 'removed', 'removed']);
  const warned = () => events.filter((event) => event.type === 'problem').length;
  expect(warned()).toBe(0);
  await run([drive]);
  expect(warned()).toBe(1);
});

test('writes selected volumes again for a lost drive', async () => {
  const [drive, again] = [await createDrive('stick'), await createDrive('again')];
  await run([drive]);
  const lost = await volumesBelow(drive);
  await rm(lost.get('lab-0001-v0002.tar')!);
  events = [];
  const result = await run([again], { volumes: [2, 4] });
  expect(writtenNow()).toEqual([2, 4]);
  expect(result).toMatchObject({ status: 'complete', drives: [{ label: 'again', volumes: [2, 4] }] });
  await expectComplete(drive, again);
  expect((await readJournal(directory, 'lab-0001')).at(-1)).toMatchObject({
    text: t('journalVolumes', { volumes: t('journalDriveVolumes', { numbers: '2, 4', drive: 'again' }) }),
  });
  await expect(run([again], { volumes: [99] })).rejects.toMatchObject({ code: 'usage' });
});

test('a drive whose volumes were deleted keeps its name when they are written again', async () => {
  const [a, b] = [await createDrive('a'), await createDrive('b')];
  const first = await run([a, b], { probe: sized({ a: 450_000, b: 10_000_000 }) });
  expect(first.export.drives).toEqual(['a', 'b']);
  for (const path of (await volumesBelow(a)).values()) await rm(path);
  const onA = first.export.volumes.flatMap(({ drive, number }) => (drive === 'a' ? number : []));
  events = [];
  // Only some of them still fit on it, so that the others move to the next drive.
  const again = await run([a, b], { volumes: onA, probe: sized({ a: 300_000, b: 10_000_000 }) });
  expect(again.export.drives.toSorted()).toEqual(['a', 'b']);
  expect(again.drives.map(({ label }) => label)).toEqual(['a', 'b']);
  expect(writtenNow()).toEqual(onA);
  const safe = events.flatMap((event) => (event.type === 'safe-to-remove' ? event : []));
  expect(safe[0]).toMatchObject({ drive: 'a', volumes: again.drives[0]!.volumes });
  await expectComplete(a, b);
  // An empty drive in the place of one with other volumes is another one.
  await rm(join(b, 'airlock'), { recursive: true });
  const [one] = again.drives[1]!.volumes;
  expect(await run([b], { volumes: [one!] })).toMatchObject({ drives: [{ label: 'b-2', volumes: [one] }] });
});

test('a second copy on another drive in the same place leaves the volumes of the first drive recorded', async () => {
  const stick = await createDrive('stick');
  const { export: first } = await run([stick]);
  await rename(stick, join(root, 'delivered'));
  await createDrive('stick');
  const all = first.volumes.map(({ number }) => number);
  // Only some volumes fit on the second drive, and the user then stops.
  const probe = sized({ stick: 300_000 });
  const second = await run([stick], { volumes: all, probe });
  expect(second.status).toBe('paused');
  const [copies] = second.drives;
  expect(copies!.label).toBe('stick-2');
  expect(copies!.volumes.length).toBeLessThan(all.length);
  expect(second.export).toMatchObject({
    complete: true,
    drives: expect.arrayContaining(['stick', 'stick-2']),
  });
  expect(await readdir(join(stick, 'airlock/lab-0001'))).toContain('drive-2.sha256');
  // The second drive is recognized by its list, also when volumes on it are recorded for the first one again.
  await rename(stick, join(root, 'second'));
  await rename(join(root, 'delivered'), stick);
  expect(await run([stick], { volumes: [1] })).toMatchObject({ drives: [{ label: 'stick', volumes: [1] }] });
  await rename(stick, join(root, 'delivered'));
  await rename(join(root, 'second'), stick);
  const third = await run([stick], { volumes: all, probe });
  expect(third.export.complete).toBe(true);
  expect(await readdir(join(stick, 'airlock/lab-0001'))).toContain('drive-2.sha256');
  expect(await readdir(join(stick, 'airlock/lab-0001'))).not.toContain('drive-1.sha256');
});

test.each(['transfers', 'working-dir', '.airlock'])(
  'rejects a destination in %s of the workspace, also through a link',
  async (folder) => {
    const inside = join(directory, folder, 'stick');
    const link = join(root, 'stick');
    await mkdir(inside, { recursive: true });
    await symlink(inside, link);
    for (const path of [inside, link]) {
      const message = t('destinationInWorkspace', { path, folder });
      await expect(run([path])).rejects.toMatchObject({ code: 'usage', message });
      const nextDrive = async () => path;
      await expect(run([], { nextDrive })).rejects.toMatchObject({ code: 'usage', message });
    }
    expect(await readdir(inside)).toEqual([]);
  },
);

test('distinguishes drives that are mounted one after another in the same place', async () => {
  const drive = await createDrive('stick');
  const probe = sized({ stick: 400_000 });
  const answers = ['1', '2', '3', '4', '5'];
  const result = await run([drive], {
    probe,
    nextDrive: async () => {
      await rename(drive, join(root, `away-${answers.shift()}`));
      return createDrive('stick');
    },
  });
  expect(result.status).toBe('complete');
  expect(result.export.drives.slice(0, 2)).toEqual(['stick', 'stick-2']);
});

test('a stopped export leaves nothing of the volume in progress', async () => {
  const drive = await createDrive('stick');
  const stop = new AbortController();
  const outcome = run([drive], {
    signal: stop.signal,
    emit: (event) => {
      events.push(event);
      if (event.type === 'volume' && event.state === 'writing' && event.number === 3) stop.abort();
    },
  });
  await expect(outcome).rejects.toMatchObject({ code: 'interrupted', exitCode: 3 });
  expect(
    (await readdir(join(drive, 'airlock/lab-0001'))).filter((name) => name.endsWith('.writing')),
  ).toEqual([]);
  expect([...(await volumesBelow(drive)).keys()]).toHaveLength(2);
});

test('adopts a volume that was written but not recorded, and writes a damaged one again', async () => {
  const drive = await createDrive('stick');
  await run([drive]);
  const path = join(directory, '.airlock/enclaves/lab/exports/lab-0001.json');
  const state = JSON.parse(await readFile(path, 'utf8')) as { written: { number: number }[] };
  state.written = state.written.filter(({ number }) => number !== 2 && number !== 3);
  await writeFile(path, JSON.stringify(state));
  const damaged = (await volumesBelow(drive)).get('lab-0001-v0003.tar')!;
  const bytes = await readFile(damaged);
  bytes[50_000]! ^= 1;
  await writeFile(damaged, bytes);
  // What a kill in the middle of a small file leaves.
  await writeFile(join(drive, 'airlock/lab-0001/.airlock-tmp-00000000-1-00000000-00ff00ff'), 'half');
  await writeFile(join(drive, 'airlock/lab-0001/lab-0001-v0003.tar.writing'), 'half');
  // Of an export with other volumes, which was killed and never resumed.
  const given = join(drive, 'airlock/lab-0001/lab-0001-v0999.tar.writing');
  await writeFile(given, 'half');
  await utimes(given, Date.now() / 1000 - 7200, Date.now() / 1000 - 7200);
  events = [];
  expect((await run([drive])).status).toBe('complete');
  expect((await readdir(join(drive, 'airlock/lab-0001'))).filter((name) => /tmp|writing/.test(name))).toEqual(
    [],
  );
  expect(writtenNow()).toEqual([3]);
  expect(events).toContainEqual(expect.objectContaining({ type: 'volume', number: 2, state: 'present' }));
  await expectComplete(drive);
});

test('exports in different profiles are separate, and each can be resumed', async () => {
  const [drive, drop, last] = [
    await createDrive('stick'),
    await createDrive('drop'),
    await createDrive('last'),
  ];
  const probe = sized({ stick: 400_000 });
  const first = await run([drive], { probe });
  expect(first.status).toBe('paused');
  const diode = await run([drop], { probe, profile: diodeProfile(VOLUME_BYTES) });
  expect(diode).toMatchObject({ status: 'complete', export: { revision: 1 } });
  expect((await readdir(drop)).every((name) => /^[a-z0-9]{8}\.tar$/.test(name))).toBe(true);
  await expectComplete(drop);
  expect((await mediaStatus(directory)).map(({ shortId, complete }) => [shortId, complete])).toEqual([
    [diode.export.shortId, true],
    [first.export.shortId, false],
  ]);
  events = [];
  const back = await run([last], { probe });
  expect(back).toMatchObject({
    status: 'complete',
    export: { shortId: first.export.shortId, drives: ['stick', 'last'] },
  });
  expect(writtenNow()[0]).toBe(first.need!.volume);
  await expectComplete(drive, last);
});

test('drives contain no host, user or path', async () => {
  const drive = await createDrive('stick');
  await run([drive]);
  for (const entry of await readdir(drive, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const text = await readFile(join(entry.parentPath, entry.name), 'latin1');
    for (const word of [root, directory, hostname()]) expect(text).not.toContain(word);
  }
});

test('copies Airlock to its own folder only on request, and considers its size', async () => {
  const [drive, other] = [await createDrive('stick'), await createDrive('other')];
  const app = await createDrive('app');
  await mkdir(join(app, 'bin'));
  await writeFile(join(app, 'bin', 'airlock'), Buffer.alloc(200_000, 7), { mode: 0o755 });
  await writeFile(join(app, 'README'), 'x');
  const probe = sized({ stick: 800_000 });
  const result = await run([drive, other], { probe, app });
  expect(result.export).toMatchObject({ complete: true, revision: 1, drives: ['stick', 'other'] });
  expect((await readFile(join(drive, 'airlock-app/bin/airlock'))).equals(Buffer.alloc(200_000, 7))).toBe(
    true,
  );
  expect((await stat(join(drive, 'airlock-app/bin/airlock'))).mode & 0o111).not.toBe(0);
  expect(await readdir(other)).toEqual(['airlock']);
  expect(await readdir(join(drive, 'airlock-app/bin'))).toEqual(['airlock']);
  const { mtimeMs } = await stat(join(drive, 'airlock-app/bin/airlock'));
  await run([drive], { probe, app });
  expect((await stat(join(drive, 'airlock-app/bin/airlock'))).mtimeMs).toBe(mtimeMs);
  await expectComplete(drive, other);
});

test('copies a bundle unchanged with its checksum and signature, and rejects a damaged one before it writes', async () => {
  const [drive, app] = [await createDrive('stick'), await createDrive('app')];
  const name = 'airlock-1.2.3-linux-x64.tar.gz';
  const content = Buffer.alloc(200_000, 7);
  const archive = join(app, name);
  const digest = createHash('sha256').update(content).digest('hex');
  await writeFile(archive, content);
  await writeFile(`${archive}.sha256`, `${'0'.repeat(64)}  ${name}\n`);
  await writeFile(`${archive}.sha256.asc`, 'signature');
  await writeFile(join(app, 'other'), 'x');
  await expect(run([drive], { app: archive })).rejects.toMatchObject({
    code: 'digest-mismatch',
    side: 'local',
  });
  await expect(run([drive], { app: join(app, 'other') })).rejects.toMatchObject({ code: 'usage' });
  expect(await readdir(drive)).toEqual([]);
  await writeFile(`${archive}.sha256`, `${digest}  ${name}\n`);
  await mkdir(join(drive, 'airlock-app'));
  await writeFile(join(drive, 'airlock-app', name), Buffer.alloc(200_000, 8));
  await run([drive], { app: archive });
  const names = (await readdir(join(drive, 'airlock-app'))).toSorted();
  expect(names).toEqual([name, `${name}.sha256`, `${name}.sha256.asc`]);
  expect((await readFile(join(drive, 'airlock-app', name))).equals(content)).toBe(true);
  const page = airlockPage([], { tool: 'airlock 1', withApp: true, appFiles: names });
  expect(page).toContain(`gpg --verify ${name}.sha256.asc ${name}.sha256`);
  expect(page).toContain(`sha256sum --ignore-missing --check ${name}.sha256`);
  expect(page).toContain(`tar -xzf ${name} -C /opt`);
  expect(page).toContain(`/opt/${name.replace('.tar.gz', '')}:$PATH`);
  await expectComplete(drive);

  // A release has one list for all packages.
  const [next, release] = [await createDrive('next'), await createDrive('release')];
  await writeFile(join(release, name), content);
  await writeFile(join(release, 'SHA256SUMS'), `${'0'.repeat(64)}  other\n${digest}  ${name}\n`);
  await run([next], { app: join(release, name) });
  const files = (await readdir(join(next, 'airlock-app'))).toSorted();
  expect(files).toEqual(['SHA256SUMS', name]);
  const unsigned = airlockPage([], { tool: 'airlock 1', withApp: true, appFiles: files });
  expect(unsigned).toContain('sha256sum --ignore-missing --check SHA256SUMS');
  expect(unsigned).not.toContain('gpg --verify');
});

test('never exports a damaged set, and reports a missing one', async () => {
  const drive = await createDrive('stick');
  const file = join(directory, 'transfers/lab-0001', index.volumes[0]!.name);
  const bytes = await readFile(file);
  bytes[150_000]! ^= 4;
  await writeFile(file, bytes);
  await expect(run([drive])).rejects.toMatchObject({ code: 'digest-mismatch', side: 'local', exitCode: 4 });
  await expect(run([join(directory, 'transfers')])).rejects.toMatchObject({ code: 'usage' });
  await expect(run([drive], { transfer: 'lab-0009' })).rejects.toMatchObject({ code: 'workspace-invalid' });
});
