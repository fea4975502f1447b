import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { airlockDirectory } from '../base/files/airlock-directory.ts';
import { deployment } from '../content/helm/charts/chart.fixture.ts';
import { listRuns } from '../runs/audit/read-runs.ts';
import { newRig, type Rig, toDisk, toRegistry } from './mirror.fixture.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

test('a chart with pods but without an image gives exit code 2, unless it is accepted and recorded', async () => {
  const chart = rig.place('chart');
  await mkdir(join(chart, 'templates'), { recursive: true });
  await writeFile(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: empty\nversion: 1.0.0\n');
  await writeFile(join(chart, 'templates', 'web.yaml'), deployment('{{ .Values.image }}'));
  const file = `${rig.place('charts')}.yaml`;
  const additional = await readFile(rig.world.sets.additional.file, 'utf8');
  await writeFile(file, `${additional}  helm:\n    local: [{name: empty, path: ${chart}}]\n`);
  const workspace = rig.place('workspace');

  expect(await toDisk(rig, workspace, file)).toMatchObject({ exitCode: 2, status: 'partial' });
  const accepted = await toDisk(rig, workspace, file, { acceptEmptyCharts: true });
  expect(accepted).toMatchObject({ exitCode: 0, status: 'complete' });
  const runs = await listRuns(airlockDirectory(workspace, 'runs'));
  expect(runs.map(({ run }) => run!.overrides.includes('accept-empty-charts'))).toEqual([false, true]);
  // The other side has nothing to accept.
  expect(await toRegistry(rig, workspace, rig.world.destination.host)).toMatchObject({ exitCode: 0 });
});
