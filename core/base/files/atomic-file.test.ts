import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  isTemporary,
  sweepTemporary,
  temporaryName,
  writeFileAtomic,
  writeFilesAtomic,
} from './atomic-file.ts';
import { processMark } from './process-life.ts';
import { makeTemporaryDirectory, sweepTemporaryDirectories } from './temporary-directory.ts';

const MODULE = fileURLToPath(new URL('./atomic-file.ts', import.meta.url));
const DIRECTORIES = fileURLToPath(new URL('./temporary-directory.ts', import.meta.url));
const LONG_AGO = Date.now() / 1000 - 7200;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-leftovers-'));
});
afterEach(() => rm(root, { recursive: true }));

/** A process that has created temporary files in `root` and runs until it's killed. */
async function writer(script: string): Promise<{ name: string; kill(): Promise<unknown> }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', `${script}; process.stdin.resume()`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const [reported] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    name: basename(reported.toString().trim()),
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

test('a temporary file stays while its process runs, and is swept once it was killed', async () => {
  const { name, kill } = await writer(
    `import { writeFileSync } from 'node:fs'; import { temporaryName } from ${JSON.stringify(MODULE)};
     const path = temporaryName(${JSON.stringify(root)}); writeFileSync(path, 'half'); console.log(path)`,
  );
  expect(isTemporary(name)).toBe(true);
  await utimes(join(root, name), LONG_AGO, LONG_AGO);
  await sweepTemporary(root);
  expect(await readdir(root)).toEqual([name]);
  await kill();
  await writeFileAtomic(join(root, 'state.json'), '{}');
  expect(await readdir(root)).toEqual(['state.json']);
});

test('a process retains the paths of only a few hundred swept directories', async () => {
  const write = (directory: string) => writeFileAtomic(join(root, directory, 'state.json'), '{}');
  const [, , start] = processMark().split('-') as [string, string, string];
  const leftover = basename(temporaryName(root)).replace(start, 'ffffffff');
  const sweeps = async () => {
    await writeFile(join(root, 'first', leftover), '');
    await write('first');
    return !(await readdir(join(root, 'first'))).includes(leftover);
  };
  await write('first');
  expect(await sweeps()).toBe(false);
  for (let each = 0; each < 300; each++) await write(`run-${each}`);
  expect(await sweeps()).toBe(true);
});

test('of unknown processes, only old files are swept', async () => {
  const [, pid, start] = processMark().split('-') as [string, string, string];
  const names = {
    foreign: `.airlock-tmp-00000000-${pid}-${start}-00aa`,
    elsewhere: `.airlock-tmp-00000000-${pid}-${start}-00bb:x`,
    tomorrow: `.airlock-tmp-00000000-${pid}-${start}-00cc`,
    own: basename(temporaryName(root)),
    // The process number was reused.
    reused: basename(temporaryName(root)).replace(start, 'ffffffff'),
    other: '.airlock-tmp-notes',
  };
  for (const name of Object.values(names)) await writeFile(join(root, name), '');
  const now = Date.now() / 1000;
  await utimes(join(root, names.tomorrow), now + 86_400, now + 86_400);
  await sweepTemporary(root);
  expect((await readdir(root)).toSorted()).toEqual(
    [names.foreign, names.elsewhere, names.own, names.other].toSorted(),
  );
  for (const name of Object.values(names).slice(0, 2)) await utimes(join(root, name), LONG_AGO, LONG_AGO);
  await sweepTemporary(root);
  expect((await readdir(root)).toSorted()).toEqual([names.own, names.other].toSorted());
  await sweepTemporary(root, { alone: true });
  expect(await readdir(root)).toEqual([names.other]);
});

test('temporary directories of killed processes are removed, those of running processes and links are not', async () => {
  const { name, kill } = await writer(
    `import { makeTemporaryDirectory } from ${JSON.stringify(DIRECTORIES)};
     console.log(await makeTemporaryDirectory('helm', ${JSON.stringify(root)}))`,
  );
  await writeFile(join(root, name, 'values-0.yaml'), 'a: 1');
  await sweepTemporaryDirectories(root);
  expect(await readdir(join(root, name))).toEqual(['values-0.yaml']);
  await kill();
  // A link with such a name, to another user's directory.
  await mkdir(join(root, 'kept'));
  await writeFile(join(root, 'kept', 'notes'), '');
  const link = `${name.slice(0, -6)}abcdef`;
  await symlink(join(root, 'kept'), join(root, link));
  const own = basename(await makeTemporaryDirectory('helm', root));
  expect((await readdir(root)).toSorted()).toEqual(['kept', link, own].toSorted());
  expect(await readdir(join(root, 'kept'))).toEqual(['notes']);
});

test.runIf(process.geteuid?.() === 0)('temporary directories of other users stay', async () => {
  const { name, kill } = await writer(
    `import { chownSync } from 'node:fs'; import { makeTemporaryDirectory } from ${JSON.stringify(DIRECTORIES)};
     const path = await makeTemporaryDirectory('sign', ${JSON.stringify(root)}); chownSync(path, 1234, 1234); console.log(path)`,
  );
  await kill();
  await sweepTemporaryDirectories(root);
  expect(await readdir(root)).toEqual([name]);
});

test('many files are written completely to several directories, and replace earlier ones', async () => {
  const files = new Map(
    Array.from({ length: 50 }, (_, index) => [join(root, `d${index % 3}`, `f${index}`), `content ${index}`]),
  );
  await writeFileAtomic(join(root, 'd0', 'f0'), 'earlier');
  await writeFilesAtomic(files);
  for (const [path, content] of files) expect(await readFile(path, 'utf8')).toBe(content);
  const names = (await readdir(root, { recursive: true })).map((name) => basename(name));
  expect(names.filter(isTemporary)).toEqual([]);
});

test('a file of many that cannot be written is named, and no temporary file remains', async () => {
  const blocked = join(root, 'blocked');
  await mkdir(join(blocked, 'not empty'), { recursive: true });
  const files = new Map([...Array(20).keys()].map((index) => [join(root, `f${index}`), 'x']));
  await expect(writeFilesAtomic(new Map([...files, [blocked, 'x']]))).rejects.toThrow(blocked);
  expect((await readdir(root)).filter(isTemporary)).toEqual([]);
});
