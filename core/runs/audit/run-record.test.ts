import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import { t } from '../messages.ts';
import type { ImageResult } from '../progress/events.ts';
import { listRuns, readListedRun, readRun } from './read-runs.ts';
import { openRun, type RunStart } from './run-record.ts';
import { verifyRunLog } from './verify-run-log.ts';

let runsDirectory: string;
beforeEach(async () => {
  runsDirectory = join(await mkdtemp(join(tmpdir(), 'airlock-audit-')), 'runs');
});
afterEach(() => rm(join(runsDirectory, '..'), { recursive: true }));

const start = (): RunStart => ({
  runsDirectory,
  workflow: 'mirrorToDisk',
  arguments: ['mirror', '-c', 'isc.yaml', 'file://out'],
  configurations: [{ name: '/etc/isc.yaml', text: 'kind: ImageSetConfiguration\n' }],
  toolVersion: 'airlock 0.1.0',
  overrides: [],
});
const image = (name: string): ImageResult => ({
  kind: 'generic',
  origin: `q.io/${name}:1`,
  source: `q.io/${name}:1`,
  destination: `${name}:1`,
  digest: sha256(name),
  deliverable: 'additional images',
  bytes: 7,
  verdict: 'not-checked',
  result: 'copied',
  attempts: 1,
});

