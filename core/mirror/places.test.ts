import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallDisk } from '../../stress/disks/small-disk.ts';
import { workspaceStatus } from '../media/delivery/status.ts';
import { pushImage, sampleImage } from '../registry/server/sample-image.fixture.ts';
import { additionalConfig, newRig, type Rig, toDisk } from './mirror.fixture.ts';

const MIB = 2 ** 20;
const SMALL = 3 * MIB;
const LARGE = 64 * MIB;

let rig: Rig;
let config: string;
beforeAll(async () => {
  rig = await newRig();
  const image = sampleImage({ layerBytes: 4 * MIB });
  await pushImage(rig.world.upstream.url, 'team/large', 'v1', image);
  config = await additionalConfig(rig.place('large.yaml'), [
    `${new URL(rig.world.upstream.url).host}/team/large:v1`,
  ]);
});
afterAll(() => rig[Symbol.asyncDispose]());

/** A workspace whose `working-dir` and `transfers` are file systems of different sizes. */
async function split(workingDir: number, transfers: number) {
  const disk = await smallDisk({
    mountPoint: rig.place('split'),
    bytes: MIB,
    below: { 'working-dir': workingDir, transfers },
  });
  return { disk, workspace: disk.root };
}

test("a small working-dir doesn't limit archives: the free space of transfers/ counts", async () => {
  const { disk, workspace } = await split(SMALL, LARGE);
  await using _ = disk;
  expect(await toDisk(rig, workspace, config, { sourceTlsVerify: false })).toMatchObject({
    status: 'complete',
    exitCode: 0,
  });
  const { disk: room } = await workspaceStatus({
    directory: workspace,
    env: rig.host.env,
    home: rig.host.home,
  });
  expect(room.free).toBeGreaterThan(LARGE / 2);
});

test('a small transfers/ is reported with its path and both figures', async () => {
  const { disk, workspace } = await split(LARGE, SMALL);
  await using _ = disk;
  const transfer = join(workspace, 'transfers', 'default-0001.partial');
  await expect(toDisk(rig, workspace, config, { sourceTlsVerify: false })).rejects.toMatchObject({
    code: 'disk-full',
    exitCode: 4,
    message: expect.stringMatching(
      new RegExp(`^${transfer} needs [\\d.]+ \\w+ of disk space, but only .* is available$`),
    ),
    expected: expect.stringMatching(/^\d+ bytes$/),
    found: expect.stringMatching(/^\d+ bytes$/),
  });
});
