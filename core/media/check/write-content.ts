import { open } from 'node:fs/promises';
import { atPath } from '../../base/errors/system-error.ts';

/** Writes content into a file that can already exist. Not synced, because the folder is temporary. */
export async function writeContent(
  path: string,
  content: AsyncIterable<Buffer>,
  executable = false,
): Promise<void> {
  const handle = await open(path, 'w', executable ? 0o755 : 0o644);
  try {
    for await (const chunk of content) await handle.writeFile(chunk);
  } catch (error) {
    throw atPath(error, path);
  } finally {
    await handle.close();
  }
}
