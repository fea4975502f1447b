import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { compileCacheDirectory } from './process-start.ts';

const MAIN = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url));
const NOBODY = 65534;
/** Part of cli/terminal/host.ts, which every command loads. */
const VICTIM = 'hostFacts()';

vi.setConfig({ testTimeout: 60_000 });

let directory: string;
/** Mode 1777 like /tmp, and TMPDIR of every process. */
let shared: string;
let proof: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'airlock-start-'));
  chmodSync(directory, 0o755);
  shared = join(directory, 'tmp');
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  mkdirSync(join(directory, 'home'), { mode: 0o700 });
  proof = join(directory, 'proof');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function airlock(env: NodeJS.ProcessEnv, ...args: string[]) {
  const { XDG_CACHE_HOME: _, NODE_COMPILE_CACHE: __, ...clean } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    env: { ...clean, HOME: join(directory, 'home'), TMPDIR: shared, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** Loads a module of the command line with Node's own handling of a compile cache. */
function importModule(module: string, cache: string): void {
  const path = JSON.stringify(fileURLToPath(new URL(`../../../${module}`, import.meta.url)));
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', `await import(${path})`], {
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  });
  expect(status).toBe(0);
}

/** Any command that ends early and logs at debug level. */
const DEBUG = ['verify', 'nothing', '--log-level', 'debug'];

/** Runs a script as another user of this host. */
function asNobody(script: string, input?: Buffer): void {
  const { status, stderr } = spawnSync('/bin/sh', ['-c', script], { uid: NOBODY, gid: NOBODY, input });
  if (status !== 0) throw new Error(String(stderr));
}

/**
 * Creates a compile cache as a directory of the other user, with an entry that creates a file when it is executed.
 * The entry's layout: magic number, size of the source and of the content, CRC32 of both, content.
 */
function poison(target: string, module = 'cli/terminal/host.ts', part = VICTIM): void {
  const clean = join(directory, 'clean');
  importModule(module, clean);
  const [version] = readdirSync(clean);
  const entries = readdirSync(join(clean, version!)).map((name) => ({
    name,
    bytes: readFileSync(join(clean, version!, name)),
  }));
  const { name, bytes } = entries.find((entry) => entry.bytes.includes(`function ${part}`))!;
  const content = Buffer.concat([
    bytes.subarray(20),
    Buffer.from(`\nprocess.getBuiltinModule('fs').writeFileSync(${JSON.stringify(proof)}, 'executed');\n`),
  ]);
  const header = Buffer.from(bytes.subarray(0, 20));
  expect([header.readUInt32LE(8), header.readUInt32LE(16)]).toEqual([
    bytes.length - 20,
    crc32(bytes.subarray(20)),
  ]);
  header.writeUInt32LE(content.length, 8);
  header.writeUInt32LE(crc32(content), 16);
  const folder = join(target, version!);
  asNobody(`mkdir -p ${folder} && cat > ${folder}/${name}`, Buffer.concat([header, content]));
}

describe.runIf(process.getuid?.() === 0)('a compile cache that another user wrote', () => {
  test("isn't read in the shared temporary directory", () => {
    poison(join(shared, 'node-compile-cache'));
    expect(airlock({}, '--version').status).toBe(0);
    expect(existsSync(proof)).toBe(false);
  });

  test('would be executed by Node itself, so the entry is a real attack', () => {
    const cache = join(shared, 'node-compile-cache');
    poison(cache);
    importModule('cli/terminal/host.ts', cache);
    expect(readFileSync(proof, 'utf8')).toBe('executed');
  });

  test("is rejected if the user's cache directory is inside a shared one", () => {
    poison(join(shared, 'airlock', 'compile-cache'));
    const { stderr } = airlock({ XDG_CACHE_HOME: shared }, ...DEBUG);
    expect(existsSync(proof)).toBe(false);
    expect(stderr).toContain(
      `Starting without a compile cache: ${shared}/airlock/compile-cache is owned by another user (uid 65534).`,
    );
  });

  test('is rejected behind a symbolic link', () => {
    poison(join(shared, 'planted'));
    mkdirSync(join(directory, 'home/.cache/airlock'), { recursive: true, mode: 0o700 });
    symlinkSync(join(shared, 'planted'), join(directory, 'home/.cache/airlock/compile-cache'));
    const { stderr } = airlock({}, ...DEBUG);
    expect(existsSync(proof)).toBe(false);
    expect(stderr).toContain('compile-cache is a symbolic link.');
  });

  test("is rejected inside the user's own directory that others could write to before", () => {
    const cache = join(directory, 'home/.cache/airlock/compile-cache');
    mkdirSync(cache, { recursive: true });
    for (const open of [join(directory, 'home'), join(directory, 'home/.cache'), join(cache, '..'), cache])
      chmodSync(open, 0o777);
    poison(cache);
    for (const closed of [cache, join(cache, '..'), join(directory, 'home/.cache'), join(directory, 'home')])
      chmodSync(closed, 0o700);
    airlock({}, '--version');
    expect(existsSync(proof)).toBe(false);
  });

  test.each(['0775', '0777'])('is rejected in a directory of mode %s, where it could be replaced', (mode) => {
    const cache = join(directory, 'home/.cache/airlock/compile-cache');
    mkdirSync(cache, { recursive: true });
    chmodSync(join(cache, '..'), Number.parseInt(mode, 8));
    expect(airlock({}, ...DEBUG).stderr).toContain(
      '.cache/airlock is writable by its group or by other users.',
    );
    expect(readdirSync(cache)).toEqual([]);
  });

  test('is ignored if NODE_COMPILE_CACHE refers to it, also by started processes', () => {
    const cache = join(shared, 'elsewhere');
    poison(cache);
    const { stderr } = airlock({ NODE_COMPILE_CACHE: cache }, ...DEBUG);
    expect(existsSync(proof)).toBe(false);
    expect(stderr).toContain(`NODE_COMPILE_CACHE=${cache} is ignored: ${cache}/`);
    // The restarted process has the cache of its user.
    expect(existsSync(join(directory, 'home/.cache/airlock/compile-cache'))).toBe(true);
  });

  test("isn't opened for the first modules either if the program is started by its shebang line", () => {
    const cache = join(shared, 'elsewhere');
    poison(cache, 'core/app/engine-link/process-start.ts', 'restrictUmask()');
    const [interpreter, ...words] = readFileSync(MAIN, 'utf8').split('\n')[0]!.slice(2).split(' ');
    const { status, stdout } = spawnSync(interpreter!, [words.join(' '), MAIN, '--version'], {
      env: { ...process.env, NODE_COMPILE_CACHE: cache, HOME: join(directory, 'home') },
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+/)]);
    expect(existsSync(proof)).toBe(false);
    // Node itself would execute it.
    importModule('core/app/engine-link/process-start.ts', cache);
    expect(readFileSync(proof, 'utf8')).toBe('executed');
  });

  test("isn't created below the home directory of the user who called sudo", () => {
    const theirs = join(directory, 'theirs');
    mkdirSync(theirs);
    chmodSync(theirs, 0o777);
    asNobody(`mkdir ${theirs}/home`);
    const { stderr } = airlock({ HOME: join(theirs, 'home') }, ...DEBUG);
    expect(stderr).toContain(`${theirs}`);
    expect(readdirSync(join(theirs, 'home'))).toEqual([]);
  });
});

