import { OCI_INDEX, OCI_MANIFEST } from '../core/base/image/media-types.ts';
import { sha256 } from '../core/base/image/sha256.ts';
import { type BuiltImage, builtImage } from '../core/test-world/built-image.ts';
import { type BuiltBlob, builtBlob, layer } from '../core/test-world/layer.ts';

/** An image and its repository. */
export interface Shape {
  repository: string;
  image: BuiltImage;
}

/** The address of the layers that only another server has. */
export const ELSEWHERE = 'https://content.example.com/layer.tar.gz';

/** A chart, an artifact without layers of its own, and an index of indexes. */
export function unusualShapes(): Shape[] {
  const config = builtBlob('{"name":"shapes","version":"1.0.0"}');
  const empty = builtBlob('{}');
  const chart = content('chart');
  const inner = builtImage({ format: 'oci', layers: [content('inner')] });
  const innerIndex = manifest(
    OCI_INDEX,
    { manifests: [{ ...pointTo(inner), platform: { os: 'linux', architecture: 'amd64' } }] },
    { children: [inner] },
  );
  return shapesOf({
    chart: manifest(
      OCI_MANIFEST,
      {
        config: descriptor('application/vnd.cncf.helm.config.v1+json', config),
        layers: [descriptor('application/vnd.cncf.helm.chart.content.v1.tar+gzip', chart)],
      },
      { blobs: [config, chart] },
    ),
    artifact: manifest(
      OCI_MANIFEST,
      {
        artifactType: 'application/vnd.example.signature',
        config: descriptor('application/vnd.oci.empty.v1+json', empty),
        layers: [descriptor('application/vnd.oci.empty.v1+json', empty)],
      },
      { blobs: [empty] },
    ),
    nested: manifest(OCI_INDEX, { manifests: [pointTo(innerIndex)] }, { children: [innerIndex] }),
  });
}

/** Images of both formats with a layer that only another server has. */
export function shapesFromElsewhere(): Record<'docker' | 'oci', Shape> {
  const [docker, oci] = shapesOf({
    foreign: elsewhere(
      builtImage({ layers: [content('foreign')] }),
      'application/vnd.docker.image.rootfs.foreign.diff.tar.gzip',
    ),
    nondistributable: elsewhere(
      builtImage({ format: 'oci', layers: [content('nondistributable')] }),
      'application/vnd.oci.image.layer.nondistributable.v1.tar+gzip',
    ),
  });
  return { docker: docker!, oci: oci! };
}

function elsewhere({ bytes, mediaType, blobs }: BuiltImage, type: string): BuiltImage {
  const { layers, ...fields } = JSON.parse(bytes.toString()) as { layers: object[] };
  const absent = { mediaType: type, digest: sha256(type), size: 1_234, urls: [ELSEWHERE] };
  return manifest(mediaType, { ...fields, layers: [absent, ...layers] }, { blobs });
}

function shapesOf(images: Record<string, BuiltImage>): Shape[] {
  return Object.entries(images).map(([name, image]) => ({ repository: `shapes/${name}`, image }));
}

function content(name: string) {
  return layer([{ name, content: name }]);
}

function descriptor(mediaType: string, { digest, size }: BuiltBlob) {
  return { mediaType, digest, size };
}

function pointTo({ mediaType, digest, bytes }: BuiltImage) {
  return { mediaType, digest, size: bytes.length };
}

function manifest(mediaType: string, fields: object, parts: Partial<BuiltImage>): BuiltImage {
  const bytes = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType, ...fields }));
  return { mediaType, bytes, digest: sha256(bytes), blobs: [], children: [], ...parts };
}
