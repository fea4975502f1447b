import { afterAll, beforeAll, expect, test } from 'vitest';
import { pushImage, sampleImage } from '../../registry/server/sample-image.fixture.ts';
import { openPlanningSpace } from '../../store/workspace/planning-space.ts';
import { recordedSets } from '../copy/pushed-sets.ts';
import { openWorkspaceView } from '../delete/plan/workspace-view.ts';
import { additionalConfig, newRig, type Rig, toDisk, toRegistry } from '../mirror.fixture.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

test('each set of a workspace has the digest that its tag had in it, for a push and for a deletion', async () => {
  const { upstream, destination } = rig.world;
  const source = `${new URL(upstream.url).host}/team/moved:v1`;
  const config = await additionalConfig(rig.place('moved.yaml'), [source]);
  const workspace = rig.place('workspace');
  const digests: string[] = [];
  for (const layerBytes of [1000, 2000]) {
    const image = sampleImage({ layerBytes });
    await pushImage(upstream.url, 'team/moved', 'v1', image);
    digests.push(image.digest);
    const result = await toDisk(rig, workspace, config, { sourceTlsVerify: false });
    expect(result).toMatchObject({ status: 'complete' });
  }
  expect(digests[0]).not.toBe(digests[1]);

  const stateDirectory = rig.place('state');
  await toRegistry(rig, workspace, destination.host, { stateDirectory });
  const { state } = await openPlanningSpace(stateDirectory);
  const pushed = await recordedSets(state, destination.host);
  expect(pushed.map((set) => set.tag('team/moved', 'v1'))).toEqual(digests);

  const view = await openWorkspaceView(workspace, rig.host, {
    ...{ registry: destination.host, stateDirectory, signal: new AbortController().signal },
  });
  try {
    const found = view.eras.map((era) => era.tag('team/moved', 'v1'));
    expect(found.slice(0, 2)).toEqual(digests);
    expect(found.at(-1)).toBe(digests[1]);
  } finally {
    await view.close();
  }
}, 60_000);
