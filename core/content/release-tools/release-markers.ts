import { AirlockError } from '../../base/errors/airlock-error.ts';
import { t } from './messages.ts';

/** A value that a tool is built without. `oc adm release extract` writes it into the extracted file. */
export type Marker = 'image' | 'version' | 'architecture';

/**
 * The placeholders in `openshift-install` and `oc` (openshift/oc: pkg/cli/admin/release/extract_tools.go,
 * releaseImageMarker, releaseVersionMarker and releaseArchitectureMarker; openshift/installer: pkg/version/version.go).
 */
export const MARKERS: Record<Marker, Buffer> = {
  image: placeholder('_RELEASE_IMAGE_LOCATION_', 300),
  version: placeholder('_RELEASE_VERSION_LOCATION_', 64),
  architecture: placeholder('_RELEASE_ARCHITECTURE_LOCATION_', 64),
};

function placeholder(name: string, padding: number): Buffer {
  return Buffer.from(`\0${name}\0${'X'.repeat(padding)}\0`, 'latin1');
}

/**
 * Yields a file with values in place of their markers. Like `oc` (copyAndReplace), replaces the first occurrence of each
 * marker by the value and a NUL byte, and leaves the rest of the marker, so that the file keeps its size.
 * @param pending the values. A replaced marker is deleted, so that the missing ones are left at the end
 * @throws AirlockError `usage` for a value that doesn't fit
 */
export async function* withValues(
  chunks: AsyncIterable<Buffer>,
  pending: Map<Marker, string>,
): AsyncGenerator<Buffer> {
  for (const [marker, value] of pending) {
    const most = MARKERS[marker].length - 1;
    if (Buffer.byteLength(value) > most || value.includes('\0'))
      throw new AirlockError('usage', t('valueTooLong', { value, most }), {
        remedy: t('valueTooLongRemedy'),
      });
  }
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (pending.size === 0) {
      yield chunk;
      continue;
    }
    // A copy, because chunks can be views of memory that others read.
    const bytes = Buffer.concat([rest, chunk]);
    for (const [marker, value] of pending) {
      const index = bytes.indexOf(MARKERS[marker]);
      if (index < 0) continue;
      bytes.write(`${value}\0`, index);
      pending.delete(marker);
    }
    const longest = Math.max(1, ...[...pending.keys()].map((marker) => MARKERS[marker].length));
    const end = Math.max(0, bytes.length - longest + 1);
    if (end > 0) yield bytes.subarray(0, end);
    rest = bytes.subarray(end);
  }
  if (rest.length > 0) yield rest;
}
