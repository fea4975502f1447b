import { spawnSync } from 'node:child_process';
import { closeSync } from 'node:fs';
import {
  chmod,
  link,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { airlockDirectory } from './airlock-directory.ts';
import { writeFileAtomic } from './atomic-file.ts';
import {
  appendFile,
  appendFileSync,
  mkdir,
  mkdirSync,
  open,
  openSync,
  writeFile as write,
} from './created-files.ts';
import { forgetSharedPlaces } from './shared-place.ts';

let base: string;
let root: string;
let runs: string;
let outside: string;
let victim: string;
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'airlock-shared-open-')));
  root = join(base, 'ws');
  runs = airlockDirectory(root, 'runs');
  outside = join(base, 'outside');
  victim = join(outside, 'bashrc');
  for (const each of [outside, runs]) await mkdir(each, { recursive: true });
  await writeFile(victim, 'alias ll\n', { mode: 0o600 });
  await writeFile(join(root, '.airlock/shared.json'), '{}');
  await chmod(root, 0o2770);
  forgetSharedPlaces();
});
afterEach(() => rm(base, { recursive: true }));

const modeOf = async (path: string) => ((await lstat(path)).mode & 0o7777).toString(8);

async function expectUntouched(): Promise<void> {
  expect(await readFile(victim, 'utf8')).toBe('alias ll\n');
  expect(await modeOf(victim)).toBe('600');
  expect(await readdir(outside)).toEqual(['bashrc']);
}

const OPERATIONS: [string, (path: string) => unknown][] = [
  ['appendFile', (path) => appendFile(path, 'x')],
  ['appendFileSync', async (path) => appendFileSync(path, 'x')],
  ['writeFile', (path) => write(path, 'x')],
  ['open r+', async (path) => (await open(path, 'r+')).close()],
  ['open a+', async (path) => (await open(path, 'a+')).close()],
  ['openSync w', async (path) => closeSync(openSync(path, 'w'))],
];

describe.each(OPERATIONS)('%s in a shared workspace', (_name, act) => {
  const rejected = async (path: string, why: string) => {
    await expect(act(path)).rejects.toMatchObject({
      code: 'workspace-unsafe-path',
      message: expect.stringMatching(why),
      remedy: expect.stringContaining('Find out who created '),
    });
    await expectUntouched();
  };

  test.each([
    ['with the marker', async () => {}],
    ['without the marker', () => rm(join(root, '.airlock/shared.json'))],
  ])('follows no link %s', async (_marker, prepare) => {
    await prepare();
    forgetSharedPlaces();
    const path = join(runs, 'x.jsonl');
    await symlink(victim, path);
    await rejected(path, `can't write to ${path} safely: the path is a symbolic link`);
  });

  test('follows no link of a directory to outside', async () => {
    await rename(runs, `${runs}.old`);
    await symlink(outside, runs);
    await rejected(
      join(runs, 'bashrc'),
      `the path resolves to ${outside}, outside the shared workspace ${root}`,
    );
  });

  test('changes no hard link of a file outside', async () => {
    await link(victim, join(runs, 'x.jsonl'));
    await rejected(join(runs, 'x.jsonl'), 'the file has 2 hard links');
  });

  test('does not wait for a named pipe', async () => {
    spawnSync('mkfifo', [join(runs, 'x.jsonl')]);
    await rejected(join(runs, 'x.jsonl'), "the path isn't a regular file");
  });

  test('leaves a private file private that was moved to its name', async () => {
    const path = join(runs, 'x.jsonl');
    await writeFile(path, 'secret', { mode: 0o600 });
    await act(path);
    expect(await modeOf(path)).toBe('600');
  });

  test.runIf(process.getuid?.() === 0)('rejects a file of an account outside the group', async () => {
    const path = join(runs, 'x.jsonl');
    await writeFile(path, 'x');
    spawnSync('chown', ['41001:41001', path]);
    await expect(act(path)).rejects.toMatchObject({
      code: 'workspace-unsafe-path',
      message: `can't write to ${path} safely: the owner (uid 41001, gid 41001) isn't a member of the group`,
      remedy: expect.stringContaining(`airlock workspace init --shared GROUP file://${root}`),
    });
  });
});

test('a private file is not written into one that others can read', async () => {
  const path = join(runs, 'auth.json');
  await writeFile(path, '', { mode: 0o644 });
  await expect(write(path, 'secret', { mode: 0o600 })).rejects.toMatchObject({
    code: 'workspace-unsafe-path',
    message: expect.stringContaining('the file must be private, but'),
  });
});

test('new files and directories belong to the group, and a link that stays inside is followed', async () => {
  await symlink('runs', join(root, '.airlock/latest'));
  const path = join(root, '.airlock/latest/a/b/x.jsonl');
  await mkdir(join(path, '..'), { recursive: true });
  await appendFile(path, 'one\n');
  await appendFile(path, 'two\n');
  await write(path, 'x');
  expect(await readFile(path, 'utf8')).toBe('x');
  expect([await modeOf(path), await modeOf(join(path, '..'))]).toEqual(['660', '2770']);
  // A file whose process was killed before it set the mode.
  await writeFile(join(runs, 'left'), '', { mode: 0o600 });
  await appendFile(join(runs, 'left'), 'x');
  expect(await modeOf(join(runs, 'left'))).toBe('660');
});

test.each<[string, (path: string) => unknown]>([
  ['mkdir', (path) => mkdir(path, { recursive: true })],
  ['mkdirSync', async (path) => mkdirSync(path, { recursive: true })],
  ['writeFileAtomic', (path) => writeFileAtomic(join(path, 'x.json'), '{}')],
])('%s creates nothing behind a link to outside', async (_name, act) => {
  await rename(runs, `${runs}.old`);
  await symlink(outside, runs);
  for (const path of [runs, join(runs, 'a', 'b')])
    await expect(act(path)).rejects.toMatchObject({
      code: 'workspace-unsafe-path',
      message: expect.stringContaining(`the path resolves to ${outside}`),
    });
  await expectUntouched();
});

test('a workspace that is opened by a link is protected, too; another directory is not', async () => {
  await symlink(root, join(base, 'link'));
  await symlink(victim, join(runs, 'x'));
  await expect(appendFile(join(base, 'link/.airlock/runs/x'), 'x')).rejects.toMatchObject({
    code: 'workspace-unsafe-path',
  });
  await chmod(root, 0o755);
  forgetSharedPlaces();
  await appendFile(join(runs, 'x'), 'mine\n');
  expect(await readFile(victim, 'utf8')).toBe('alias ll\nmine\n');
});
