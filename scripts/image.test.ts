import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dockerRegistry } from '../core/registry/exchange/registry.fixture.ts';
import { hostBase, unpackImage } from './image.fixture.ts';
import { APP, USER, WRITABLE } from './packages/image-layer.ts';
import { ROOT } from './run.ts';

const ARCHITECTURE = { x64: 'amd64', arm64: 'arm64' }[process.arch as string]!;
const OTHER = ARCHITECTURE === 'amd64' ? 'arm64' : 'amd64';
const EPOCH = 1_790_000_000;

let directory: string;
let bundle: string;
let registry: Awaited<ReturnType<typeof dockerRegistry>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-image-'));
  registry = await dockerRegistry();
  const conf = `[[registry]]\nprefix = "${registry.host}"\nlocation = "${registry.host}"\ninsecure = true\n`;
  await writeFile(join(directory, 'registries.conf'), conf);
  const built = script('bundle.ts', ['--output', directory]);
  expect(built.stderr).toBe('');
  bundle = /^(.*) \(.* MB\)$/m.exec(built.stdout)![1]!;
  hostBase(join(directory, 'base'), [OTHER, ARCHITECTURE]);
}, 180_000);
afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true, maxRetries: 3 });
});

function script(name: string, args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts', name), ...args], {
    encoding: 'utf8',
    env: {
      ...{ PATH: process.env.PATH, HOME: directory, SOURCE_DATE_EPOCH: String(EPOCH) },
      ...{ CONTAINERS_REGISTRIES_CONF: join(directory, 'registries.conf'), SECRET_TOKEN: 'hunter2' },
    },
  });
  return { status, stdout, stderr };
}

function image(base: string, to: string, file = bundle) {
  return script('image.ts', ['--base', base, '--to', to, '--bundle', file]);
}

function skopeo(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('skopeo', args, { encoding: 'utf8' });
  expect(stderr).not.toMatch(/level=(error|fatal)/);
  expect(status).toBe(0);
  return stdout;
}

test('layout and registry get the same image, also when built again, and skopeo verifies and copies it', async () => {
  const layout = `oci://${join(directory, 'one')}`;
  const first = image(`oci://${join(directory, 'base')}`, layout);
  expect(first).toMatchObject({ status: 0, stderr: '' });
  const [, digest] = /(sha256:\S+) \((.*)\)$/m.exec(first.stdout)!;
  expect(first.stdout).toContain(`(${ARCHITECTURE})`);

  skopeo(
    'copy',
    '--all',
    '--dest-tls-verify=false',
    `oci:${join(directory, 'base')}`,
    `docker://${registry.host}/base:1`,
  );
  const second = image(`docker://${registry.host}/base:1`, `docker://${registry.host}/tools/airlock:new`);
  expect(second).toMatchObject({ status: 0, stderr: '' });
  expect(second.stdout).toContain(digest);

  const again = image(`docker://${registry.host}/base:1`, `oci://${join(directory, 'two')}`);
  expect(again.stdout).toContain(digest);
  const contents = async (name: string) =>
    (await readdir(join(directory, name, 'blobs', 'sha256'))).toSorted();
  expect(await contents('two')).toEqual(await contents('one'));
  expect(await readFile(join(directory, 'two', 'index.json'))).toEqual(
    await readFile(join(directory, 'one', 'index.json')),
  );

  const inspected = JSON.parse(
    skopeo(
      'inspect',
      '--tls-verify=false',
      '--config',
      `--override-arch=${ARCHITECTURE}`,
      `docker://${registry.host}/tools/airlock:new`,
    ),
  );
  expect(inspected).toMatchObject({
    ...{ os: 'linux', architecture: ARCHITECTURE, created: '2026-09-21T14:13:20Z' },
    config: { User: '65532', WorkingDir: '/workspace', Entrypoint: ['/opt/airlock/airlock'] },
  });
  expect(inspected.config.Cmd).toBeUndefined();
  expect(inspected.config.Env).toEqual(['PATH=/usr/bin:/bin:/opt/airlock', 'HOME=/home/airlock', 'LANG=C']);
  expect(JSON.stringify(inspected)).not.toMatch(/hunter2|airlock-image-/);
  skopeo(
    'copy',
    '--all',
    '--src-tls-verify=false',
    `docker://${registry.host}/tools/airlock:new`,
    `dir:${join(directory, 'copied')}`,
  );
}, 240_000);

