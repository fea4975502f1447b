import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Digest } from '../../base/image/digest.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { type TestImage, writeTestSet } from '../../store/archive/set.fixture.ts';
import { readCheckCommand } from './check-command.ts';
import { reportsFolder, savedReport } from './check-reports.ts';
import { type CheckOutcome, checkSet, heedChecks } from './check-set.ts';
import { layeredImage } from './layered-image.fixture.ts';
import { t } from './messages.ts';

let workspace: string;
const env = { PATH: process.env.PATH };
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'airlock-check-'));
});
afterEach(() => rm(workspace, { recursive: true, force: true }));

async function program(name: string, ...lines: string[]): Promise<string> {
  const file = join(workspace, name);
  await writeFile(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  await chmod(file, 0o755);
  return file;
}

/** Writes a scanner that rejects content with the word `virus`, counts its runs and prints its version. */
async function scanner(version = '1.0'): Promise<string> {
  return program(
    'scanner',
    `[ "$1" = --version ] && echo "scanner ${version}" && exit 0`,
    `echo run >> '${join(workspace, 'runs')}'`,
    'echo "looked at $1 for $2"',
    '! grep -r virus "$1"',
  );
}
const runs = async (): Promise<number> =>
  (await readFile(join(workspace, 'runs'), 'utf8').catch(() => '')).split('\n').length - 1;

async function check(images: TestImage[], command: string, signal?: AbortSignal): Promise<CheckOutcome> {
  const { directory, index } = await writeTestSet(workspace, (await sets()) + 1, images);
  return checkAgain(directory, index.images, index.volumes, command, signal);
}
const sets = async (): Promise<number> =>
  (await readdir(join(workspace, 'transfers')).catch(() => [])).length;

async function checkAgain(
  directory: string,
  images: { repository: string; tag?: string; digest: Digest }[],
  volumes: { name: string; sha256: string }[],
  command: string,
  signal?: AbortSignal,
): Promise<CheckOutcome> {
  const source = await openImageSource(workspace);
  try {
    return await checkSet(
      {
        source,
        images,
        files: volumes.map(({ name, sha256 }) => ({ name, sha256, path: join(directory, name) })),
      },
      await readCheckCommand(command, { env }),
      {
        reports: reportsFolder(workspace),
        scratch: join(workspace, 'scratch'),
        env,
        signal,
      },
    );
  } finally {
    await source.close();
  }
}

const clean = () => layeredImage('apps/clean', '1', [[{ name: 'bin/app', content: 'good' }]]);
const infected = () => layeredImage('apps/bad', '2', [[{ name: 'bin/app', content: 'a virus' }]]);

describe('per image', () => {
  test('reports rejected content with its images, and saves its report without folders of this side', async () => {
    const [good, bad] = [await clean(), await infected()];
    const again = { ...bad, repository: 'copies/bad' };
    const outcome = await check([good, bad, again], `${await scanner()} {files} {image}`);
    expect(outcome.command).toMatchObject({ of: 'image', program: 'scanner', version: 'scanner 1.0' });
    expect(outcome.checked).toMatchObject([
      { digest: good.digest, images: ['apps/clean:1'], result: 'passed', exitCode: 0, reused: false },
      { digest: bad.digest, images: ['apps/bad:2', 'copies/bad:2'], result: 'rejected', exitCode: 1 },
    ]);
    const saved = await savedReport(reportsFolder(workspace), outcome.command, bad.digest);
    expect(saved).toMatchObject({ program: 'scanner', version: 'scanner 1.0', exitCode: 1 });
    // The app writes the first word with a capital, which must not be the name of the program.
    expect(() => heedChecks(outcome, false)).toThrow(/^the check command scanner rejected /);
    expect(saved!.report).toBe('looked at  for apps/bad:2\n/rootfs/bin/app:a virus\n');
    expect(() => heedChecks(outcome, false)).toThrow(
      expect.objectContaining({
        code: 'check-rejected',
        exitCode: 2,
        message: t('rejected', {
          program: 'scanner',
          subject: t('imageSubject', { images: 'apps/bad:2, copies/bad:2', digest: bad.digest }),
          reason: t('exitCode', { code: '1' }),
        }),
      }),
    );
    expect(await readdir(join(workspace, 'scratch'))).toEqual([]);
  });

  test('reuses a result until the version of the command changes', async () => {
    const images = [await clean(), await infected()];
    const command = `${await scanner()} {files}`;
    await check(images, command);
    expect(await runs()).toBe(2);
    const second = await check(images, command);
    expect(await runs()).toBe(2);
    expect(second.checked.map(({ reused, result }) => [reused, result])).toEqual([
      [true, 'passed'],
      [true, 'rejected'],
    ]);
    await scanner('1.1');
    await check(images, command);
    expect(await runs()).toBe(4);
  });

  test('uses the digests of a program and its rules as the version if the program prints none', async () => {
    const images = [await clean()];
    const rules = join(workspace, 'rules');
    await writeFile(rules, 'one');
    const counted = `[ "$1" = --version ] && exit 1; echo run >> '${join(workspace, 'runs')}'`;
    const command = `${await program('plain', counted)} ${rules}`;
    expect((await check(images, command)).command.version).toMatch(/^sha256:/);
    await check(images, command);
    expect(await runs()).toBe(1);
    await writeFile(rules, 'two');
    await check(images, command);
    expect(await runs()).toBe(2);
    await program('plain', counted, '# changed');
    await check(images, command);
    expect(await runs()).toBe(3);
  });

  test("reports content that can't be unpacked as a warning, or as an error if a check is required", async () => {
    const broken = await layeredImage('apps/broken', '1', [Buffer.from('no tar at all, but long enough')]);
    const away = await clean();
    const { directory, index } = await writeTestSet(workspace, 1, [broken, away], {
      sent: new Set([away.blobs[1]!]),
    });
    const outcome = await checkAgain(directory, index.images, index.volumes, await scanner());
    expect(outcome.checked.map(({ result, why }) => [result, why])).toEqual([
      ['not-checked', expect.stringContaining(broken.blobs[1]!)],
      ['not-checked', t('partMissing', { digest: away.blobs[1]!, image: away.digest })],
    ]);
    expect(heedChecks(outcome, false)).toMatchObject([
      { level: 'warning', message: expect.stringContaining('apps/broken:1') },
      { level: 'warning', message: expect.stringContaining('apps/clean:1') },
    ]);
    expect(() => heedChecks(outcome, true)).toThrow(/apps\/broken:1 .*wasn't checked.*apps\/clean:1/);
  });

  test('rejects an image with entries outside of its folder without running the command', async () => {
    const hostile = await layeredImage('apps/evil', '1', [[{ name: '../../evil', content: 'x' }]]);
    const outcome = await check([hostile], await scanner());
    expect(outcome.checked).toMatchObject([
      { result: 'rejected', why: t('entryHostile', { name: '"../../evil"', problem: 'outside' }) },
    ]);
    expect(await runs()).toBe(0);
    expect(() => heedChecks(outcome, false)).toThrow(/apps\/evil:1/);
  });

  test('unpacks local layers of earlier transfers, too', async () => {
    const bad = await infected();
    await check([bad], await scanner());
    const { directory, index } = await writeTestSet(workspace, 2, [bad], { sent: new Set(bad.blobs) });
    await scanner('2');
    const outcome = await checkAgain(directory, index.images, index.volumes, join(workspace, 'scanner'));
    expect(outcome.checked).toMatchObject([{ result: 'rejected', exitCode: 1 }]);
  });

  test('a command that is killed by a signal has no result', async () => {
    const command = await program('dies', '[ "$1" = --version ] && echo 1 && exit; kill -9 $$');
    const images = [await clean()];
    expect((await check(images, command)).checked).toMatchObject([
      { result: 'not-checked', why: t('killed', { signal: 'SIGKILL' }) },
    ]);
  });

  test('stopping ends the command with its children', async () => {
    const stop = new AbortController();
    const started = join(workspace, 'started');
    const command = await program(
      'slow',
      '[ "$1" = --version ] && echo 1 && exit',
      `sleep 60 & echo $! > '${started}.tmp'; mv '${started}.tmp' '${started}'; wait`,
    );
    const checking = check([await clean()], command, stop.signal);
    checking.catch(() => {});
    let child = '';
    while (child === '') {
      await new Promise((resolve) => setTimeout(resolve, 10));
      child = (await readFile(started, 'utf8').catch(() => '')).trim();
    }
    stop.abort();
    await expect(checking).rejects.toMatchObject({ code: 'interrupted' });
    await expect.poll(() => alive(Number(child))).toBe(false);
    expect(await readdir(join(workspace, 'scratch'))).toEqual([]);
  });
});

/** A process that ended and wasn't waited for yet counts as ended. */
async function alive(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return status !== '' && !/^\d+ \(.*\) Z/.test(status);
}

describe('per file of the set', () => {
  test('{volume} is the file; with {files} its entries are unpacked, too', async () => {
    const bad = await infected();
    const command = await program(
      'by-file',
      `[ "$1" = --version ] && echo 1 && exit`,
      'test -f "$1" && ls "$2/docker/registry/v2/blobs/sha256" && exit 1',
    );
    const outcome = await check([bad], `${command} {volume} {files}`);
    expect(outcome.command.of).toBe('file');
    expect(outcome.checked).toMatchObject([
      { file: 'mirror_000001.tar', images: ['apps/bad:2'], result: 'rejected', exitCode: 1 },
    ]);
    const { digest } = outcome.checked[0]!;
    const { report } = (await savedReport(reportsFolder(workspace), outcome.command, digest))!;
    const folders = [...bad.content.keys()].map((each) => each.slice(7, 9));
    expect(report.trim().split('\n').toSorted()).toEqual([...new Set(folders)].toSorted());
    expect(() => heedChecks(outcome, false)).toThrow(
      t('fileSubject', { file: 'mirror_000001.tar', images: 'apps/bad:2' }),
    );
  });
});

test('names a missing command before unpacking anything', async () => {
  await expect(readCheckCommand('airlock-no-such-scanner {files}', { env })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('airlock-no-such-scanner'),
  });
});
