import { expect, test } from 'vitest';
import { OCI_MANIFEST } from '../../../base/image/media-types.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import { client, scripted } from '../../exchange/registry.fixture.ts';
import { createScratch } from './scratch.ts';
import { probeManifestSizes } from './sizes.ts';

test.each([true, false])(
  'removes a manifest that the registry stored although its request was aborted: %j',
  async (stores) => {
    const digest = sha256(Buffer.alloc(1));
    const deleted: string[] = [];
    await using server = await scripted((request, response) => {
      // No answer to the PUT: the client ends it, and go-containerregistry stores the byte that arrived.
      if (request.method === 'PUT') return;
      if (request.method === 'HEAD')
        return void response
          .writeHead(stores ? 200 : 404, {
            'docker-content-digest': digest,
            'content-type': OCI_MANIFEST,
            'content-length': 1,
          })
          .end();
      deleted.push(request.url!);
      response.writeHead(202).end();
    });
    await using c = client();
    const { signal } = new AbortController();
    const scratch = createScratch(c.registries.at(server.host), 'try', { signal, shortestMs: 50 });
    expect(await probeManifestSizes(scratch)).toMatchObject({ value: { rejected: null } });
    expect(await scratch.cleanUp()).toEqual([]);
    expect(deleted).toEqual(stores ? [`/v2/try/manifests/${digest}`, '/v2/try/manifests/announced'] : []);
  },
);
