import { createHash } from 'node:crypto';
import type { CatalogFile } from '../core/content/catalog/model/catalog-files.ts';

/** How large a catalog is made; {@link REAL_SIZE} is that of the largest that Red Hat publishes. */
export interface CatalogScale {
  packages: number;
  bundles: number;
  /** Of JSON with an indent of four, about. */
  bytes: number;
}

export const REAL_SIZE: CatalogScale = { packages: 350, bundles: 12_000, bytes: 300_000_000 };

const CHANNELS = 4;
const RELATED_IMAGES = 12;
/** Of a bundle without its long texts: what images, kinds and field names take. */
const BARE_BUNDLE_BYTES = 5_600;
/** Versions that every channel but the last one has. */
const STEP = 7;

/**
 * A catalog without meaning, the same each time: one `catalog.json` a package, chains with skips in each channel.
 * @param changedEvery each package at a multiple of it has one bundle more: the catalog of a neighboring minor
 */
export async function* syntheticCatalog(
  scale: CatalogScale,
  changedEvery?: number,
): AsyncGenerator<CatalogFile> {
  const each = Math.floor(scale.bundles / scale.packages);
  const more = scale.bundles - each * scale.packages;
  const text = Math.max(200, Math.floor(scale.bytes / scale.bundles) - BARE_BUNDLE_BYTES);
  for (let number = 0; number < scale.packages; number++) {
    const name = `operator-${String(number).padStart(3, '0')}`;
    const bundles = each + (number < more ? 1 : 0) + (changedEvery && number % changedEvery === 0 ? 1 : 0);
    yield { path: `${name}/catalog.json`, content: documents(name, bundles, text) };
  }
}

async function* documents(name: string, bundles: number, text: number): AsyncGenerator<Buffer> {
  const write = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 4)}\n`);
  const versions = Array.from({ length: bundles }, (_, i) => `${1 + Math.floor(i / STEP)}.${i % STEP}.0`);
  const icon = { base64data: filler(`${name} icon`, 4000), mediatype: 'image/svg+xml' };
  yield write({ schema: 'olm.package', name, defaultChannel: 'channel-3', icon, description: name });
  for (let channel = 0; channel < CHANNELS; channel++) {
    const upTo = Math.max(1, Math.ceil((versions.length * (channel + 1)) / CHANNELS));
    const entries = versions.slice(0, upTo).map((version, i, all) => ({
      name: `${name}.v${version}`,
      replaces: i > 0 ? `${name}.v${all[i - 1]}` : undefined,
      skips: i > 1 && i % 5 === 0 ? [`${name}.v${all[i - 2]}`] : undefined,
      skipRange: i > 1 && i % 5 === 0 ? `>=1.0.0 <${version}` : undefined,
    }));
    yield write({ schema: 'olm.channel', package: name, name: `channel-${channel}`, entries });
  }
  for (const version of versions) yield write(bundle(name, version, text));
}

function bundle(of: string, version: string, text: number) {
  const name = `${of}.v${version}`;
  const image = (what: string) =>
    `registry.example.com/${of}/${what}@sha256:${createHash('sha256').update(`${name} ${what}`).digest('hex')}`;
  return {
    schema: 'olm.bundle',
    name,
    package: of,
    image: image('bundle'),
    properties: [
      ...Array.from({ length: 6 }, (_, i) => ({
        type: 'olm.gvk',
        value: { group: `${of}.example.com`, kind: `Thing${i}`, version: 'v1' },
      })),
      { type: 'olm.package', value: { packageName: of, version } },
      {
        type: 'olm.csv.metadata',
        value: {
          annotations: { 'alm-examples': filler(`${name} examples`, text / 2), description: `Runs ${of}` },
          displayName: of.toUpperCase(),
          description: filler(`${name} description`, text / 2),
          keywords: ['synthetic', of],
          provider: { name: 'Example' },
        },
      },
    ],
    relatedImages: [
      { name: '', image: image('bundle') },
      ...Array.from({ length: RELATED_IMAGES }, (_, i) => ({
        name: `operand-${i}`,
        image: image(`operand-${i}`),
      })),
    ],
  };
}

/** Characters without pattern, with the quotes and line feeds that JSON escapes. */
function filler(seed: string, length: number): string {
  const line = `"${createHash('sha512').update(seed).digest('base64')}"\n`;
  return line.repeat(Math.ceil(length / (line.length + 3))).slice(0, length);
}
