import { createHash } from 'node:crypto';
import { ACCEPT_MANIFESTS } from '../core/base/image/media-types.ts';

interface Descriptor {
  digest: string;
}

/**
 * Returns what a registry doesn't serve of its tags, or serves with another digest: manifests, their children and their
 * blobs. Requested without code of the product. @param tags each tag as `repository:tag`, with its digest
 */
export async function incompleteTags(host: string, tags: ReadonlyMap<string, string>): Promise<string[]> {
  const incomplete: string[] = [];
  const seen = new Set<string>();
  const visit = async (repository: string, reference: string, digest: string): Promise<void> => {
    const address = `${repository}/manifests/${reference}`;
    if (seen.has(address)) return;
    seen.add(address);
    const headers = { accept: ACCEPT_MANIFESTS.join(', ') };
    const answer = await fetch(`http://${host}/v2/${address}`, { headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (`sha256:${createHash('sha256').update(bytes).digest('hex')}` !== digest) {
      incomplete.push(address);
      return;
    }
    const {
      manifests = [],
      config,
      layers = [],
    } = JSON.parse(bytes.toString()) as {
      manifests?: Descriptor[];
      config?: Descriptor;
      layers?: (Descriptor & { urls?: string[] })[];
    };
    for (const child of manifests) await visit(repository, child.digest, child.digest);
    for (const { digest: blob, urls } of [...(config ? [config] : []), ...layers] as typeof layers) {
      const path = `${repository}/blobs/${blob}`;
      // Only another server has a layer with an address.
      if (urls || seen.has(path)) continue;
      seen.add(path);
      if ((await fetch(`http://${host}/v2/${path}`, { method: 'HEAD' })).status !== 200)
        incomplete.push(path);
    }
  };
  for (const [name, digest] of tags) {
    const colon = name.lastIndexOf(':');
    await visit(name.slice(0, colon), name.slice(colon + 1), digest);
  }
  return incomplete;
}
