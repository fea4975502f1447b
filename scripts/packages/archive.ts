import { createWriteStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

/**
 * Packs a directory as a `tar.gz` whose bytes depend only on names, content and `time`: sorted entries, owner 0, modes 0755
 * and 0644.
 * @param root name of the top directory in the archive
 * @param executables paths below the directory that get mode 0755
 * @param time modification time of all entries, seconds since 1970
 */
export async function packDirectory(
  directory: string,
  archive: string,
  { root, executables, time }: { root: string; executables: ReadonlySet<string>; time: number },
): Promise<void> {
  const tar = pack();
  const written = pipeline(tar, createGzip({ level: 9 }), createWriteStream(archive));
  const mtime = new Date(time * 1000);
  const owner = { uid: 0, gid: 0, uname: 'root', gname: 'root', mtime };
  for (const name of (await readdir(directory, { recursive: true })).toSorted()) {
    const path = join(directory, name);
    if ((await stat(path)).isDirectory()) {
      tar.entry({ ...owner, name: `${root}/${name}/`, type: 'directory', mode: 0o755 });
      continue;
    }
    const mode = executables.has(name) ? 0o755 : 0o644;
    await new Promise<void>((resolve, reject) => {
      void readFile(path).then((content) => {
        tar.entry({ ...owner, name: `${root}/${name}`, mode }, content, (error) =>
          error ? reject(error) : resolve(),
        );
      }, reject);
    });
  }
  tar.finalize();
  await written;
}
