import { expect, test } from 'vitest';
import { client, dockerRegistry } from '../../exchange/registry.fixture.ts';
import { probeDestination } from './destination.ts';
import { probeImages, probeSubjects } from './manifests.ts';
import { createScratch } from './scratch.ts';
import { probeMounts } from './uploads.ts';

test('probes a real distribution 2.8 and removes everything', async () => {
  await using registry = await dockerRegistry();
  await using c = client();
  const at = c.registries.at(registry.host);
  const profile = await probeDestination(at, { namespace: 'ocp', scratch: 'try', patienceMs: 100 });
  expect(profile.product?.name).toBe('distribution');
  const values = Object.fromEntries(
    Object.entries(profile.capabilities).map(([name, { value }]) => [name, value]),
  );
  expect(values).toMatchObject({
    namespace: 'ready',
    pathDepth: { accepted: 10, rejected: null },
    mounts: 'yes',
    mountsFromItself: 'yes',
    chunks: 'yes',
    dockerImages: 'yes',
    ociImages: 'yes',
    sparseIndexes: 'no',
    mixedIndexes: 'yes',
    subjects: 'yes',
    referrersApi: 'no',
    tagsMove: 'yes',
    deletes: 'yes',
    requestBytes: { accepted: 64 * 2 ** 30, rejected: null },
    concurrentPushes: { accepted: 16, rejected: null },
  });
  expect(profile.capabilities.sparseIndexes.evidence).toMatch(/400, MANIFEST_BLOB_UNKNOWN/);
  expect(profile.leftovers).toEqual([]);
  expect(await at.tags('ocp/try')).toEqual([]);
});

test('reports disabled deletion of distribution 2.8 in its default configuration', async () => {
  await using registry = await dockerRegistry('', { deletes: false });
  await using c = client();
  const at = c.registries.at(registry.host);
  const profile = await probeDestination(at, { namespace: '', patienceMs: 100 });
  expect(profile.capabilities.deletes).toEqual({
    value: 'no',
    evidence: expect.stringMatching(/DELETE of a manifest: HTTP status 405, UNSUPPORTED/),
  });
  expect(profile.capabilities.projects.value).toBe('created-on-push');
  expect(profile.leftovers).toEqual([expect.stringMatching(/^\d+ manifests in .*HTTP status 405/)]);
});

test('finds the same in 100 concurrent probes, although distribution 2.8 rewrites links while it mounts', async () => {
  await using registry = await dockerRegistry();
  await using c = client();
  const scratch = createScratch(c.registries.at(registry.host), 'try', {
    signal: new AbortController().signal,
    shortestMs: 100,
  });
  const { images } = await probeImages(scratch);
  const rejected: string[] = [];
  for (let round = 0; round < 100; round++) {
    const found = await Promise.all([probeMounts(scratch, images.blob), probeSubjects(scratch, images)]);
    for (const { capability, value, evidence } of found.flat())
      if (capability !== 'referrersApi' && value !== 'yes')
        rejected.push(`${round}: ${capability} ${evidence}`);
  }
  expect(rejected).toEqual([]);
});
