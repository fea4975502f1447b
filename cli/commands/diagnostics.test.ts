import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logDirectory } from '../../core/app/log/log.ts';
import { defaultConfigDirectory } from '../../core/app/service/state/config-directory.ts';
import { newRig, type Rig } from '../../core/mirror/mirror.fixture.ts';
import { inProcess } from '../in-process.fixture.ts';

const NEEDLE = 'Needle-41bd';
let rig: Rig;
let workspace: string;
beforeAll(async () => {
  rig = await newRig();
  workspace = rig.place('workspace');
  const configDirectory = defaultConfigDirectory(rig.host);
  await mkdir(configDirectory, { recursive: true });
  await writeFile(
    join(configDirectory, 'settings.json'),
    JSON.stringify({ format: 2, workspaces: [workspace] }),
  );
  const mirror = ['mirror', '-c', rig.world.sets.additional.file, `file://${workspace}`];
  expect((await inProcess(rig, mirror)).code).toBe(0);
  await inProcess(rig, ['mirror', '-c', '/absent.yaml', `docker://me:${NEEDLE}@reg.example/x`]);
});
afterAll(() => rig[Symbol.asyncDispose]());

async function contentOf(file: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const archive = Readable.from([gunzipSync(await readFile(file))]).pipe(extract());
  for await (const entry of archive) files.set(entry.header.name, await text(entry));
  return files;
}

test('the bundle contains the workspaces, runs, checks and logs, and no secret', async () => {
  const file = join(rig.directory, 'bundle.tar.gz');
  const { code, result } = await inProcess(rig, ['diagnostics', file]);
  expect(code).toBe(0);
  const listed = result!.files as { name: string; bytes: number }[];
  expect(result).toMatchObject({ ok: true, file, bytes: (await stat(file)).size });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const files = await contentOf(file);
  expect([...files].map(([name, content]) => ({ name, bytes: Buffer.byteLength(content) }))).toEqual(
    listed.map(({ name, bytes }) => ({ name: `airlock-diagnostics/${name}`, bytes })),
  );
  const of = (name: string) => files.get(`airlock-diagnostics/${name}`)!;
  expect(JSON.parse(of('workspaces.json'))).toMatchObject([{ directory: workspace, state: 'ready' }]);
  expect(JSON.parse(of('runs/1/run.json'))).toMatchObject({ workflow: 'mirrorToDisk' });
  expect(JSON.parse(of('doctor.json'))).toContainEqual(expect.objectContaining({ check: 'directory' }));
  expect(of('log/airlock.log')).toContain('"Run started"');
  expect(of('host.json')).toContain('command-line');
  for (const [name, content] of files) expect(content.includes(NEEDLE), name).toBe(false);
  // The needle was in the command line of a logged command.
  expect(await readFile(join(logDirectory(rig.host), 'airlock.log'), 'utf8')).toContain('reg.example');
});

test('without a file, it lists the content and writes nothing', async () => {
  const before = await readdir(rig.directory);
  const { code, stdout } = await inProcess(rig, ['diagnostics'], []);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^SIZE +FILE\n/);
  expect(stdout).toMatch(/^\S+ \S+ +workspaces\.json$/m);
  expect(stdout).toContain('Nothing was written.');
  expect(await readdir(rig.directory)).toEqual(before);
});

test('a file that cannot be written is an error', async () => {
  expect(await inProcess(rig, ['diagnostics', '/proc/absent/x.tar.gz'])).toMatchObject({
    code: 4,
    result: { code: 'disk' },
  });
});
