import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder that is removed on disposal. */
export function temporaryFolder(name: string): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), `airlock-${name}-`));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