test('compiled code is written to a directory of the user, mode 0700', () => {
  airlock({}, '--version');
  const cache = join(directory, 'home/.cache/airlock/compile-cache');
  expect(statSync(cache).mode & 0o7777).toBe(0o700);
  expect(readdirSync(join(cache, readdirSync(cache)[0]!)).length).toBeGreaterThan(20);
  expect(readdirSync(shared)).toEqual([]);
});

test.each([
  ['000', 0o644],
  ['002', 0o644],
  ['027', 0o640],
  ['077', 0o600],
])('with umask %s, bits are added and never cleared', (umask, mode) => {
  const file = join(directory, 'written');
  const module = JSON.stringify(fileURLToPath(new URL('process-start.ts', import.meta.url)));
  const script = `(await import(${module})).startProcess();
    (await import('node:fs')).writeFileSync(${JSON.stringify(file)}, '')`;
  const { status } = spawnSync(
    '/bin/sh',
    ['-c', `umask ${umask} && exec "$0" "$@"`, process.execPath, '--input-type=module', '-e', script],
    { env: { ...process.env, HOME: join(directory, 'home') } },
  );
  expect(status).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(mode);
});

test("a directory created by the command line isn't writable by group or others", () => {
  const file = join(directory, 'made', 'isc.yaml');
  const words = [MAIN, 'config', 'init', '--output', file];
  spawnSync('/bin/sh', ['-c', 'umask 000 && exec "$0" "$@"', process.execPath, ...words], {
    env: { ...process.env, HOME: join(directory, 'home') },
  });
  expect(statSync(join(directory, 'made')).mode & 0o777).toBe(0o755);
});

test.each([
  [{ XDG_CACHE_HOME: '/c' }, 'linux', '/c/airlock/compile-cache'],
  [{ XDG_CACHE_HOME: 'relative' }, 'linux', '/h/.cache/airlock/compile-cache'],
  [{}, 'linux', '/h/.cache/airlock/compile-cache'],
  [{}, 'darwin', '/h/Library/Caches/airlock/compile-cache'],
  [{ LOCALAPPDATA: '/l' }, 'win32', '/l/airlock/compile-cache'],
] as const)('with %o on %s, the compile cache is in %s', (env, platform, expected) => {
  expect(compileCacheDirectory(env, '/h', platform)).toBe(expected);
});

/** Returns the peak of the heap in bytes of a program that retains 40 MB and repeatedly replaces 10 MB. */
function peakHeap(prepare: string): number {
  const module = JSON.stringify(fileURLToPath(new URL('./process-start.ts', import.meta.url)));
  const program = `
    const { startProcess } = await import(${module});
    ${prepare}
    const item = (number) => ({ number, text: 'number ' + number });
    const stored = Array.from({ length: 400_000 }, (_, number) => item(number));
    const replaced = [];
    let peak = 0;
    for (let number = 0; number < 2_000_000; number++) {
      replaced[number % 100_000] = item(number);
      if (number % 50_000 > 0) continue;
      await new Promise(setImmediate);
      peak = Math.max(peak, process.memoryUsage().heapUsed);
    }
    console.log(stored.length > 0 && peak);`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, HOME: join(directory, 'home'), TMPDIR: shared },
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  return Number(stdout);
}

test('a process of Airlock limits its heap, also without options of V8 on its command line', () => {
  const unlimited = peakHeap('');
  expect(unlimited).toBeGreaterThan(40e6);
  expect(peakHeap('startProcess();') / unlimited).toBeLessThan(0.75);
});
