import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newRig, type Rig, toDisk } from '../../../core/mirror/mirror.fixture.ts';
import { inProcess } from '../../in-process.fixture.ts';

let rig: Rig;
let workspace: string;
beforeAll(async () => {
  rig = await newRig();
  workspace = rig.place('workspace');
  // One set, and two runs that found nothing new.
  for (let i = 0; i < 3; i++) await toDisk(rig, workspace, rig.world.sets.additional.file);
});
afterAll(() => rig[Symbol.asyncDispose]());

test('records are exported, then removed, and verify-log accepts the remaining ones', async () => {
  const url = `file://${workspace}`;
  const run = (...args: string[]) => inProcess(rig, args);
  const early = await run('workspace', 'prune', url, '--audit', '--yes');
  expect(early).toMatchObject({ code: 0, result: { remove: [], bytes: 0 } });

  const tar = `${rig.place('records')}.tar`;
  expect(await run('runs', 'export', tar, url, '--run', '9')).toMatchObject({
    code: 1,
    result: { code: 'not-found' },
  });
  expect(existsSync(tar)).toBe(false);
  const written = await run('runs', 'export', tar, url, '--run', '2', '--run', '1');
  expect(written).toMatchObject({
    code: 0,
    result: { file: tar, records: [/^0001-/, /^0002-/].map(matching) },
  });

  const plan = await run('workspace', 'prune', url, '--audit', '--dry-run');
  const expected = {
    remove: [{ name: matching(/^0002-/), file: tar.slice(tar.lastIndexOf('/') + 1) }],
    retain: [{ reason: 'set' }, { reason: 'not-exported' }],
  };
  expect(plan).toMatchObject({ code: 0, result: { dryRun: true, ...expected } });
  expect(await run('workspace', 'prune', url, '--audit', '--yes')).toMatchObject({
    code: 0,
    result: { dryRun: false, ...expected },
  });
  const { result } = await run('runs', 'list', url);
  expect((result as { runs: { sequence: number }[] }).runs.map(({ sequence }) => sequence)).toEqual([1, 3]);
  expect(await run('runs', 'verify-log', url)).toMatchObject({
    code: 0,
    result: { ok: true, runs: 2, removed: 1, problems: [] },
  });
});

const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