const root = () => join(directory, 'root');
const mayChroot = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;

test.skipIf(!mayChroot)(
  'the image runs as its user and as an arbitrary user of group 0',
  async () => {
    if (!existsSync(join(directory, 'one')))
      image(`oci://${join(directory, 'base')}`, `oci://${join(directory, 'one')}`);
    unpackImage(join(directory, 'one'), root());
    const run = (user: string, ...args: string[]) =>
      spawnSync(
        'unshare',
        [
          ...['--mount', 'sh', '-c'],
          'mount --rbind /dev "$0/dev" && mount --rbind /proc "$0/proc" && u=$1 && shift && exec chroot --userspec="$u" "$0" "$@"',
          ...[root(), user, '/opt/airlock/airlock', ...args],
        ],
        { encoding: 'utf8', env: { PATH: '/usr/sbin:/usr/bin:/bin', HOME: '/home/airlock' } },
      );
    expect(run('65532:0', '--version')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    expect(run('65532:0', 'practice')).toMatchObject({ status: 0 });
    const arbitrary = run('1000680000:0', 'practice', '--keep', '/workspace/practice');
    expect(arbitrary, arbitrary.stderr).toMatchObject({ status: 0 });
    expect(existsSync(join(root(), 'workspace', 'practice'))).toBe(true);
  },
  180_000,
);

test('errors name the fault: foreign architecture, existing directory, damaged bundle, unknown place', async () => {
  const foreign = join(directory, 'foreign');
  hostBase(foreign, [OTHER]);
  expect(image(`oci://${foreign}`, `oci://${join(directory, 'none')}`)).toMatchObject({
    status: 1,
    stderr: `the base image has no instance for platform linux/${ARCHITECTURE}\nFound: linux/${OTHER}\nUse --base to specify a base image for these platforms.\n`,
  });
  expect(image(`oci://${join(directory, 'base')}`, `oci://${foreign}`).stderr).toContain('already exists');
  const damaged = join(directory, 'damaged.tar.gz');
  await writeFile(damaged, 'x');
  await writeFile(`${damaged}.sha256`, await readFile(`${bundle}.sha256`));
  expect(
    image(`oci://${join(directory, 'base')}`, `oci://${join(directory, 'none')}`, damaged).stderr,
  ).toContain("doesn't match its checksum");
  const twice = script('image.ts', [
    ...['--base', `oci://${join(directory, 'base')}`, '--to', `oci://${join(directory, 'none')}`],
    ...['--bundle', bundle, '--bundle', bundle],
  ]);
  expect(twice).toMatchObject({ status: 1, stderr: expect.stringContaining(`both for ${ARCHITECTURE}`) });
  expect(image('ubi9', `oci://${join(directory, 'none')}`).stderr).toContain('docker://HOST/REPOSITORY:TAG');
  expect((await readdir(directory)).filter((name) => name.startsWith('.airlock') || name === 'none')).toEqual(
    [],
  );
}, 180_000);

test('the Containerfile has the settings of the image', async () => {
  const text = await readFile(join(ROOT, 'scripts', 'packages', 'Containerfile'), 'utf8');
  const steps = text
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(steps.map((line) => line.split(' ')[0])).toEqual(
    'ARG FROM COPY USER RUN ENV LABEL WORKDIR USER ENTRYPOINT CMD'.split(' '),
  );
  const [home, workspace] = WRITABLE;
  expect(steps).toContain(`COPY --chown=0:0 . /${APP}/`);
  expect(steps).toContain(`ENV HOME=/${home} PATH=\${PATH}:/${APP}`);
  expect(steps.slice(-4)).toEqual([
    `WORKDIR /${workspace}`,
    `USER ${USER}`,
    `ENTRYPOINT ["/${APP}/airlock"]`,
    'CMD []',
  ]);
});
