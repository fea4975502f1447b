import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type PracticeWorld, startPracticeWorld } from '../../../test-world/world.ts';
import { newTestService, type TestService } from '../service.fixture.ts';

let directory: string;
let world: PracticeWorld;
let rig: TestService;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-images-'));
  world = await startPracticeWorld({ directory, size: 'tiny' });
  rig = await newTestService({ env: world.environment });
});
afterEach(async () => {
  await rig[Symbol.asyncDispose]();
  await world.close();
  await rm(directory, { recursive: true, force: true });
});

test('an image has its digest and the bytes of all its instances', async () => {
  for (const image of world.inventory.additional) {
    const answer = await rig.ask('drafts.checkImage', { image: image.source, tlsVerify: false });
    const bytes = [...image.manifests, ...image.blobs].reduce((sum, { size }) => sum + size, 0);
    expect(answer, image.source).toEqual({ ok: true, digest: image.digest, bytes });
  }
});

test('a missing tag and an invalid reference are answered with the reason', async () => {
  const [first] = world.inventory.additional;
  const absent = `${first!.source.split(/[:@]/)[0]}:no-such-tag`;
  const missing = await rig.ask('drafts.checkImage', { image: absent, tlsVerify: false });
  expect(missing).toMatchObject({ ok: false, failure: { code: 'not-found' } });
  const wrong = await rig.ask('drafts.checkImage', { image: 'registry.example/Ubi:latest' });
  expect(wrong).toMatchObject({ ok: false, failure: { code: 'reference-invalid' } });
  const folder = await rig.ask('drafts.checkImage', { image: 'oci:///srv/image' });
  expect(folder).toMatchObject({ ok: false, failure: { code: 'reference-invalid' } });
});
