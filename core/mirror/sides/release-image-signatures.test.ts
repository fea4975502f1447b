import { afterAll, beforeAll, expect, test } from 'vitest';
import { hexOf } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import type { RunEvent } from '../../runs/progress/events.ts';
import { control, newRig, type Rig, toDisk, toRegistry } from '../mirror.fixture.ts';
import { absentReleaseSignatures } from './release-image-signatures.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

const reported = (events: RunEvent[]) =>
  events.flatMap((event) =>
    event.type === 'problem' && event.problem.code === 'release-signature-absent' ? [event.problem] : [],
  );

test('reports a release image without its own signature at the destination', async () => {
  const { world } = rig;
  const workspace = rig.place('bare');
  const fetching = control();
  await toDisk(rig, workspace, world.sets['release-one'].file, { removeSignatures: true }, fetching);
  expect(reported(fetching.events)).toHaveLength(1);
  const pushing = control();
  await toRegistry(rig, workspace, world.destination.host, { namespace: 'bare' }, pushing);
  expect(reported(pushing.events)).toMatchObject([
    { level: 'info', message: expect.stringMatching(/\.sig/) },
  ]);

  const signed = rig.place('signed');
  const again = [control(), control(), control()];
  await toDisk(rig, signed, world.sets['release-one'].file, {}, again[0]);
  await toRegistry(rig, signed, world.destination.host, { namespace: 'signed' }, again[1]);
  // Content of an earlier push exists.
  await toRegistry(rig, workspace, world.destination.host, { namespace: 'signed' }, again[2]);
  expect(again.flatMap(({ events }) => reported(events))).toEqual([]);
});

test.each([
  ['4.20.9-x86_64', 'info'],
  ['4.21.0-rc.1-x86_64', 'warning'],
  ['5.0.1-aarch64', 'warning'],
  ['stable', 'warning'],
])('%s: %s', async (tag, level) => {
  const digest = sha256(tag);
  const image: PlannedImage = {
    kind: 'ocpRelease',
    origin: `quay.io/openshift-release-dev/ocp-release:${tag}`,
    source: { registry: 'quay.io', repository: 'openshift-release-dev/ocp-release', digest },
    destination: { repository: 'openshift/release-images', tag },
    deliverable: `release ${tag}`,
    why: '',
    verdict: { result: 'verified' },
    digest,
    manifests: [],
    blobs: [],
    attachments: [],
    bytes: 0,
  };
  expect(await absentReleaseSignatures([image])).toMatchObject([{ level }]);
  const signature = { tag: `sha256-${hexOf(digest)}.sig`, digest: sha256('sig'), manifests: [], blobs: [] };
  expect(await absentReleaseSignatures([{ ...image, attachments: [signature] }])).toEqual([]);
  expect(await absentReleaseSignatures([{ ...image, kind: 'ocpReleaseContent' }])).toEqual([]);
  expect(await absentReleaseSignatures([image], async (_, requested) => requested === signature.tag)).toEqual(
    [],
  );
});
