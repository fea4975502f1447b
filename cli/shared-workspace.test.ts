import { spawnSync } from 'node:child_process';
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Airlock, type Ended, untilOr } from '../core/mirror/airlock-process.fixture.ts';
import { imagesOf, missingOnDisk, newRig, type Rig } from '../core/mirror/mirror.fixture.ts';
import type { HostFacts } from '../core/mirror/run/request.ts';
import { copyCompiledCode, Person } from './person.fixture.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const GROUP = 50_001;
/** Two members, and a person who isn't one. */
const [ANN, BEN, EVE] = [41_001, 41_002, 41_003] as const;
const ROOT = 0;

let rig: Rig;
const people = new Map<number, Person>();
let ready = false;
beforeAll(async () => {
  if (process.getuid?.() !== 0) return;
  rig = await newRig();
  await chmod(rig.directory, 0o755);
  const caches = rig.place('caches');
  for (const uid of [ANN, BEN, EVE, ROOT]) {
    const own = join(caches, `${uid}`);
    const member = uid === ANN || uid === BEN;
    await copyCompiledCode(rig.host.env.NODE_COMPILE_CACHE!, own, uid);
    people.set(uid, new Person(uid, member ? GROUP : undefined, own));
  }
  // Replaces a login of each person.
  for (const file of Object.values(rig.world.environment))
    if (/auth.*json$/.test(file)) await chmod(file, 0o644);
  ready = true;
});
afterAll(async () => {
  for (const person of people.values()) person.end();
  if (ready) await rig[Symbol.asyncDispose]();
});

/** A directory of the host that everyone can read, with a home for each person. */
async function place(name: string): Promise<string> {
  const directory = rig.place(name);
  await mkdir(directory, { mode: 0o755 });
  for (const uid of [ANN, BEN, EVE]) {
    await mkdir(join(directory, `${uid}`), { mode: 0o700 });
    await chown(join(directory, `${uid}`), uid, uid);
  }
  await mkdir(join(directory, 'shared'), { mode: 0o755 });
  await chown(join(directory, 'shared'), ANN, ANN);
  return directory;
}

const homeOf = (uid: number, at: string): HostFacts => ({ ...rig.host, home: join(at, `${uid}`) });

/** Runs a command line as a person. */
const as = (uid: number, at: string, args: string[], umask = '022'): Promise<Ended> =>
  people.get(uid)!.run(homeOf(uid, at), args, umask);

/** Starts a command line as a person in a separate process. */
const startedAs = (uid: number, at: string, args: string[], umask: string): Airlock =>
  people.get(uid)!.start(homeOf(uid, at), args, umask);

/** Every path below a directory with its mode, owner and group. */
async function modesBelow(root: string): Promise<{ path: string; mode: string; uid: number; gid: number }[]> {
  const names = ['', ...(await readdir(root, { recursive: true }))];
  return Promise.all(
    names.map(async (name) => {
      const { mode, uid, gid } = await lstat(join(root, name));
      return { path: name, mode: (mode & 0o7777).toString(8), uid, gid };
    }),
  );
}

async function expectShared(root: string): Promise<void> {
  for (const { path, mode, gid } of await modesBelow(root)) {
    const directory = (await lstat(join(root, path))).isDirectory();
    expect({ path, mode, gid }).toEqual({ path, mode: directory ? '2770' : '660', gid: GROUP });
  }
}

