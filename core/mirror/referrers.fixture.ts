import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageKind } from '../base/collected/collected.ts';
import { ACCEPT_MANIFESTS, OCI_INDEX } from '../base/image/media-types.ts';
import { deployment } from '../content/helm/charts/chart.fixture.ts';
import { type BuiltImage, builtArtifact, builtImage } from '../test-world/built-image.ts';
import { layer } from '../test-world/layer.ts';
import { type ExpectedImage, imagesOf, type Rig, split } from './mirror.fixture.ts';

/** An image with an SBOM as a referrer, a signature of that SBOM as a referrer of it, and cosign's tags. */
export interface Subject {
  kind: ImageKind;
  /** At the destination, without namespace. */
  repository: string;
  tag: string;
  digest: string;
  /** The SBOM, and the signature of the SBOM. */
  artifact: string;
  nested: string;
  /** Cosign's tags with their digests. */
  cosign: [tag: string, digest: string][];
}

async function put(host: string, path: string, body: Buffer, type: string): Promise<void> {
  const answer = await fetch(`http://${host}/v2/${path}`, {
    method: 'PUT',
    headers: { 'content-type': type },
    body: new Uint8Array(body),
  });
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

/** Pushes an image or artifact by plain requests. @param reference a tag; default: its digest */
export async function upload(
  host: string,
  repository: string,
  { blobs, bytes, mediaType, digest }: BuiltImage,
  reference: string = digest,
): Promise<void> {
  for (const blob of blobs) {
    const started = await fetch(`http://${host}/v2/${repository}/blobs/uploads/`, { method: 'POST' });
    const to = new URL(started.headers.get('location')!, `http://${host}`);
    to.searchParams.set('digest', blob.digest);
    await put(
      host,
      `${to.pathname}${to.search}`.slice('/v2/'.length),
      blob.bytes,
      'application/octet-stream',
    );
  }
  await put(host, `${repository}/manifests/${reference}`, bytes, mediaType);
}

/** Pushes an image with its instances. @param reference a tag; default: its digest */
export async function uploadAll(
  host: string,
  repository: string,
  image: BuiltImage,
  reference: string = image.digest,
): Promise<void> {
  for (const child of image.children) await uploadAll(host, repository, child);
  await upload(host, repository, image, reference);
}

/** Attaches an artifact like clients: with the fallback tag if the registry has no referrers API. */
export async function attach(
  host: string,
  repository: string,
  subject: BuiltImage,
  type: string,
  content: string,
): Promise<BuiltImage> {
  const { artifact, fallback } = builtArtifact(subject, type, content);
  await upload(host, repository, artifact);
  const api = await fetch(`http://${host}/v2/${repository}/referrers/${subject.digest}`);
  if (api.status !== 200) await upload(host, repository, fallback, subject.digest.replace(':', '-'));
  return artifact;
}

/** Adds every possible attachment to an image of the world. `host`: the upstream registry. */
async function withAttachments(host: string, kind: ImageKind, image: ExpectedImage): Promise<Subject> {
  const path = image.source.replace(/^[^/]+\//, '').replace(/[:@].*$/, '');
  const size = image.manifests.at(-1)!.size;
  const facts = { bytes: Buffer.alloc(size), size, children: [], blobs: [] };
  const subject = { ...image, ...facts } as unknown as BuiltImage;
  const sbom = await attach(host, path, subject, 'application/spdx+json', `{"of":"${image.digest}"}`);
  const bundle = 'application/vnd.dev.sigstore.bundle.v0.3+json';
  const signature = await attach(host, path, sbom, bundle, `{"on":"${sbom.digest}"}`);
  const cosign: [string, string][] = [];
  for (const end of ['sig', 'att', 'sbom']) {
    const tag = `${image.digest.replace(':', '-')}.${end}`;
    const there = await digestAt(host, `${path}/manifests/${tag}`);
    const content = layer([{ name: end, content: image.digest }]);
    const attached = builtImage({ format: 'oci', layers: [content] });
    if (!there) await upload(host, path, attached, tag);
    cosign.push([tag, there ?? attached.digest]);
  }
  const { repository, tag } = split(image.destination);
  return {
    kind,
    repository,
    tag,
    digest: image.digest,
    artifact: sbom.digest,
    nested: signature.digest,
    cosign,
  };
}

/** Digest in a registry, requested over HTTP without code of the product; undefined unless it answers 200. */
export async function digestAt(host: string, path: string): Promise<string | undefined> {
  const answer = await fetch(`http://${host}/v2/${path}`, {
    method: 'HEAD',
    headers: { accept: ACCEPT_MANIFESTS.join(', ') },
  });
  return (answer.status === 200 && answer.headers.get('docker-content-digest')) || undefined;
}

/**
 * Writes a configuration with releases, additional images, an operator and a chart, and attaches everything to one image
 * of each kind. @param host the upstream registry
 */
export async function everyKind(
  rig: Rig,
  host = rig.world.upstream.host,
): Promise<{ file: string; subjects: Subject[] }> {
  const { inventory, sets } = rig.world;
  const core = imagesOf(rig, 'core') as (ExpectedImage & { kind: ImageKind })[];
  const operator = inventory.catalog.packages.find(({ name }) => name === 'anvil-operator')!;
  const head = operator.bundles.find(({ name }) => name === 'anvil-operator.v1.2.0')!;
  const kinds: ImageKind[] = ['ocpRelease', 'ocpReleaseContent', 'generic'];
  const images: (ExpectedImage & { kind: ImageKind; mediaType?: string })[] = [
    ...kinds.map((kind) => core.find((image) => image.kind === kind)!),
    head.bundle,
    head.related[0]!,
    inventory.additional.find(({ source }) => source.includes('@'))!,
  ];
  const charted = builtImage({ format: 'oci', layers: [] });
  await upload(host, 'practice/charted', charted, 'v7');
  const chart = rig.place('chart');
  await mkdir(join(chart, 'templates'), { recursive: true });
  await writeFile(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: charted\nversion: 1.0.0\n');
  await writeFile(join(chart, 'templates', 'web.yaml'), deployment('quay.io/practice/charted:v7'));
  images.push({
    kind: 'helmImage',
    source: 'quay.io/practice/charted:v7',
    destination: 'practice/charted:v7',
    digest: charted.digest,
    mediaType: charted.mediaType,
    manifests: [{ digest: charted.digest, size: charted.bytes.length }],
    blobs: [],
    attachments: [],
  });
  const subjects: Subject[] = [];
  for (const image of images) subjects.push(await withAttachments(host, image.kind, image));
  const file = `${rig.place('every-kind')}.yaml`;
  const more = `  operators:
  - catalog: ${inventory.catalog.source}
    packages:
    - name: anvil-operator
      channels: [{name: stable}]
  helm:
    local: [{name: charted, path: ${chart}}]
`;
  await writeFile(file, `${await readFile(sets.core.file, 'utf8')}${more}`);
  return { file, subjects };
}

/** Digests that a registry lists as referrers, by its API. */
async function referrersAt(host: string, repository: string, digest: string): Promise<string[]> {
  const answer = await fetch(`http://${host}/v2/${repository}/referrers/${digest}`);
  const { manifests } = (await answer.json()) as { manifests: { digest: string }[] };
  return manifests.map((each) => each.digest);
}

/** Digests in the index below a tag; none if the tag doesn't exist or isn't an index. */
async function entriesAt(host: string, repository: string, tag: string): Promise<string[]> {
  const answer = await fetch(`http://${host}/v2/${repository}/manifests/${tag}`, {
    headers: { accept: OCI_INDEX },
  });
  if (answer.status !== 200) return [];
  const { manifests = [] } = (await answer.json()) as { manifests?: { digest: string }[] };
  return manifests.map((each) => each.digest);
}

/** Attachments of images that a registry doesn't serve: by its API, otherwise by the fallback tags. */
export async function missingAttachments(
  host: string,
  subjects: Subject[],
  namespace = '',
): Promise<string[]> {
  const missing: string[] = [];
  for (const { kind, tag, digest, artifact, nested, cosign, ...at } of subjects) {
    const repository = `${namespace}${at.repository}`;
    const api = await fetch(`http://${host}/v2/${repository}/referrers/${digest}`);
    for (const [subject, referrer] of [
      [digest, artifact],
      [artifact, nested],
    ] as const) {
      const name = subject.replace(':', '-');
      // The tag of an image without another one is its own.
      const listed =
        api.status === 200
          ? await referrersAt(host, repository, subject)
          : await entriesAt(host, repository, name === tag ? `${name}.referrers` : name);
      if (!listed.includes(referrer)) missing.push(`${kind}: ${referrer} of ${subject}`);
      if (!(await digestAt(host, `${repository}/manifests/${referrer}`)))
        missing.push(`${kind}: manifest ${referrer}`);
    }
    for (const [name, wanted] of cosign)
      if ((await digestAt(host, `${repository}/manifests/${name}`)) !== wanted)
        missing.push(`${kind}: ${name}`);
    const own = await digestAt(host, `${repository}/manifests/${tag}`);
    if (own !== digest) missing.push(`${kind}: ${tag} is ${own}`);
  }
  return missing;
}
