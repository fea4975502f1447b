import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyCheckout } from './packages/checkout.fixture.ts';
import { signingKeyFile } from './packages/signing-key.fixture.ts';

let directory: string;
let archive: string;
let bundle: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-bundle-'));
  archive = build(copyCheckout(join(directory, 'checkout')), join(directory, 'first'));
  const unpacked = spawnSync('tar', ['-C', directory, '-xzf', archive]);
  expect(unpacked.status).toBe(0);
  const [name] = (await readdir(directory)).filter((each) => each.startsWith('airlock-'));
  bundle = join(directory, name!);
}, 180_000);
afterAll(async () => {
  spawnSync('chmod', ['-R', 'u+w', directory]);
  await rm(directory, { recursive: true, force: true, maxRetries: 3 });
});

/** Builds a bundle of a checkout, and returns the archive. */
function build(root: string, output: string, options: string[] = []): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts/bundle.ts'), '--output', output, ...options],
    {
      encoding: 'utf8',
      env: { ...process.env, SOURCE_DATE_EPOCH: '1790000000' },
    },
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return /^(.*) \(.* MB\)$/m.exec(stdout)![1]!;
}

/** Runs the bundle without the variables and programs of this host. */
function airlock(args: string[], { env = {}, launcher = join(bundle, 'airlock') } = {}) {
  return spawnSync('/bin/sh', ['-c', 'umask 077; exec "$0" "$@"', launcher, ...args], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', HOME: join(directory, 'home'), ...env },
  });
}