describe.runIf(process.getuid?.() === 0)('a workspace that two people share', () => {
  test('is created by one, killed, and completed, verified, pushed and pruned by the other', async () => {
    const at = await place('bastion');
    const workspace = join(at, 'shared', 'ws');
    const url = `file://${workspace}`;
    const { sets, upstream, destination } = rig.world;
    // Ann is in the group and has a strict umask, which applies to everything but the workspace.
    expect(await as(ANN, at, ['workspace', 'init', url, '--shared', `${GROUP}`], '077')).toMatchObject({
      code: 0,
    });
    await expectShared(workspace);

    const mirrored = ['mirror', '-c', sets['release-one'].file, url, '--retry-delay', '50ms'];
    const out = () => upstream.stats.byRoute['GET blobs']?.bytesOut ?? 0;
    upstream.faults.set({ totalBytesPerSec: 400_000 });
    upstream.resetStats();
    for (const [turn, uid] of [ANN, BEN, ANN].entries()) {
      const { child, ended } = startedAs(uid, at, mirrored, turn % 2 === 0 ? '077' : '002');
      await untilOr(ended, () => out() >= (turn + 1) * 60_000);
      child.kill('SIGKILL');
      const { code, stderr } = await ended;
      expect(code, stderr).toBeNull();
      await expectShared(workspace);
    }
    upstream.faults.clear();
    const last = await as(BEN, at, [...mirrored]);
    expect(last, last.stderr).toMatchObject({ code: 0, result: { status: 'complete' } });
    expect(await missingOnDisk(workspace, imagesOf(rig, 'release-one'))).toEqual([]);
    await expectShared(workspace);

    for (const [uid, args] of [
      [ANN, ['verify', url]],
      [ANN, ['mirror', '--from', url, '--state', workspace, `docker://${destination.host}/shared`]],
      [BEN, ['mirror', '--from', url, '--state', workspace, `docker://${destination.host}/shared`]],
      [ANN, ['status', url]],
      [BEN, ['runs', 'list', url]],
    ] as const) {
      const { code, stderr, result } = await as(uid, at, [...args]);
      expect(code, JSON.stringify({ uid, args, stderr, result })).toBe(0);
      await expectShared(workspace);
    }

    // Content that one acknowledges is removed by the other.
    const code = await as(ANN, at, ['transfers', 'code', url]);
    const [set] = (code.result as { sets: { code: string }[] }).sets;
    expect(await as(ANN, at, ['transfers', 'ack', set!.code, url])).toMatchObject({ code: 0 });
    await expectShared(workspace);
    const pruned = await as(BEN, at, ['workspace', 'prune', url, '--yes']);
    expect(pruned.result, pruned.stderr).toMatchObject({ remove: [{ name: 'default-0001' }] });
    expect(await readdir(join(workspace, 'transfers'))).toEqual([]);

    // Records name the person.
    const runs = join(workspace, '.airlock/runs');
    const users = await Promise.all(
      (await readdir(runs))
        .filter((name) => /^\d/.test(name))
        .map(async (name) => JSON.parse(await readFile(join(runs, name, 'run.json'), 'utf8')).user as string),
    );
    expect(new Set(users)).toEqual(new Set([`uid ${ANN}`, `uid ${BEN}`]));

    // Outside of the workspace nothing is writable by a group.
    for (const uid of [ANN, BEN])
      for (const { path, mode } of await modesBelow(join(at, `${uid}`)))
        expect({ path, writable: Number.parseInt(mode, 8) & 0o022 }).toEqual({ path, writable: 0 });

    // A person outside the group can read nothing.
    const { stdout } = spawnSync('find', [workspace, '-readable'], { uid: EVE, gid: EVE, encoding: 'utf8' });
    expect(stdout).toBe('');
    const isRejected = await as(EVE, at, ['status', url]);
    expect(isRejected).toMatchObject({ code: expect.any(Number) });
    expect(isRejected.code).not.toBe(0);
  });

  test('reports the person who is working on it, and whose lock was taken over', async () => {
    const at = await place('lock');
    const workspace = join(at, 'shared', 'ws');
    const url = `file://${workspace}`;
    await as(ANN, at, ['workspace', 'init', url, '--shared', `${GROUP}`]);
    const { sets, upstream } = rig.world;
    upstream.faults.set({ totalBytesPerSec: 50_000 });
    upstream.resetStats();
    const args = ['mirror', '-c', sets.core.file, url];
    const running = startedAs(ANN, at, args, '022');
    await untilOr(running.ended, () => (upstream.stats.byRoute['GET blobs']?.bytesOut ?? 0) > 0);
    const second = await as(BEN, at, args);
    expect(second.result).toMatchObject({
      code: 'workspace-locked',
      message: expect.stringContaining(`(user uid ${ANN}) on`),
    });
    running.child.kill('SIGKILL');
    await running.ended;
    upstream.faults.clear();
    const { code, stderr, result } = await as(BEN, at, args);
    expect({ code, stderr, result }).toMatchObject({ code: 0 });
    await expectShared(workspace);
  });

  test('an existing workspace is shared without its private files', async () => {
    const at = await place('existing');
    const workspace = join(at, 'shared', 'ws');
    const url = `file://${workspace}`;
    expect(await as(ANN, at, ['workspace', 'init', url])).toMatchObject({ code: 0 });
    expect(await modesBelow(workspace)).toContainEqual({ path: '', mode: '755', uid: ANN, gid: ANN });
    const secret = join(workspace, 'working-dir', 'auth.json');
    await writeFile(secret, '{"auths":{}}', { mode: 0o600 });
    await chown(secret, ANN, ANN);
    expect(await as(ANN, at, ['workspace', 'init', url, '--shared', `${GROUP}`])).toMatchObject({
      code: 0,
    });
    const below = await modesBelow(workspace);
    expect(below).toContainEqual({ path: relative(workspace, secret), mode: '600', uid: ANN, gid: ANN });
    expect(below.filter(({ mode }) => Number.parseInt(mode, 8) & 0o007)).toEqual([]);
    await rm(secret);
    await expectShared(workspace);
  });

  test('a marker in a directory that others can read shares nothing', async () => {
    const at = await place('marker');
    const workspace = join(at, 'shared', 'ws');
    const url = `file://${workspace}`;
    await as(ANN, at, ['workspace', 'init', url]);
    await writeFile(join(workspace, '.airlock/shared.json'), '{"format":1}');
    await chown(workspace, ANN, GROUP);
    await chmod(workspace, 0o2775);
    await as(ANN, at, ['workspace', 'init', url]);
    await as(ANN, at, ['mirror', '-c', rig.world.sets['release-one'].file, url, '--dry-run']);
    const { mode } = await lstat(join(workspace, '.airlock/format.json'));
    expect(mode & 0o777).toBe(0o644);
    const below = (await modesBelow(workspace)).filter(({ path }) => path !== '');
    expect(below.filter((each) => Number.parseInt(each.mode, 8) & 0o022)).toEqual([]);
  });

  test("a member can't use links to have root change files outside", async () => {
    const at = await place('links');
    const workspace = join(at, 'shared', 'ws');
    const url = `file://${workspace}`;
    const airlockAsRoot = (args: string[]) => as(ROOT, at, args);
    const init = ['workspace', 'init', url, '--shared', `${GROUP}`];
    expect(await airlockAsRoot(init)).toMatchObject({ code: 0 });
    const mirrored = await airlockAsRoot(['mirror', '-c', rig.world.sets['release-one'].file, url]);
    expect(mirrored, mirrored.stderr).toMatchObject({ code: 0 });
    const victim = join(at, 'bashrc');
    await writeFile(victim, 'alias ll\n', { mode: 0o600 });
    const note = ['transfers', 'note', 'default-0001', url, 'hello'];
    const own = join(workspace, '.airlock');
    const asBen = (script: string) =>
      expect(spawnSync('sh', ['-ec', script], { uid: BEN, gid: GROUP, cwd: own }).status).toBe(0);
    const rejected = async (args: string[]) => {
      expect((await airlockAsRoot(args)).result).toMatchObject({ code: 'workspace-unsafe-path' });
      const { mode, gid } = await lstat(victim);
      expect({ mode: (mode & 0o777).toString(8), gid }).toEqual({ mode: '600', gid: 0 });
      expect(await readFile(victim, 'utf8')).toBe('alias ll\n');
    };
    asBen(
      `mkdir -p enclaves/default/transfers; rm -f enclaves/default/transfers/default-0001.jsonl; ln -s ${victim} enclaves/default/transfers/default-0001.jsonl`,
    );
    await rejected(note);
    asBen('rm enclaves/default/transfers/default-0001.jsonl');
    expect(await airlockAsRoot(note)).toMatchObject({ code: 0 });

    const outside = join(at, 'outside');
    await mkdir(outside, { mode: 0o700 });
    asBen(`mv runs runs.old; ln -s ${outside} runs`);
    await rejected(['mirror', '-c', rig.world.sets['release-one'].file, url]);
    await rejected(['workspace', 'prune', url, '--yes']);
    expect(await readdir(outside)).toEqual([]);
    asBen('rm runs; mv runs.old runs');

    asBen(`mv ../.airlock ../moved; ln -s ${outside} ../.airlock`);
    await rejected(init);
    expect((await lstat(outside)).mode & 0o7777).toBe(0o700);
    expect(await readdir(outside)).toEqual([]);
  });

  test('sharing a workspace changes no hard link of a file outside', async () => {
    const at = await place('hard-link');
    const workspace = join(at, 'shared', 'ws');
    const url = `file://${workspace}`;
    expect(await as(ANN, at, ['workspace', 'init', url])).toMatchObject({ code: 0 });
    const victim = join(at, 'notes');
    await writeFile(victim, 'x', { mode: 0o644 });
    await link(victim, join(workspace, 'notes'));
    const { result } = await as(ROOT, at, ['workspace', 'init', url, '--shared', `${GROUP}`]);
    expect(result).toMatchObject({
      code: 'workspace-unsafe-path',
      message: `can't write to ${join(workspace, 'notes')} safely: the file has 2 hard links`,
    });
    expect((await lstat(victim)).mode & 0o777).toBe(0o644);
  });

  test.each([
    ['no-such-group', EVE, "group no-such-group doesn't exist on this host"],
    [`${GROUP}`, EVE, `uid ${EVE} isn't a member of group ${GROUP}`],
    ['-x', ANN, "isn't a valid group name"],
  ])('--shared=%s of %s is an error', async (group, uid, message) => {
    const at = await place('wrong');
    const { code, result } = await as(uid, at, ['workspace', 'init', `file://${at}/ws`, `--shared=${group}`]);
    expect({ code, result }).toMatchObject({
      code: 1,
      result: { code: 'usage', message: expect.stringContaining(message) },
    });
  });
});

