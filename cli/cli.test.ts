import { spawn, spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, open, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { airlock, type Ended } from '../core/mirror/airlock-process.fixture.ts';
import { newRig, type Rig } from '../core/mirror/mirror.fixture.ts';
import { until } from '../core/registry/exchange/registry.fixture.ts';
import { t as commandText } from './commands/messages.ts';
import { t as mirrorText } from './commands/mirror/messages.ts';
import { inProcess } from './in-process.fixture.ts';
import { t } from './terminal/messages.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
let rig: Rig;
let isc: string;
let workspace: string;

beforeAll(async () => {
  rig = await newRig();
  isc = rig.world.sets.core.file;
  workspace = rig.place('workspace');
  const { code } = await run('mirror', '-c', isc, `file://${workspace}`);
  expect(code).toBe(0);
});
afterAll(async () => rig[Symbol.asyncDispose]());

function run(...args: string[]): Promise<Ended> {
  return inProcess(rig, args);
}

/** Runs a command with text output, without --json. */
function plain(...args: string[]): Promise<Ended> {
  return inProcess(rig, args, []);
}

describe('usage', () => {
  test('help lists every command, and each command has its own help', async () => {
    const { code, stdout } = await plain('--help');
    expect(code).toBe(0);
    for (const command of [
      'mirror',
      'plan',
      'verify',
      'transfers',
      'registry',
      'runs',
      'config',
      'list',
      'upgrade-path',
      'catalog',
      'practice',
      'serve',
    ]) {
      expect(stdout).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
      expect((await plain(command, '--help')).code).toBe(0);
    }
  });

  test('the help of delete shows one default of --keep', async () => {
    const { stdout } = await plain('delete', '--help');
    expect(stdout).toContain('--keep <file>');
    expect(stdout).not.toContain('default: [])');
  });

  test('what no command needs to be found is not loaded: no registry client, no keys, no practice world', async () => {
    const reported = `${rig.place('told')}.mjs`;
    await writeFile(
      reported,
      `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context); } });`,
    );
    const env = { PATH: process.env.PATH, HOME: rig.host.home };
    const { stderr } = spawnSync(process.execPath, ['--import', reported, MAIN, '--version'], {
      env,
      encoding: 'utf8',
    });
    const loaded = stderr.split('\n');
    expect(loaded.some((url) => url.endsWith('/cli/commands/practice.ts'))).toBe(true);
    const heavy =
      /node_modules\/(undici|openpgp|semver|tar-stream|bcryptjs|@kubernetes|yaml|zod)\/|\/core\/(registry|practice\/world)/;
    expect(loaded.filter((url) => heavy.test(url))).toEqual([]);
  });

  test.each([
    [['mirror'], 'the destination is missing'],
    [['mirror', 'ftp://x'], 'the destination must start with file://'],
    [['mirror', 'docker://reg.example:5000'], 'requires --from'],
    [
      ['mirror', '--from', 'file:///a', '--workspace', 'file:///b', 'docker://reg.example:5000'],
      'cannot be used together',
    ],
    [['mirror', '--from', '/a', 'docker://reg.example:5000'], 'must have file:// prefix'],
    [['mirror', '--from', 'docker://a.example/b', 'docker://reg.example:5000'], 'requires --workspace'],
    [['mirror', 'file:///tmp/none'], '--config'],
    [['mirror', '--parallel-images', '11', 'file:///tmp/none'], 'from 1 to 10'],
    [['mirror', '--no-such-flag', 'file:///tmp/none'], '--no-such-flag'],
    [['nonsense'], 'nonsense'],
    [['runs', 'show', 'seven', 'file:///tmp/none'], '"seven" isn\'t a run number'],
    [
      ['registry', 'serve', '--listen', '0.0.0.0:0', 'file:///tmp/none'],
      'a certificate and its key are required',
    ],
  ])('%j ends with 1 and reports the error', async (args, message) => {
    const { code, stderr } = await plain(...args);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    const { result } = await run(...args);
    expect(result).toMatchObject({ status: 'failed', code: 'usage' });
    expect(result?.message).toContain(message);
  });
});

test('errors of the parser and of commands have the same prefix, and the help of their command', async () => {
  const shown = async (...args: string[]) => (await plain(...args)).stderr;
  expect(await shown('nonsense')).toBe("airlock: unknown command 'nonsense'\n    See `airlock --help`.\n");
  expect(await shown('media', 'status', '--no-such-flag')).toBe(
    "airlock: unknown option '--no-such-flag'\n    See `airlock media status --help`.\n",
  );
  expect(await shown('runs', 'show', 'seven')).toBe(
    'airlock: "seven" isn\'t a run number\n    See `airlock runs show --help`.\n',
  );
  const { result } = await run('media', 'status', '--no-such-flag');
  expect(result).toMatchObject({ code: 'usage', remedy: 'See `airlock media status --help`.' });
});

test('a folder without file:// is corrected', async () => {
  expect((await plain('verify', '/tmp')).stderr).toBe(
    'airlock: /tmp must start with file://\n    Use `airlock verify file:///tmp`.\n',
  );
  expect((await plain('transfers', 'show', 'fleet-0007', '/tmp')).stderr).toContain(
    'Use `airlock transfers show fleet-0007 file:///tmp`.',
  );
  expect((await plain('verify', 'docker://reg.example')).stderr).toContain(
    'Use a directory, such as file:///srv/mirror.',
  );
});

test('the usage of a workspace without transfers is one sentence', async () => {
  const place = rig.place('unused');
  await run('workspace', 'init', `file://${place}`);
  const { code, stdout } = await plain('workspace', 'usage', `file://${place}`);
  expect(code).toBe(0);
  expect(stdout).toBe(`${place} contains no transfers and uses 13 B.\n`);
  const { stdout: used } = await plain('workspace', 'usage', `file://${workspace}`);
  expect(used.match(/ UNIQUE /g)).toHaveLength(2);
});

test('a missing configuration is reported once, without the code of the system', async () => {
  const file = join(rig.directory, 'none.yaml');
  const { code, stderr } = await plain('mirror', '-c', file, `file://${rig.place('never')}`);
  expect(code).toBe(1);
  expect(stderr).toBe(`airlock: ${file}: the file doesn't exist\n    Check the path and its permissions.\n`);
});

describe('config validate', () => {
  test('accepts a valid file', async () => {
    const { code, result } = await run('config', 'validate', isc);
    expect(code).toBe(0);
    expect(result).toEqual({
      type: 'result',
      ok: true,
      kind: 'ImageSetConfiguration',
      apiVersion: 'mirror.openshift.io/v2alpha1',
      problems: [],
    });
  });

  test('a file for oc-mirror v1 is to be converted', async () => {
    const file = join(rig.directory, 'v1.yaml');
    await writeFile(
      file,
      'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v1alpha2\nstorageConfig: {local: {path: x}}\nmirror: {}\n',
    );
    const { code, stdout } = await plain('config', 'validate', file);
    expect(code).toBe(1);
    expect(stdout).toContain(`run: airlock config convert ${file}\n`);
    expect((await plain('config', 'validate', isc)).stdout).not.toContain('airlock config convert');
  });

  test('an invalid file is reported with line, column, field and nearest spelling, and mirror rejects it without changes', async () => {
    const file = join(rig.directory, 'wrong.yaml');
    await writeFile(
      file,
      'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n  platform:\n    channels:\n    - name: stable-4.16\n      minVersionn: 4.16.1\n',
    );
    const { code, result } = await run('config', 'validate', file);
    expect(code).toBe(1);
    expect(result).toMatchObject({
      ok: false,
      problems: [
        { level: 'error', file, line: 7, column: 7, path: 'mirror.platform.channels[0].minVersionn' },
      ],
    });
    expect((await plain('config', 'validate', file)).stdout).toMatch(
      /wrong\.yaml:7:7: error: .*minVersion.*\n {4}Change the field name to minVersion\.\n/,
    );
    const never = rig.place('never');
    const rejected = await run('mirror', '-c', file, `file://${never}`);
    expect(rejected.code).toBe(1);
    expect(rejected.result).toMatchObject({ code: 'config-invalid', problems: [{ line: 7 }] });
    await expect(readFile(never)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('plan', () => {
  test('shows every image with source, destination, digest and reason, and an approved plan is mirrored with its digests', async () => {
    const place = rig.place('planned');
    const file = join(rig.directory, 'plan.json');
    const { code, result } = await run('plan', '-c', isc, `file://${place}`, '-o', file);
    expect(code).toBe(0);
    const { expected, neededWithSignatures } = rig.world.sets.core;
    const items = result?.items as {
      destination: string;
      digest: string;
      why: string;
      verdict: string;
      bytes: number;
      shared: number;
    }[];
    // Rows without their shared content add up to the total.
    expect(items.reduce((sum, item) => sum + item.bytes - item.shared, 0)).toBe(result?.bytes);
    expect(items.some(({ shared }) => shared > 0)).toBe(true);
    expect(items.map(({ destination, digest }) => `${destination} ${digest}`).sort()).toEqual(
      expected.images.map(({ destination, digest }) => `${destination} ${digest}`).sort(),
    );
    for (const item of items) expect(item.why).toMatch(/channel stable-4\.16|additionalImages/);
    const attachments = neededWithSignatures.bytes + neededWithSignatures.manifestBytes;
    expect(result?.bytes).toBeGreaterThanOrEqual(attachments);
    const requests = rig.world.services.requests.length;
    const mirrored = await run('mirror', '--plan', file, `file://${place}`);
    expect(mirrored.code).toBe(0);
    expect(mirrored.result).toMatchObject({
      status: 'complete',
      images: { total: expected.images.length, failed: 0 },
    });
    // Graphs and signatures are the approved ones, so their services aren't queried again.
    expect(rig.world.services.requests.length).toBe(requests);
    expect((await run('verify', `file://${place}`)).result).toMatchObject({ ok: true });
  });

  test('shows the shared content of each image as text', async () => {
    const { code, stdout } = await plain('plan', '-c', isc, `file://${rig.place('shared')}`, '--images');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^release 4\.16\.2-x86_64 .* KiB {2}\+ [\d.]+ KiB shared$/m);
    expect(stdout).toMatch(/4\.16\.1-x86_64-cli .* KiB {2,}[\d.]+ KiB shared {2,}verified/);
    expect(stdout).toContain(mirrorText('sharedNote'));
  });

  test('rejects a changed plan', async () => {
    const file = join(rig.directory, 'plan.json');
    const plan = JSON.parse(await readFile(file, 'utf8')) as { items: { digest: string }[] };
    plan.items[0]!.digest = plan.items.at(-1)!.digest;
    const altered = join(rig.directory, 'altered.json');
    await writeFile(altered, JSON.stringify(plan));
    const { code, result } = await run('mirror', '--plan', altered, `file://${rig.place('never')}`);
    expect(code).toBe(1);
    expect(result).toMatchObject({ code: 'plan-changed' });
  });

  test('--dry-run copies nothing and writes the mapping', async () => {
    const place = rig.place('dry');
    const { code, result } = await run('mirror', '-c', isc, '--dry-run', `file://${place}`);
    expect(code).toBe(0);
    const mapping = await readFile(result?.mapping as string, 'utf8');
    expect(mapping.trim().split('\n')).toHaveLength(rig.world.sets.core.expected.images.length);
    expect(mapping).toContain(
      'docker://quay.io/openshift-release-dev/ocp-release:4.16.1-x86_64=docker://localhost:55000/openshift/release-images:4.16.1-x86_64\n',
    );
    await expect(readFile(join(place, 'transfers'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('existing content', () => {
  test('lists and shows transfers and runs', async () => {
    const list = await run('transfers', 'list', `file://${workspace}`);
    expect(list.result).toMatchObject({
      transfers: [{ name: 'default-0001', state: 'complete', number: 1 }],
    });
    const shown = await run('transfers', 'show', 'default-0001', `file://${workspace}`);
    expect(shown.result).toMatchObject({ transfer: { volumes: [{ name: 'mirror_000001.tar' }] } });
    expect((await run('transfers', 'show', 'default-0009', `file://${workspace}`)).code).toBe(1);
    const runs = await run('runs', 'list', `file://${workspace}`);
    expect(runs.result).toMatchObject({ runs: [{ sequence: 1, status: 'complete' }] });
    const one = await run('runs', 'show', '1', `file://${workspace}`);
    expect(one.result).toMatchObject({ run: { run: { transfer: 'default-0001' } } });
    expect((await run('runs', 'verify-log', `file://${workspace}`)).result).toMatchObject({ ok: true });
    expect((await plain('transfers', 'list', `file://${workspace}`)).stdout).toContain('default-0001');
    expect((await plain('runs', 'list', `file://${workspace}`)).stdout).toContain('mirror to disk');
  });

  test('verify finds damage, and replay repairs it byte for byte', async () => {
    const place = rig.place('mended');
    await run('mirror', '-c', isc, `file://${place}`);
    const volume = join(place, 'transfers', 'default-0001', 'mirror_000001.tar');
    const good = await readFile(volume);
    const damaged = Buffer.from(good);
    damaged.fill(0x58, 150_000, 150_100);
    await chmod(volume, 0o644);
    await writeFile(volume, damaged);
    const found = await run('verify', `file://${place}`);
    expect(found.code).toBe(2);
    expect(found.result).toMatchObject({ ok: false, problems: [{ kind: 'corrupt' }] });
    rig.world.upstream.resetStats();
    const repaired = await run('runs', 'replay', '1', `file://${place}`);
    expect(repaired.code).toBe(0);
    expect(repaired.result).toMatchObject({ status: 'complete', transfer: 'default-0001', failures: [] });
    expect(good.equals(await readFile(volume))).toBe(true);
    expect([...rig.world.upstream.stats.blobGets.values()].reduce((sum, n) => sum + n, 0)).toBe(1);
    expect((await run('verify', `file://${place}`)).code).toBe(0);
  });

  test('verify gives the reason for a truncated archive', async () => {
    const place = rig.place('truncated');
    await mkdir(place);
    const file = join(place, 'mirror_000001.tar');
    await copyFile(join(workspace, 'transfers', 'default-0001', 'mirror_000001.tar'), file);
    await truncate(file, 100_000);
    const { code, stderr, stdout } = await plain('verify', `file://${place}`);
    expect(code).toBe(2);
    expect(stderr).toMatch(/damaged {2}\S+\/mirror_000001\.tar\n {4}\S+ .*\. Copy the transfer again/);
    expect(stdout).toContain(commandText('repairSet'));
  });

  test('registry serve: what was mirrored is pulled from it, by those who may', async () => {
    const resources = rig.place('resources');
    const htpasswd = join(rig.directory, 'htpasswd');
    // bcrypt of "secret"
    await writeFile(htpasswd, `reader:${(await import('bcryptjs')).hashSync('secret', 4)}\n`);
    await mkdir(resources);
    const env = { PATH: process.env.PATH, HOME: rig.host.home, ...rig.host.env };
    const child = spawn(
      process.execPath,
      [
        MAIN,
        'registry',
        'serve',
        `file://${workspace}`,
        '--htpasswd',
        htpasswd,
        '--write-resources',
        resources,
        '--json',
      ],
      { env, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    try {
      const { url, host } = await new Promise<{ url: string; host: string }>((resolve) => {
        let text = '';
        child.stdout.on('data', (data: Buffer) => {
          text += data.toString();
          const line = text.split('\n').find((l) => l.includes('"listening"'));
          if (line) resolve(JSON.parse(line) as { url: string; host: string });
        });
      });
      expect((await fetch(`${url}/v2/`)).status).toBe(401);
      const image = rig.world.sets.core.expected.images.find(({ destination }) =>
        destination.startsWith('openshift/release-images'),
      )!;
      const [repository, tag] = image.destination.split(':');
      const headers = { authorization: `Basic ${Buffer.from('reader:secret').toString('base64')}` };
      const answer = await fetch(`${url}/v2/${repository}/manifests/${tag}`, { headers });
      expect(answer.headers.get('docker-content-digest')).toBe(image.digest);
      expect(
        (await fetch(`${url}/v2/${repository}/manifests/${image.digest}`, { method: 'DELETE', headers }))
          .status,
      ).toBe(405);
      expect(await readFile(join(resources, 'idms-oc-mirror.yaml'), 'utf8')).toContain(
        `- ${host}/openshift/release\n`,
      );
    } finally {
      const ended = new Promise((resolve) => child.on('close', resolve));
      child.kill('SIGINT');
      expect(await ended).toBe(0);
    }
  });
});

test("a reader that ends early doesn't end a run", async () => {
  const place = rig.place('pipe');
  const env = { PATH: process.env.PATH, HOME: rig.host.home, ...rig.host.env };
  const child = spawn(process.execPath, [MAIN, 'mirror', '-c', isc, `file://${place}`, '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child.stdout.once('data', () => child.stdout.destroy());
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
  expect((await run('verify', `file://${place}`)).result).toMatchObject({ ok: true });
});

test('a full disk below a redirected output is one error, and the run completes', async () => {
  const place = rig.place('full-output');
  const env = { PATH: process.env.PATH, HOME: rig.host.home, ...rig.host.env };
  const full = await open('/dev/full', 'w');
  const output = async (...words: string[]) => {
    const child = spawn(process.execPath, [MAIN, ...words], { env, stdio: ['ignore', full.fd, 'pipe'] });
    let stderr = '';
    child.stderr!.on('data', (data: Buffer) => {
      stderr += data.toString();
    });
    return { code: await new Promise((resolve) => child.on('close', resolve)), stderr };
  };
  try {
    const said =
      /^airlock: the output is incomplete: no space left on the file system\n {4}Free up space .*\n$/;
    for (const words of [
      ['config', '--help'],
      ['mirror', '-c', isc, `file://${place}`, '--json'],
    ]) {
      const { code, stderr } = await output(...words);
      expect(code).toBe(1);
      expect(stderr).toMatch(said);
    }
  } finally {
    await full.close();
  }
  expect((await run('verify', `file://${place}`)).result).toMatchObject({ ok: true });
});

test('a second SIGINT ends a command that waits for a named pipe', async () => {
  const config = rig.place('pipe.yaml');
  expect(spawnSync('mkfifo', [config]).status).toBe(0);
  const { child, ended } = airlock(rig, ['mirror', '-c', config, `file://${workspace}`], [], []);
  const closed = new Promise((resolve) => child.on('close', (_code, signal) => resolve(signal)));
  let stderr = '';
  child.stderr!.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  // Opens as soon as the command reads.
  const writer = await open(config, 'w');
  try {
    child.kill('SIGINT');
    await until(() => stderr.includes('Press Ctrl-C again'));
    child.kill('SIGINT');
    expect(await closed).toBe('SIGINT');
    expect((await ended).stderr).toContain(t('stoppingNow'));
  } finally {
    await writer.close();
  }
});
