import { createHash } from 'node:crypto';

/** Pushes a one-layer image to a registry that speaks plain HTTP, as `skopeo copy` would. @returns the manifest's digest */
export async function pushImage(host: string, repository: string, tag: string): Promise<string> {
  const layer = Buffer.alloc(4096, `${repository}:${tag}`);
  const config = Buffer.from(
    JSON.stringify({
      architecture: 'amd64',
      os: 'linux',
      rootfs: { type: 'layers', diff_ids: [digestOf(layer)] },
    }),
  );
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config: descriptor('application/vnd.oci.image.config.v1+json', config),
      layers: [descriptor('application/vnd.oci.image.layer.v1.tar', layer)],
    }),
  );
  const at = `http://${host}/v2/${repository}`;
  for (const blob of [layer, config]) {
    const { headers } = await ask(`${at}/blobs/uploads/`, { method: 'POST' });
    const upload = new URL(headers.get('location')!, at);
    upload.searchParams.set('digest', digestOf(blob));
    await ask(upload, { method: 'PUT', body: blob });
  }
  await ask(`${at}/manifests/${tag}`, {
    method: 'PUT',
    body: manifest,
    headers: { 'content-type': 'application/vnd.oci.image.manifest.v1+json' },
  });
  return digestOf(manifest);
}

async function ask(url: string | URL, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${init.method} ${url}: ${response.status} ${await response.text()}`);
  return response;
}

function descriptor(mediaType: string, content: Buffer) {
  return { mediaType, digest: digestOf(content), size: content.length };
}

function digestOf(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}