test('it is one archive below 90 MB that sha256sum checks, and so are the files in it', async () => {
  expect((await readFile(archive)).length).toBeLessThan(90e6);
  for (const [cwd, list] of [
    [join(directory, 'first'), `${archive}.sha256`],
    [bundle, 'SHA256SUMS'],
  ] as const)
    expect(
      spawnSync('sha256sum', ['--strict', '--quiet', '-c', list], { cwd, encoding: 'utf8' }),
    ).toMatchObject({
      status: 0,
      stderr: '',
    });
  const listed = (await readFile(join(bundle, 'SHA256SUMS'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => line.slice(66));
  const present = spawnSync('find', ['-type', 'f', '-printf', '%P\n'], { cwd: bundle, encoding: 'utf8' });
  expect(listed.toSorted()).toEqual(
    present.stdout
      .trim()
      .split('\n')
      .filter((name) => name !== 'SHA256SUMS')
      .toSorted(),
  );
});

test('it checks itself, and contains man pages, completions and units', async () => {
  const checked = airlock(['self-check', '--json']);
  expect(checked.status).toBe(0);
  expect(JSON.parse(checked.stdout)).toMatchObject({ ok: true, directory: bundle });
  await writeFile(join(bundle, 'extra.js'), '');
  try {
    const altered = airlock(['self-check', '--json']);
    expect([altered.status, JSON.parse(altered.stdout.trim().split('\n').at(-1)!)]).toMatchObject([
      2,
      { ok: false, additional: ['extra.js'] },
    ]);
  } finally {
    await rm(join(bundle, 'extra.js'));
  }
  for (const name of [
    'man/man1/airlock-mirror.1',
    'bash-completion/completions/airlock',
    'systemd/system/airlock-schedules@.service',
  ])
    expect((await readFile(join(bundle, 'share', name), 'utf8')).length).toBeGreaterThan(100);
});

test('all modes and owners in the archive are fixed', () => {
  const { stdout } = spawnSync('tar', ['--numeric-owner', '-tvzf', archive], {
    encoding: 'utf8',
    maxBuffer: 1 << 24,
  });
  const lines = stdout.trim().split('\n');
  const unusual = lines.filter((line) => !/^(-rw-r--r--|drwxr-xr-x) 0\/0 /.test(line));
  expect(unusual.map((line) => line.replace(/^(\S+ \S+).* airlock-[^/]*\//, '$1 '))).toEqual([
    '-rwxr-xr-x 0/0 airlock',
    '-rwxr-xr-x 0/0 bin/node',
  ]);
});

test('Node uses only symbols that RHEL 8 provides', async () => {
  const node = await readFile(join(bundle, 'bin', 'node'), 'latin1');
  const newest = (name: string) =>
    [...node.matchAll(new RegExp(`\\0${name}_(\\d+(?:\\.\\d+)+)(?=\\0)`, 'g'))]
      .map(([, version]) => version!)
      .toSorted((a, b) => a.localeCompare(b, undefined, { numeric: true }))
      .at(-1);
  // glibc 2.28 and the libstdc++ of GCC 8.
  expect(newest('GLIBC')!.localeCompare('2.28', undefined, { numeric: true })).toBeLessThanOrEqual(0);
  expect(newest('GLIBCXX')!.localeCompare('3.4.25', undefined, { numeric: true })).toBeLessThanOrEqual(0);
});

test('the practice journey completes from a read-only directory, through a link, with umask 077', async () => {
  spawnSync('chmod', ['-R', 'a-w', bundle]);
  await mkdir(join(directory, 'bin'));
  const launcher = join(directory, 'bin', 'airlock');
  await symlink(join('..', bundle.slice(directory.length + 1), 'airlock'), launcher);
  const { status, stdout, stderr } = airlock(['practice'], { launcher });
  expect(stderr).not.toMatch(/rror/);
  expect(stdout).toContain('have the same digests as in the upstream registry');
  expect(status).toBe(0);
}, 60_000);

const mayChroot = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', '--net', 'true']).status === 0;

test.skipIf(!mayChroot)(
  'it runs as another user on a host with only a shell, coreutils and libstdc++, noexec /tmp, and only IPv6',
  async () => {
    const root = join(directory, 'root');
    for (const path of ['bin', 'dev', 'proc', 'tmp', 'home', 'opt/airlock'])
      await mkdir(join(root, path), { recursive: true });
    for (const program of ['/bin/sh', '/usr/bin/dirname', '/usr/bin/readlink'])
      await copyWithLibraries(program, root);
    await copyWithLibraries(join(bundle, 'bin', 'node'), root);
    await rm(join(root, bundle), { recursive: true, force: true });
    const script = `set -e; cd "$1"
      ip link set lo up; ip address delete 127.0.0.1/8 dev lo
      mount --rbind /dev dev; mount -t proc proc proc
      mount -t tmpfs -o noexec,nosuid,mode=1777 tmpfs tmp; mount -t tmpfs -o mode=1777 tmpfs home
      mount --bind "$2" opt/airlock; mount -o remount,bind,ro opt/airlock
      exec chroot --userspec=1000:1000 . /bin/sh -c 'umask 077; exec /opt/airlock/airlock practice'`;
    const { status, stdout, stderr } = spawnSync(
      'unshare',
      ['--mount', '--net', '--pid', '--fork', 'sh', '-c', script, 'sh', root, bundle],
      { encoding: 'utf8', env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/home' } },
    );
    expect(stderr).not.toMatch(/rror|not found/);
    expect(stdout).toContain('have the same digests as in the upstream registry');
    expect(status).toBe(0);
  },
  60_000,
);

/** Copies a program and its shared libraries to the same paths below a root directory. */
async function copyWithLibraries(program: string, root: string): Promise<void> {
  const listed = spawnSync('ldd', [program], { encoding: 'utf8' }).stdout;
  for (const path of [program, ...(listed.match(/\/\S+/g) ?? [])]) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await cp(path, join(root, path), { dereference: true });
  }
}

test('serve opens the app with its pages and engine', async () => {
  const child = spawn(join(bundle, 'airlock'), ['serve'], {
    env: { PATH: '/usr/bin:/bin', HOME: join(directory, 'home') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    let output = '';
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString();
    });
    await expect.poll(() => output, { timeout: 20_000 }).toMatch(/http:\S+/);
    const address = /http:\S+/.exec(output)![0];
    const entered = await fetch(address, { redirect: 'manual' });
    const cookie = entered.headers.get('set-cookie')!.split(';')[0]!;
    const page = await fetch(new URL('/', address), { headers: { cookie } });
    expect(await page.text()).toContain('<script type="module"');
  } finally {
    child.kill('SIGINT');
  }
}, 40_000);

test('it loads neither getters of modules of Node nor unused parts of undici', async () => {
  const cli = join(bundle, 'dist', 'cli');
  const connecting: string[] = [];
  for (const name of (await readdir(cli)).filter((each) => each.endsWith('.js'))) {
    const text = await readFile(join(cli, name), 'utf8');
    expect([name, /^import .* from ["']node:.*/m.exec(text)?.[0]]).toEqual([name, undefined]);
    if (text.includes('node_modules/undici/lib/dispatcher/pool.js')) {
      connecting.push(name);
      expect(text).not.toContain('node_modules/undici/lib/mock/');
    }
  }
  // The program and the thread.
  expect(connecting).toHaveLength(2);
});

test('files next to the sources are next to the bundle', async () => {
  const cli = join(bundle, 'dist', 'cli');
  const found: string[] = [];
  for (const name of (await readdir(cli)).filter((each) => each.endsWith('.js'))) {
    const text = await readFile(join(cli, name), 'utf8');
    for (const [, path] of text.matchAll(/new URL\(["'`]([^"'`$]+)[^)]*, import\.meta\.url\)/g))
      found.push(path!);
  }
  expect(found.toSorted()).toEqual([
    '../../resources/keys/',
    './download-worker.js',
    './engine-main.js',
    './volume-hash-worker.js',
  ]);
  for (const path of found) expect(existsSync(join(cli, path))).toBe(true);
  expect(await readdir(join(bundle, 'resources', 'keys'))).toEqual([
    'redhat-beta-2.asc',
    'redhat-release.asc',
  ]);
});

test('threads load none of the files of the program', async () => {
  const place = join(bundle, 'dist', 'cli');
  const importsOf = async (name: string): Promise<string[]> =>
    [...(await readFile(join(place, name), 'utf8')).matchAll(/^(?:import|export) .*"\.\/([^"]+)";$/gm)].map(
      ([, file]) => file!,
    );
  const closure = async (name: string): Promise<Set<string>> => {
    const found = new Set([name]);
    for (const each of found) for (const file of await importsOf(each)) found.add(file);
    return found;
  };
  const program = await closure('main.js');
  expect(program.size).toBeGreaterThan(1);
  for (const thread of ['download-worker.js', 'volume-hash-worker.js'])
    expect([...(await closure(thread))].filter((file) => program.has(file))).toEqual([]);
});

test('variables of the host do not add code to the process', async () => {
  const hook = join(directory, 'hook.cjs');
  await writeFile(hook, "process.stdout.write('hook')");
  expect(airlock(['--version'], { env: { NODE_OPTIONS: `--require ${hook}` } }).stdout).toMatch(
    /^\d+\.\d+\.\d+\n$/,
  );
});

test('the SBOM and the notices name Node and all packages in the bundle', async () => {
  const sbom = JSON.parse(await readFile(join(bundle, 'sbom.cdx.json'), 'utf8')) as {
    bomFormat: string;
    components: { name: string; version: string; hashes?: unknown; purl?: string }[];
  };
  const names = sbom.components.map(({ name }) => name);
  expect(sbom.bomFormat).toBe('CycloneDX');
  expect(names).toEqual(expect.arrayContaining(['node', 'openssl', 'openpgp', 'undici', 'react-dom', 'zod']));
  // Tools of the checkout are not in the bundle.
  for (const tool of ['vite', 'typescript', 'electron', 'vitest']) expect(names).not.toContain(tool);
  const notices = await readFile(join(bundle, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const { name, version, purl } of sbom.components)
    if (purl?.startsWith('pkg:npm/')) expect(notices).toContain(`\n${name} ${version} (`);
  expect(notices).not.toContain('no license named');
});

test('two builds of one commit in different directories are identical, and gpg checks the signature', async () => {
  const key = await signingKeyFile(directory);
  const copy = copyCheckout(join(directory, 'another', 'place'));
  const second = build(copy, join(directory, 'second'), ['--sign-key', key.file]);
  expect(await readFile(`${second}.sha256`, 'utf8')).toBe(await readFile(`${archive}.sha256`, 'utf8'));
  expect(key.verify(`${second}.sha256`)).toBe(0);
}, 240_000);
