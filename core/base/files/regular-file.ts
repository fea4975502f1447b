import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

// Undefined on Windows, which has no pipes in folders.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a file that somebody else may have placed. A pipe would block the process forever, and a device or a huge file would
 * fill the memory.
 * @param most in bytes
 * @param pipes also reads pipes and devices up to the limit, for a path that a person typed: `<(oc get nns -o yaml)`
 * @returns the content, or why it wasn't read
 * @throws system errors
 */
export async function readRegularFile(
  path: string,
  most: number,
  { pipes = false }: { pipes?: boolean } = {},
): Promise<Buffer | 'not-regular' | 'too-large'> {
  await using handle = await open(path, pipes ? constants.O_RDONLY : OPEN_FLAGS);
  const facts = await handle.stat();
  if (!facts.isFile() && (!pipes || facts.isDirectory())) return 'not-regular';
  if (facts.size > most) return 'too-large';
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The file may grow meanwhile.
  for await (const chunk of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) return 'too-large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads the first bytes of a file that somebody else may have placed. @returns fewer for a smaller file. @throws system errors */
export async function readFileStart(path: string, bytes: number): Promise<Buffer | 'not-regular'> {
  await using handle = await open(path, OPEN_FLAGS);
  if (!(await handle.stat()).isFile()) return 'not-regular';
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
  return buffer.subarray(0, bytesRead);
}
