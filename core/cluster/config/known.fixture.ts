import type { ImageKind, WritableFiles } from '../../base/collected/collected.ts';
import type { Digest } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import type { PushedImage } from '../../content/resources/pushed-image.ts';
import { type KnownContent, type PushedContent, withPush } from './known-content.ts';

export const HOST = 'reg.lan:5000';
export const PLACE = { enclave: 'fleet', destination: { host: HOST, namespace: 'ocp' } };
export const PAYLOAD: Digest = `sha256:81154f5c03294534${'0'.repeat(48)}`;

export function pushed(
  kind: ImageKind,
  origin: string,
  repository: string,
  tag = 't',
  digest: Digest = sha256(origin),
): PushedImage {
  const destination = { registry: HOST, repository, tag };
  return { kind, origin, source: { registry: 'q', repository: 'q' }, destination, digest };
}

const at = `@sha256:${'1'.repeat(64)}`;
export const COMPONENT = pushed(
  'ocpReleaseContent',
  `quay.io/openshift-release-dev/ocp-v4.0-art-dev${at}`,
  'ocp/openshift/release',
);
export const RELEASE = pushed(
  'ocpRelease',
  'quay.io/openshift-release-dev/ocp-release:4.18.1-x86_64',
  'ocp/openshift/release-images',
  '4.18.1-x86_64',
  PAYLOAD,
);
export const GRAPH = pushed(
  'cincinnatiGraph',
  `openshift/graph-image${at}`,
  'ocp/openshift/graph-image',
  'latest',
);
export const CATALOG = pushed(
  'operatorCatalog',
  'registry.redhat.io/redhat/redhat-operator-index:v4.18',
  'ocp/redhat/redhat-operator-index',
  'v4.18',
);
export const OPERAND = pushed('operatorRelatedImage', `registry.redhat.io/rhacm2/x${at}`, 'ocp/rhacm2/x');
export const UBI = pushed('generic', 'registry.redhat.io/ubi9/ubi:latest', 'ocp/ubi9/ubi', 'latest');

/** Returns the known content after these pushes. */
export function knownAfter(...pushes: Partial<PushedContent>[]): KnownContent {
  let known: KnownContent | undefined;
  pushes.forEach((push, index) => {
    const images = push.images ?? [];
    known = withPush(known, PLACE, {
      images,
      catalogs: images
        .filter(({ kind }) => kind === 'operatorCatalog')
        .map((image) => ({ destination: image.destination, updateOperator: 'v1' })),
      signatures: new Map(),
      repositoryScope: false,
      icsp: false,
      run: `000${index + 1}-run`,
      at: new Date('2026-08-21T12:00:00.123Z'),
      ...push,
    });
  });
  return known!;
}

/** Files in memory. */
export function memoryFiles(): WritableFiles & { content: Map<string, Buffer> } {
  const content = new Map<string, Buffer>();
  const write = async (name: string, text: Uint8Array | string) => void content.set(name, Buffer.from(text));
  return {
    content,
    read: async (name) => content.get(name),
    list: async (prefix) => [...content.keys()].filter((name) => name.startsWith(prefix)),
    write,
    async writeAll(files) {
      for (const [name, text] of files) await write(name, text);
    },
  };
}
