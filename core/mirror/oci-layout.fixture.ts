import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PracticeImage } from '../test-world/inventory.ts';
import type { Rig } from './mirror.fixture.ts';

/** Saves an image of the upstream as an OCI layout. */
export async function layoutOf(
  rig: Rig,
  { source, digest, mediaType, manifests, blobs }: PracticeImage,
): Promise<string> {
  const folder = rig.place('layout');
  await mkdir(join(folder, 'blobs', 'sha256'), { recursive: true });
  const base = `http://${rig.world.upstream.host}/v2/${source.replace(/^[^/]+\//, '').replace(/[:@].*$/, '')}`;
  const save = async (kind: 'manifests' | 'blobs', part: { digest: string }) => {
    const found = await fetch(`${base}/${kind}/${part.digest}`, { headers: { accept: '*/*' } });
    await writeFile(
      join(folder, 'blobs', 'sha256', part.digest.slice(7)),
      Buffer.from(await found.arrayBuffer()),
    );
  };
  for (const part of manifests) await save('manifests', part);
  for (const part of blobs) await save('blobs', part);
  await writeFile(join(folder, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  const size = manifests.find((part) => part.digest === digest)!.size;
  await writeFile(
    join(folder, 'index.json'),
    JSON.stringify({ schemaVersion: 2, manifests: [{ mediaType, digest, size }] }),
  );
  return folder;
}
