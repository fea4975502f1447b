import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** How @electron/fuses finds the fuses in the binary. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** The fuses of a binary that nobody changed, in the order of `FuseV1Options`. */
const WIRE = '101100011';

/** Writes a stand-in for an unpacked Electron for Linux: its files, and an executable with its fuses. */
export async function electronDist(directory: string): Promise<string> {
  const executable = Buffer.concat([
    Buffer.from('#!/bin/sh\nexit 0\n'),
    Buffer.from(SENTINEL),
    Buffer.from([1, WIRE.length]),
    Buffer.from(WIRE),
  ]);
  for (const [name, content, mode] of [
    ['electron', executable, 0o755],
    ['chrome-sandbox', 'stand-in', 0o755],
    ['version', '45.4.1', 0o644],
    ['LICENSE', 'stand-in', 0o644],
    ['LICENSES.chromium.html', 'stand-in', 0o644],
    ['locales/en-US.pak', 'stand-in', 0o644],
    ['resources/placeholder', '', 0o644],
  ] as const) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), content, { mode });
  }
  return directory;
}
