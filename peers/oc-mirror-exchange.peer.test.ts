import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { inProcess } from '../cli/in-process.fixture.ts';
import { imagesOf, missingAt, newRig, type Rig } from '../core/mirror/mirror.fixture.ts';
import { copyArchives, done, ocMirror } from './oc-mirror.fixture.ts';
import type { Program } from './peers.ts';
import { judgedBy } from './verdicts.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await newRig({ releaseKey: 'rsa' });
});
afterEach(() => rig[Symbol.asyncDispose]());

async function airlock(...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await inProcess(rig, args);
  expect(code, stdout + stderr).toBe(0);
}

const destination = () => `docker://${rig.world.destination.host}`;

/** Two archives of one workspace of oc-mirror: the oldest release, then everything. */
async function twoArchives(program: Program): Promise<{ workspace: string; first: string; second: string }> {
  const [workspace, cache] = [rig.place('workspace'), rig.place('cache')];
  const { core, 'release-one': one } = rig.world.sets;
  const [first, second] = [rig.place('first'), rig.place('second')];
  await done(ocMirror(rig, program, cache, ['-c', one.file, `file://${workspace}`]));
  await copyArchives(workspace, first);
  await done(ocMirror(rig, program, cache, ['-c', core.file, `file://${workspace}`]));
  await copyArchives(workspace, second);
  return { workspace, first, second };
}

/** Images alone: oc-mirror copies fewer signatures and referrers. */
const wanted = () => imagesOf(rig, 'core').map((image) => ({ ...image, attachments: [] }));

await judgedBy('oc-mirror', ({ agrees }) => {
  for (const pusher of ['Airlock', 'Airlock with a new state', 'oc-mirror'])
    agrees(
      `an increment of oc-mirror is pushed by Airlock after ${pusher} pushed the first`,
      async (program) => {
        const { first, second } = await twoArchives(program);
        const [from, file] = [`file://${first}`, rig.world.sets['release-one'].file];
        if (pusher === 'oc-mirror')
          await done(ocMirror(rig, program, rig.place('cache'), ['-c', file, '--from', from, destination()]));
        else {
          const state = pusher === 'Airlock' ? [] : ['--state', rig.place('other')];
          await airlock('mirror', '--from', from, ...state, destination());
        }
        await airlock('mirror', '--from', `file://${second}`, destination());
        expect(await missingAt(rig.world.destination.host, wanted())).toEqual([]);
      },
    );

  agrees('the first increment of Airlock reaches a registry that oc-mirror filled', async (program) => {
    const [workspace, cache] = [rig.place('workspace'), rig.place('cache')];
    const { core, 'release-one': one } = rig.world.sets;
    await done(ocMirror(rig, program, cache, ['-c', one.file, `file://${workspace}`]));
    const first = rig.place('first');
    await copyArchives(workspace, first);
    const args = ['-c', one.file, '--from', `file://${first}`, destination()];
    await done(ocMirror(rig, program, rig.place('cache'), args));
    const { result } = await inProcess(rig, ['mirror', '-c', core.file, `file://${workspace}`]);
    await airlock('mirror', '--from', `file://${result!.directory as string}`, destination());
    expect(await missingAt(rig.world.destination.host, wanted())).toEqual([]);
  });

  agrees('a new enclave in a workspace of oc-mirror gets everything', async (program) => {
    const { workspace } = await twoArchives(program);
    const copy = rig.place('copy');
    await cp(join(workspace, 'working-dir'), join(copy, 'working-dir'), { recursive: true });
    await airlock('mirror', '-c', rig.world.sets.core.file, '--for', 'lab', `file://${copy}`);
    await airlock('mirror', '--from', `file://${copy}/transfers/lab-0001`, destination());
    expect(await missingAt(rig.world.destination.host, wanted())).toEqual([]);
  });

  agrees('a catalog that oc-mirror rebuilt can be listed, and loses no operators', async (program) => {
    const [all, fewer] = [rig.place('all'), rig.place('fewer')];
    const { file } = rig.world.sets.operators;
    const args = ['--workspace', `file://${all}`, destination()];
    await done(ocMirror(rig, program, rig.place('cache'), ['-c', file, ...args]));
    const [{ reference, packages }] = rig.world.inventory.catalogs as [PracticeCatalog];
    const [, path] = /^[^/]+\/(.+)$/.exec(reference)!;
    const catalog = `${rig.world.destination.host}/${path}`;
    const listed = await inProcess(rig, ['list', 'operators', '--catalog', catalog, '--src-tls-verify=false']);
    expect(listed.code, listed.stderr).toBe(0);
    for (const { name } of packages) expect(listed.stdout).toContain(name);
    const one = `${rig.place('one')}.yaml`;
    await writeFile(one, onePackage(reference, packages[0]!.name));
    const push = ['mirror', '-c', one, '--workspace', `file://${fewer}`, destination()];
    const { code, stdout, stderr } = await inProcess(rig, push);
    expect([code, stdout + stderr]).toEqual([1, expect.stringContaining(packages[1]!.name)]);
  });
});
