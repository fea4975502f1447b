import { t } from './messages.ts';

/** The encoding of a file in a MachineConfig, as Ignition reads data URLs. */
export type Encoding = 'base64' | 'percent';

/** The content of a file, and how it is stored. */
export interface Content {
  encoding: Encoding;
  gzip: boolean;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Larger than any network document, also when decompressed. In bytes. */
const MOST_BYTES = 4 * 1024 * 1024;
const CHUNK = 0x8000;

/** Returns a data URL of a text in UTF-8: base64 in one line. With `gzip`, its `compression` must be `gzip`. */
export async function dataUrl(text: string, { gzip = false }: { gzip?: boolean } = {}): Promise<string> {
  const plain = new TextEncoder().encode(text);
  const bytes = gzip ? await packed(plain) : plain;
  return `data:text/plain;charset=utf-8;base64,${toBase64(bytes)}`;
}

/**
 * Reads `contents.source` with its `compression`: base64 or percent encoding, plain or gzip.
 * @returns the reason as text if it can't be read, for example because it is at another URL
 */
export async function readContent(
  source: string,
  compression: string | undefined,
): Promise<Content | string> {
  const match = /^data:([^,]*),([\s\S]*)$/.exec(source);
  if (!match) return t('contentElsewhere', { scheme: source.split(':')[0]! });
  const encoding = /;\s*base64\s*$/i.test(match[1]!) ? 'base64' : 'percent';
  const bytes = encoding === 'base64' ? fromBase64(match[2]!) : fromPercent(match[2]!);
  if (!bytes) return t('contentInvalid', { encoding });
  if (!compression) return { encoding, gzip: false, bytes };
  if (compression !== 'gzip') return t('compressionUnknown', { compression });
  const unpackedBytes = await unpacked(bytes);
  return typeof unpackedBytes === 'string' ? unpackedBytes : { encoding, gzip: true, bytes: unpackedBytes };
}

/** Returns the text of bytes in UTF-8, or undefined if they aren't UTF-8. */
export function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const written = /%[0-9a-f]{2}/i.test(text) ? decoded(text) : text;
  const plain = written?.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/');
  if (plain === undefined || !/^[A-Za-z0-9+/]*={0,2}$/.test(plain)) return undefined;
  try {
    return Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Decodes bytes, not characters, because compressed content can also be percent-encoded. */
function fromPercent(text: string): Uint8Array<ArrayBuffer> | undefined {
  const plain = new TextEncoder().encode(text);
  const bytes = new Uint8Array(plain.length);
  let length = 0;
  for (let at = 0; at < plain.length; at++) {
    if (plain[at] !== 0x25) bytes[length++] = plain[at]!;
    else {
      const digits = String.fromCharCode(plain[at + 1] ?? 0, plain[at + 2] ?? 0);
      if (!/^[0-9a-f]{2}$/i.test(digits)) return undefined;
      bytes[length++] = Number.parseInt(digits, 16);
      at += 2;
    }
  }
  return bytes.slice(0, length);
}

/** Compresses reproducibly: the header has no time, and the same system on all platforms. */
async function packed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  const result = new Uint8Array(await new Response(stream).arrayBuffer());
  const [TIME, SYSTEM, UNKNOWN] = [4, 9, 255];
  result.fill(0, TIME, TIME + 4);
  result[SYSTEM] = UNKNOWN;
  return result;
}

async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      parts.push(next.value as Uint8Array<ArrayBuffer>);
      length += next.value.length;
      if (length <= MOST_BYTES) continue;
      await reader.cancel();
      return t('contentTooLarge', { limit: MOST_BYTES / 1024 / 1024 });
    }
  } catch {
    return t('gzipInvalid');
  }
  const complete = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    complete.set(part, at);
    at += part.length;
  }
  return complete;
}
