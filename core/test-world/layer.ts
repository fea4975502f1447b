import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Digest } from '../base/image/digest.ts';
import { sha256 } from '../base/image/sha256.ts';

/** A blob of the practice world with its bytes. `size` is in bytes. */
export interface BuiltBlob {
  digest: Digest;
  size: number;
  bytes: Buffer;
}

export interface BuiltLayer extends BuiltBlob {
  compression: 'gzip' | 'zstd';
  /** Digest of the tar before compression, as in image configurations. */
  diffId: Digest;
}

export interface LayerFile {
  name: string;
  content: Buffer | string;
}

export function builtBlob(content: Buffer | string): BuiltBlob {
  const bytes = Buffer.from(content as string);
  return { digest: sha256(bytes), size: bytes.length, bytes };
}

/**
 * Builds a layer with `files` and their parent directories. Times are fixed, so that the same files result in the same
 * digest.
 */
export function layer(files: LayerFile[], compression: 'gzip' | 'zstd' = 'gzip'): BuiltLayer {
  const archive = tar(files);
  const bytes = compression === 'zstd' ? zstdCompressSync(archive) : gzip(archive);
  return { ...builtBlob(bytes), compression, diffId: sha256(archive) };
}

/**
 * Compresses with gzip, without the operating system in the header. Random bytes are stored, because they don't
 * compress.
 */
export function gzip(bytes: Buffer): Buffer {
  const level = bytes.length > 256 * 1024 ? constants.Z_NO_COMPRESSION : constants.Z_DEFAULT_COMPRESSION;
  const zipped = gzipSync(bytes, { level, chunkSize: 1 << 20 });
  zipped[9] = 255;
  return zipped;
}

/**
 * Returns a USTAR archive of regular files with their parent directories, in the given order. Names have at most 100
 * bytes.
 */
export function tar(files: LayerFile[]): Buffer {
  const parts: Buffer[] = [];
  const directories = new Set<string>();
  for (const { name, content } of files) {
    for (let slash = name.indexOf('/'); slash > 0; slash = name.indexOf('/', slash + 1)) {
      const directory = name.slice(0, slash + 1);
      if (directories.has(directory)) continue;
      directories.add(directory);
      parts.push(tarHeader(directory, 0));
    }
    const bytes = Buffer.from(content as string);
    parts.push(tarHeader(name, bytes.length), bytes, Buffer.alloc(-bytes.length & 511));
  }
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

function tarHeader(name: string, size: number): Buffer {
  const directory = name.endsWith('/');
  const header = Buffer.alloc(512);
  const octal = (value: number, offset: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, offset);
  header.write(name, 0, 100);
  octal(directory ? 0o755 : 0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(1_704_067_200, 136, 12);
  header.write(`        ${directory ? '5' : '0'}`, 148);
  header.write('ustar\x0000', 257);
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return header;
}
