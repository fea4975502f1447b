import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { writeFileAtomic } from '../../../base/files/atomic-file.ts';
import type { DiagnosticsFile } from '../../../contract/topics/settings.ts';
import { storedCrashes } from '../../log/stored-crashes.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { collectDiagnostics } from './diagnostics-files.ts';

/** Folder in the tar: what is unpacked must not lie among other files. */
const FOLDER = 'airlock-diagnostics';

export function diagnosticsHandlers(state: ServiceState): HandlersOf<'diagnostics'> {
  /** What was shown last: exactly that is saved, whatever has happened since. */
  let shown: DiagnosticsFile[] | undefined;
  return {
    'diagnostics.crashes': async () => ({ reports: storedCrashes(state.host) }),
    'diagnostics.preview': async (_input, { signal }) => {
      shown = await collectDiagnostics(state, signal);
      return { files: shown };
    },
    'diagnostics.save': async ({ file }, { signal }) => {
      const path = absolutePath(file, 'file');
      return saveDiagnostics(path, shown ?? (await collectDiagnostics(state, signal)));
    },
  };
}

/**
 * Writes a diagnostics bundle that only this user can read: a tar file, compressed if the name ends in .gz or .tgz.
 * @param file absolute path
 * @returns the file and its size in bytes
 * @throws system errors
 */
export async function saveDiagnostics(
  file: string,
  files: readonly DiagnosticsFile[],
): Promise<{ file: string; bytes: number }> {
  const tar = await tarOf(files);
  const content = /\.t?gz$/i.test(file) ? await promisify(gzip)(tar) : tar;
  await writeFileAtomic(file, content, { mode: 0o600 });
  return { file, bytes: content.length };
}

async function tarOf(files: readonly DiagnosticsFile[]): Promise<Buffer> {
  const tar = pack();
  const complete = buffer(tar);
  const mtime = new Date();
  for (const { name, text } of files) tar.entry({ name: `${FOLDER}/${name}`, mtime }, text);
  tar.finalize();
  return complete;
}
