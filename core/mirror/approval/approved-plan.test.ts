import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { airlock } from '../airlock-process.fixture.ts';
import { newRig, type Rig } from '../mirror.fixture.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(async () => rig[Symbol.asyncDispose]());

async function configuration(name: string, extra = ''): Promise<string> {
  const text = await readFile(rig.world.sets.core.file, 'utf8');
  const file = join(rig.directory, name);
  await writeFile(
    file,
    `${text.replace(/^( *)platform:\n/m, '$1platform:\n$1  graph: true\n').trimEnd()}\n${extra}`,
  );
  return file;
}

test('a plan with the graph-data image is mirrored as approved', async () => {
  const isc = await configuration('graph.yaml');
  const place = rig.place('graph');
  const plan = join(rig.directory, 'graph-plan.json');
  const planned = await airlock(rig, ['plan', '-c', isc, '-o', plan, `file://${place}`]).ended;
  expect(planned.code).toBe(0);
  const items = planned.result?.items as { destination: string; digest: string }[];
  const graph = items.find(({ destination }) => destination === 'openshift/graph-image:latest');
  const { code, result } = await airlock(rig, ['mirror', '--plan', plan, `file://${place}`]).ended;
  expect(result).toMatchObject({ status: 'complete' });
  expect(code).toBe(0);
  const shown = await airlock(rig, ['transfers', 'show', 'default-0001', `file://${place}`]).ended;
  const { imageNames } = shown.result!.transfer as { imageNames: object[] };
  expect(imageNames).toContainEqual({
    repository: 'openshift/graph-image',
    tag: 'latest',
    digest: graph?.digest,
  });
});

test('an additional image with the name of the graph-data image is a collision before anything is copied', async () => {
  const image = rig.world.sets.core.expected.images.find(({ source }) => source.includes('/practice/'))!;
  const target = `    - name: ${image.source}\n      targetRepo: openshift/graph-image\n      targetTag: latest\n`;
  const file = await configuration('collision.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/( *additionalImages:\n)/, `$1${target}`));
  const { code, result } = await airlock(rig, ['mirror', '-c', file, `file://${rig.place('collision')}`])
    .ended;
  expect(result).toMatchObject({ code: 'destination-collision' });
  expect(code).toBe(1);
});
