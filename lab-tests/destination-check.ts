import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inOrder } from '../core/flow/in-order.ts';
import type { Digest } from '../core/image/digest.ts';
import { parseManifest } from '../core/image/manifest.ts';
import { ACCEPT_MANIFESTS } from '../core/image/media-types.ts';
import { sha256 } from '../core/image/sha256.ts';
import type { ExpectedImage, Lab } from './lab.ts';

const run = promisify(execFile);
const AT_ONCE = 4;
const LOGIN = `Basic ${Buffer.from('airlock:airlock').toString('base64')}`;

/**
 * Looks at a destination with `skopeo inspect --raw`: each tag and each architecture below it against the upstream,
 * byte for byte, and each configuration and layer by its size.
 * @returns one line for each thing that is wrong
 */
export async function compareWithUpstream(
  lab: Lab,
  images: ExpectedImage[],
  destination: { registry: 'destA' | 'destB'; namespace?: string },
): Promise<string[]> {
  const below = destination.namespace ? `${destination.namespace}/` : '';
  const host = lab.direct[destination.registry];
  const faults: string[] = [];
  const seen = new Map<string, Promise<string[]>>();
  const walk = async (image: ExpectedImage): Promise<string[]> => {
    const [repository, tag] = image.destination.split(':') as [string, string];
    const path = image.source.slice(image.source.indexOf('/') + 1);
    const wanted = await inspect(lab, `${lab.direct.upstream}/${path}`);
    const found = await inspect(lab, `${host}/${below}${repository}:${tag}`).catch(
      (error: Error) => error.message,
    );
    if (typeof found === 'string') return [`${image.destination}: ${found}`];
    if (sha256(wanted) !== image.digest)
      return [`${path}: the upstream itself is not what the inventory says`];
    if (!found.equals(wanted)) return [`${image.destination}: ${sha256(found)}, not ${image.digest}`];
    return content(
      lab,
      { host, repository: below + repository, source: path.replace(/[:@].*$/, '') },
      found,
      seen,
    );
  };
  for await (const found of inOrder(images, AT_ONCE, walk)) faults.push(...found);
  return faults;
}

async function content(
  lab: Lab,
  place: { host: string; repository: string; source: string },
  bytes: Buffer,
  seen: Map<string, Promise<string[]>>,
): Promise<string[]> {
  const { host, repository, source } = place;
  const manifest = parseManifest(bytes);
  const once = (digest: Digest, check: () => Promise<string[]>) => {
    const key = `${repository}@${digest}`;
    const known = seen.get(key) ?? check();
    seen.set(key, known);
    return known;
  };
  if (manifest.kind === 'index') {
    const instances = manifest.manifests.map(({ digest }) =>
      once(digest, async () => {
        const wanted = await inspect(lab, `${lab.direct.upstream}/${source}@${digest}`);
        const found = await inspect(lab, `${host}/${repository}@${digest}`).catch(
          (error: Error) => error.message,
        );
        if (typeof found === 'string') return [`${repository}@${digest}: ${found}`];
        if (!found.equals(wanted)) return [`${repository}@${digest}: other bytes`];
        return content(lab, place, found, seen);
      }),
    );
    return (await Promise.all(instances)).flat();
  }
  const blobs = [manifest.config, ...manifest.layers].map(({ digest, size }) =>
    once(digest, async () => {
      const answer = await fetch(`http://${host}/v2/${repository}/blobs/${digest}`, {
        method: 'HEAD',
        headers: { authorization: LOGIN },
      });
      const length = Number(answer.headers.get('content-length'));
      return answer.ok && length === size
        ? []
        : [`${repository}@${digest}: ${answer.status}, ${length} of ${size} bytes`];
    }),
  );
  return (await Promise.all(blobs)).flat();
}

async function inspect(lab: Lab, reference: string): Promise<Buffer> {
  const { stdout } = await run(
    'skopeo',
    [
      ...['--policy', join(lab.state, 'policy.json'), 'inspect', '--raw', '--tls-verify=false'],
      ...['--authfile', join(lab.state, 'auth.json'), `docker://${reference}`],
    ],
    { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 },
  );
  return stdout;
}

/** The tags of `images` that a destination has, asked with one request each. */
export async function tagsAt(
  lab: Lab,
  images: ExpectedImage[],
  { registry, namespace }: { registry: 'destA' | 'destB'; namespace: string },
): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>();
  const ask = async ({ destination }: ExpectedImage) => {
    const [repository, tag] = destination.split(':') as [string, string];
    const answer = await fetch(
      `http://${lab.direct[registry]}/v2/${namespace}/${repository}/manifests/${tag}`,
      {
        method: 'HEAD',
        headers: { accept: ACCEPT_MANIFESTS.join(', '), authorization: LOGIN },
      },
    );
    return [destination, answer.ok ? answer.headers.get('docker-content-digest') : null] as const;
  };
  for await (const [destination, digest] of inOrder(images, 16, ask)) found.set(destination, digest);
  return found;
}
