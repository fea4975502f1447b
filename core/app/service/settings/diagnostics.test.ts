import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { extract } from 'tar-stream';
import { expect, test, vi } from 'vitest';
import { writeCrashReport } from '../../log/crash-report.ts';
import { logDirectory } from '../../log/log.ts';
import { newTestService } from '../service.fixture.ts';

const NEEDLE = 'Needle-77aa01';

async function filesOf(tar: Buffer): Promise<{ name: string; text: string }[]> {
  const entries = Readable.from([tar]).pipe(extract());
  const files: { name: string; text: string }[] = [];
  for await (const entry of entries) files.push({ name: entry.header.name, text: await text(entry) });
  return files;
}

test('a bundle equals its preview byte for byte, and contains no secret', async () => {
  await using rig = await newTestService({
    env: {
      HTTPS_PROXY: `http://me:${NEEDLE}@proxy.example:3128`,
      https_proxy: `me:${NEEDLE}/@#x@proxy.example:3128`,
      OCP_SIGNATURE_URL: `https://me:${NEEDLE}@sig.example/x?token=${NEEDLE}`,
      SECRET_OF_ANOTHER_PROGRAM: NEEDLE,
    },
  });
  const folder = join(rig.home, '.config/containers');
  await mkdir(folder, { recursive: true });
  const auth = Buffer.from(`me:${NEEDLE}`).toString('base64');
  await writeFile(join(folder, 'auth.json'), JSON.stringify({ auths: { 'quay.io/team': { auth } } }));
  await writeFile(
    join(folder, 'registries.conf'),
    `# fetched from https://me:${NEEDLE}@git.example/conf\n[[registry]]\nlocation = "quay.io"\n`,
  );
  const workspace = join(rig.directory, 'workspace');
  await rig.ask('workspaces.open', { directory: workspace, create: true });
  await rig.ask('settings.write', { defaults: { authFile: `https://me:${NEEDLE}@x.example/` } });
  const typed = { registry: 'a.lab', username: 'me', password: `${NEEDLE}-typed`, keep: 'session' as const };
  await rig.ask('credentials.set', typed);
  const configFile = join(rig.directory, 'isc.yaml');
  await writeFile(
    configFile,
    'kind: ImageSetConfiguration\nmirror:\n  additionalImages:\n    - name: 127.0.0.1:1/a:1\n',
  );
  await rig.ask('runs.start', { settings: { workflow: 'mirrorToDisk', directory: workspace, configFile } });

  const host = { env: {}, home: rig.home, tool: 'airlock 0.1.0' };
  const crash = new Error(`GET https://me:${NEEDLE}@quay.io/v2/ failed`);
  const report = writeCrashReport({ host, source: 'engine' }, crash, 'uncaughtException')!;

  const { reports } = await rig.ask('diagnostics.crashes', {});
  expect(reports).toMatchObject([{ file: report, source: 'engine' }]);

  const { files } = await rig.ask('diagnostics.preview', {});
  const named = new Map(files.map((file) => [file.name, file.text]));
  expect(named.get('environment.txt')).toContain('HTTPS_PROXY=http://proxy.example:3128\n');
  expect(JSON.parse(named.get('auth-files.json')!)).toEqual([
    { path: join(folder, 'auth.json'), entries: [{ name: 'quay.io/team' }] },
  ]);
  expect(named.get('registries.conf/1.conf')).toContain('location = "quay.io"');
  expect(named.get('workspaces.json')).toContain(workspace);
  expect(JSON.parse(named.get('runs/1/run.json')!)).toMatchObject({ workflow: 'mirrorToDisk' });
  expect(JSON.parse(named.get('doctor.json')!)).toContainEqual(
    expect.objectContaining({ check: 'directory', level: 'ok' }),
  );
  expect(named.get('log/airlock.log')).toContain('"source":"engine"');
  expect(named.get(`crashes/${basename(report)}`)).toContain('https://quay.io/v2/');
  expect(named.get('host.json')).toContain('"airlock 0.1.0"');
  for (const [name, content] of named) expect(content.includes(NEEDLE), name).toBe(false);
  for (const { name, bytes } of files) expect(bytes).toBe(Buffer.byteLength(named.get(name)!));

  // Events after the preview aren't in the bundle.
  await rig.ask('settings.write', { theme: 'dark' });
  const file = join(rig.directory, 'bundle.tar');
  const saved = await rig.ask('diagnostics.save', { file });
  const tar = await readFile(file);
  expect(saved).toEqual({ file, bytes: tar.length });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await filesOf(tar)).toEqual(
    files.map(({ name, text: content }) => ({ name: `airlock-diagnostics/${name}`, text: content })),
  );
});

test('a bundle and standard error contain the reason why there is no log', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  try {
    await using rig = await newTestService();
    const directory = logDirectory({ env: {}, home: rig.home });
    await mkdir(directory, { recursive: true });
    await chmod(directory, 0o777);
    // A failed request is logged.
    await rig.fail('media.arrivals', { directory: 'relative' });
    const reason = `The log ${directory}/airlock.log can't be written: ${directory} is writable by its group or by other users. Airlock continues without it.`;
    expect(said.mock.calls).toEqual([[reason]]);
    const { files } = await rig.ask('diagnostics.preview', {});
    expect(files.filter(({ name }) => name.startsWith('log/'))).toMatchObject([
      { name: 'log/problem.txt', text: `${reason}\n` },
    ]);
  } finally {
    said.mockRestore();
  }
});