test('temporary directories of a test are not shared', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-shared-'));
  const { sharedGroupOf } = await import('../core/base/files/shared-place.ts');
  expect(sharedGroupOf(directory)).toBeUndefined();
  await rm(directory, { recursive: true });
});

describe.runIf(process.getuid?.() === 0)("files that others in the group can't read", () => {
  test('records of applies are private, and another person gets an error for a newer one', async () => {
    const at = await place('applies');
    const history = join(at, 'shared', 'cluster-applies');
    const record = async (name: string, uid: number) => {
      await mkdir(join(history, name), { recursive: true });
      await writeFile(
        join(history, name, 'record.json'),
        JSON.stringify({ format: 1, server: 'https://c', objects: [{}] }),
        { mode: 0o600 },
      );
      await chown(join(history, name, 'record.json'), uid, uid);
    };
    await record('20260101T000000Z-c', BEN);
    await record('20260102T000000Z-c', ANN);
    const script = `import { lastApply } from ${JSON.stringify(fileURLToPath(new URL('../core/cluster/client/rollback.ts', import.meta.url)))};
      const found = await lastApply({ server: 'https://c' }, ${JSON.stringify(history)}).catch((error) => error);
      console.log(found?.message ?? found?.directory);`;
    const requested = (uid: number) =>
      spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        uid,
        gid: uid,
        encoding: 'utf8',
      }).stdout.trim();
    expect(requested(ANN)).toBe(join(history, '20260102T000000Z-c'));
    expect(requested(BEN)).toBe(
      `the most recent apply record, ${join(history, '20260102T000000Z-c')}, belongs to another user`,
    );
  });
});
