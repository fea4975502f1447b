import type { Icon } from '../catalog/bundle-text.ts';

/** In bytes. Icons are shown as thumbnails, a hundred of them at once. */
const LARGEST = 64 * 1024;

/**
 * Returns the `data:` address of an icon of a catalog; undefined for one that is too large or isn't a PNG, JPEG or SVG.
 * Only use it in `<img>`, where an SVG runs no scripts and loads nothing.
 */
export function imageAddress({ data }: Icon): string | undefined {
  if (data.length === 0 || data.length > LARGEST) return undefined;
  const type = typeOf(data);
  return type && `data:${type};base64,${data.toString('base64')}`;
}

/** Detects the type by the content, because the type in a catalog isn't reliable. */
function typeOf(data: Buffer): string | undefined {
  if (data.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return 'image/png';
  if (data[0] === 0xff && data[1] === 0xd8 && data[2] === 0xff) return 'image/jpeg';
  const head = data.subarray(0, 4096).toString('utf8');
  return /^\uFEFF?\s*<[?!\w]/.test(head) && /<svg[\s>]/i.test(data.toString('utf8'))
    ? 'image/svg+xml'
    : undefined;
}
