import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { writeFileAtomic } from '../../../base/files/atomic-file.ts';
import type { DiagnosticsFile } from '../../../contract/topics/settings.ts';
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
    'diagnostics.preview': async () => {
      shown = await collectDiagnostics(state);
      return { files: shown };
    },
    'diagnostics.save': async ({ file }) => {
      const path = absolutePath(file, 'file');
      const tar = await tarOf(shown ?? (await collectDiagnostics(state)));
      await writeFileAtomic(path, tar, { mode: 0o600 });
      return { file: path, bytes: tar.length };
    },
  };
}

async function tarOf(files: readonly DiagnosticsFile[]): Promise<Buffer> {
  const tar = pack();
  const complete = buffer(tar);
  const mtime = new Date();
  for (const { name, text } of files) tar.entry({ name: `${FOLDER}/${name}`, mtime }, text);
  tar.finalize();
  return complete;
}