describe('an audit record', () => {
  test('with a pipe instead of a file is reported without waiting for the pipe', async () => {
    const record = await openRun(start());
    await record.close({ status: 'failed' });
    const pipe = async (...path: string[]) => {
      await rm(join(record.directory, ...path));
      execFileSync('mkfifo', [join(record.directory, ...path)]);
    };
    await pipe('configuration', '1-isc.yaml');
    await expect(readRun(runsDirectory, 1)).rejects.toMatchObject({ code: 'disk' });
    await pipe('run.json');
    expect(await listRuns(runsDirectory)).toMatchObject([{ status: 'damaged' }]);
  });

  test('contains the request, the progress and the result of the run', async () => {
    const record = await openRun({ ...start(), overrides: ['ignore-release-signature'] });
    expect(record.name).toMatch(/^0001-\d{8}T\d{6}Z$/);
    expect((await listRuns(runsDirectory)).map(({ status }) => status)).toEqual(['running']);
    record.image({ ...image('a'), previousDigest: sha256('old') });
    record.event({ type: 'phase', phase: 'copy' });
    record.event({ type: 'image', ...image('a') });
    const counts = {
      images: { total: 1, copied: 1, present: 0, failed: 0 },
      bytes: { fetched: 7, sent: 0, written: 7, present: 0 },
    };
    await record.close({ status: 'complete', counts, transfer: 'fleet-0001', overrides: ['resend'] });
    record.image(image('late'));
    await record.close({ status: 'failed' });
    const read = await readRun(runsDirectory, 1);
    const [listed] = await listRuns(runsDirectory);
    expect(await readListedRun(listed!)).toEqual(read);
    expect(read).toMatchObject({
      status: 'complete',
      directory: record.directory,
      configurations: [{ name: 'isc.yaml', text: 'kind: ImageSetConfiguration\n' }],
      images: [{ origin: 'q.io/a:1', size: 7, previousDigest: sha256('old'), result: 'copied' }],
      events: [{ type: 'phase', phase: 'copy' }],
    });
    expect(read.run).toMatchObject({
      workflow: 'mirrorToDisk',
      arguments: start().arguments,
      tool: { version: 'airlock 0.1.0', digest: expect.stringMatching(/^sha256:/) },
      overrides: ['ignore-release-signature', 'resend'],
      counts,
      transfer: 'fleet-0001',
    });
    expect(read.run!.user).not.toBe('');
    expect(read.run).not.toHaveProperty('previous', expect.anything());
    expect(await readdir(runsDirectory)).toEqual([record.name]);
  });

  test('each run gets a unique number after the highest one, even if many start together', async () => {
    await mkdir(join(runsDirectory, '0041-20200101T000000Z'), { recursive: true });
    const records = await Promise.all(Array.from({ length: 8 }, () => openRun(start())));
    const numbers = records.map(({ sequence }) => sequence);
    expect(new Set(numbers).size).toBe(8);
    expect(Math.min(...numbers)).toBe(42);
    await Promise.all(records.map((record) => record.close({ status: 'complete' })));
    expect((await openRun(start())).sequence).toBe(Math.max(...numbers) + 1);
  });

  test('lines reach the disk within about a second, and sooner if there are many', async () => {
    const record = await openRun(start());
    const lines = async () =>
      (await readFile(join(record.directory, 'images.jsonl'), 'utf8')).split('\n').length - 1;
    record.image(image('a'));
    await vi.waitFor(async () => expect(await lines()).toBe(1), { timeout: 3000, interval: 50 });
    for (let i = 0; i < 1000; i++) record.image(image(`b${i}`));
    await vi.waitFor(async () => expect(await lines()).toBeGreaterThan(500), { timeout: 900, interval: 20 });
    await record.close({ status: 'complete' });
    expect((await readRun(runsDirectory, 1)).images).toHaveLength(1001);
  });

  test('records one of many progress events', async () => {
    const record = await openRun(start());
    for (let i = 0; i < 50; i++)
      record.event({
        type: 'progress',
        phase: 'copy',
        images: { total: 1, copied: 0, present: 0, failed: 0 },
        bytes: { fetched: 0, sent: 0, written: 0, present: 0 },
        done: 0,
        total: 1,
        totalKnown: true,
        rate: 0,
        deliverables: { complete: 0, total: 1 },
      });
    await record.close({ status: 'complete' });
    expect((await readRun(runsDirectory, 1)).events).toHaveLength(1);
  });

  test('a killed run is listed as interrupted with its lines, and the next run follows it in the chain', async () => {
    const program = `
      const { openRun } = await import(${JSON.stringify(new URL('./run-record.ts', import.meta.url).href)});
      const record = await openRun(${JSON.stringify(start())});
      record.event({ type: 'phase', phase: 'copy' });
      process.stdout.write('open');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const [alive] = await listRuns(runsDirectory);
    expect(alive).toMatchObject({ sequence: 1, status: 'running', run: { process: { pid: child.pid } } });
    const events = join(alive!.directory, 'events.jsonl');
    await vi.waitFor(async () => expect(await readFile(events, 'utf8')).toContain('copy'), { timeout: 3000 });
    child.kill('SIGKILL');
    await once(child, 'exit');
    await appendFile(events, '{"torn');
    expect((await listRuns(runsDirectory))[0]).toMatchObject({ status: 'interrupted' });
    expect((await readRun(runsDirectory, 1)).events).toMatchObject([{ type: 'phase' }]);
    const next = await openRun(start());
    await next.close({ status: 'complete' });
    expect((await readRun(runsDirectory, 2)).run).toMatchObject({ previousSequence: 1 });
    expect(await verifyRunLog(runsDirectory)).toEqual({ ok: true, runs: 2, removed: 0, problems: [] });
  });

  test('a later process with the same number is not the run', async () => {
    const record = await openRun(start());
    const file = join(record.directory, 'run.json');
    const run = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...run, process: { ...run.process, started: 'another boot/1' } }));
    expect((await listRuns(runsDirectory))[0]).toMatchObject({ status: 'interrupted' });
    await record.close({ status: 'complete' });
  });

  test('no file contains a secret of arguments, configuration, images or events', async () => {
    const secret = 'S3cr3t-value';
    const record = await openRun({
      ...start(),
      arguments: ['mirror', `docker://admin:${secret}@reg.lan/ocp`, '--dest-creds', `a:${secret}`],
      configurations: [
        { name: 'isc.yaml', text: `helm: {repositories: [{url: "https://u:${secret}@c.lan/"}]}` },
      ],
      overrides: [`policy from https://u:${secret}@p.lan`],
    });
    const problem = {
      code: 'connection',
      level: 'error' as const,
      message: `GET https://cdn.lan/x?sig=${secret}`,
      remedy: '',
    };
    record.image({
      ...image('a'),
      source: `docker://u:${secret}@q.io/a:1`,
      result: 'failed',
      error: problem,
    });
    record.event({ type: 'problem', problem });
    await record.close({ status: 'failed', problem: { ...problem, problems: [problem] } });
    const files = await readdir(record.directory, { recursive: true, withFileTypes: true });
    const texts = await Promise.all(
      files.filter((f) => f.isFile()).map((f) => readFile(join(f.parentPath, f.name), 'utf8')),
    );
    expect(texts).toHaveLength(4);
    for (const text of texts) expect(text).not.toContain(secret);
  });

  test('reports a record that cannot be written', async () => {
    await writeFile(runsDirectory, 'a file');
    await expect(openRun(start())).rejects.toMatchObject({ name: 'AirlockError' });
    await expect(readRun(join(runsDirectory, '..', 'none'), 1)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the chain of records', () => {
  beforeEach(async () => {
    for (let i = 0; i < 3; i++) {
      const record = await openRun(start());
      record.image(image(`a${i}`));
      await record.close({ status: 'complete' });
    }
  });
  const directory = async (sequence: number) => (await readRun(runsDirectory, sequence)).directory;
  const verdict = async () => {
    const { ok, problems } = await verifyRunLog(runsDirectory);
    return { ok, messages: problems.map(({ message }) => message.replaceAll(/-\d{8}T\d{6}Z/g, '')) };
  };

  test('passes unchanged', async () => {
    expect(await verdict()).toEqual({ ok: true, messages: [] });
    expect(await verifyRunLog(join(runsDirectory, 'none'))).toEqual({
      ok: true,
      runs: 0,
      removed: 0,
      problems: [],
    });
  });

  test('reports a changed run.json', async () => {
    const file = join(await directory(2), 'run.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"complete"', '"partial"'));
    expect(await verdict()).toEqual({
      ok: false,
      messages: [t('recordChangedBeforeNext', { file: 'run.json', run: '0002', next: '0003' })],
    });
  });

  test('reports changed and removed files of a record, also of the newest', async () => {
    await appendFile(join(await directory(3), 'images.jsonl'), '{}\n');
    await rm(join(await directory(1), 'configuration', '1-isc.yaml'));
    expect((await verdict()).messages).toEqual([
      t('recordFileMissing', { file: 'configuration/1-isc.yaml', run: '0001' }),
      t('recordFileChanged', { file: 'images.jsonl', run: '0003' }),
    ]);
  });

  test('reports a removed record, and one that replaces another', async () => {
    await rm(await directory(2), { recursive: true });
    expect((await verdict()).messages).toContain(t('runMissingBefore', { run: '0002', next: '0003' }));
    await rename(await directory(1), join(runsDirectory, '0002-20260101T000000Z'));
    const { ok, messages } = await verdict();
    expect(ok).toBe(false);
    expect(messages).toContain(t('runNumberDiffers', { run: '0002', number: 1 }));
  });

  test('reports an invalid run.json', async () => {
    const file = join(await directory(2), 'run.json');
    await writeFile(file, '{"format":2}');
    const { ok, messages } = await verdict();
    expect(ok).toBe(false);
    expect(messages).toContain(t('recordFileUnreadable', { file: 'run.json', run: '0002' }));
    await writeFile(file, '{"format":9}');
    expect((await verdict()).messages.join('\n')).toContain('run.json has format 9');
    expect((await listRuns(runsDirectory)).map(({ status }) => status)).toEqual([
      'complete',
      'damaged',
      'complete',
    ]);
  });
});
