import { expect, test } from 'vitest';
import { DOCKER_MANIFEST, OCI_MANIFEST } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { client, scripted } from '../exchange/registry.fixture.ts';
import { t } from './messages.ts';

const ADDRESS = 'https://layers.example/a.tar.gz';

/** A manifest with a layer that no registry serves. */
function foreign() {
  const config = {
    mediaType: 'application/vnd.oci.image.config.v1+json',
    digest: sha256(Buffer.from('{}')),
    size: 2,
  };
  const layer = {
    ...{ mediaType: 'application/vnd.oci.image.layer.nondistributable.v1.tar+gzip', size: 3 },
    ...{ digest: sha256(Buffer.from('abc')), urls: [ADDRESS] },
  };
  const content = { schemaVersion: 2, mediaType: OCI_MANIFEST, config, layers: [layer] };
  const bytes = Buffer.from(JSON.stringify(content));
  return { bytes, digest: sha256(bytes), mediaType: OCI_MANIFEST };
}

test.each([
  [400, 'MANIFEST_INVALID', true],
  [500, 'MANIFEST_BLOB_UNKNOWN', true],
  [404, 'BLOB_UNKNOWN', true],
  [403, 'DENIED', false],
  [503, 'UNAVAILABLE', false],
] as const)('a layer from elsewhere explains the answer %s %s: %s', async (status, code, explains) => {
  await using server = await scripted((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ errors: [{ code, message: 'no' }] }));
  });
  await using c = client({ retry: { times: 0, delayMs: 0 } });
  const manifest = foreign();
  const pushed = c.registries.at(server.host).putManifest('a', manifest.digest, manifest);
  const remedy = t('foreignLayerRemedy', { address: ADDRESS });
  await expect(pushed).rejects.toMatchObject({
    remedy: explains ? remedy : expect.not.stringContaining(ADDRESS),
  });
});

test.each([
  [DOCKER_MANIFEST, 415, true],
  [DOCKER_MANIFEST, 403, false],
  [DOCKER_MANIFEST, 413, false],
  [OCI_MANIFEST, 415, false],
] as const)(
  'a rejected manifest of type %s, with status %s, explains OCI-only registries: %s',
  async (mediaType, status, explains) => {
    await using server = await scripted((request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ errors: [{ code: 'MANIFEST_INVALID', message: 'no' }] }));
    });
    await using c = client({ retry: { times: 0, delayMs: 0 } });
    const bytes = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType, layers: [] }));
    const pushed = c.registries
      .at(server.host)
      .putManifest('a', 'v1', { bytes, digest: sha256(bytes), mediaType });
    const { remedy } = (await pushed.catch((error: unknown) => error)) as { remedy: string };
    expect(remedy === t('dockerImageRemedy')).toBe(explains);
  },
);
