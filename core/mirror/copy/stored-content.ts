import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import type { ContentSource, ImageSource } from '../../base/image/content.ts';
import type { Digest } from '../../base/image/digest.ts';
import { contentMissing } from '../../base/image/verified-read.ts';
import type { EmitRunEvent } from '../../runs/progress/events.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';

/** The transfers of a workspace, oldest first, without those under construction; empty for other folders. */
export async function transferFolders(directory: string): Promise<string[]> {
  const entries = await readdir(join(directory, 'transfers'), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && NUMBERED.test(entry.name))
    .map((entry) => join(directory, 'transfers', entry.name))
    .sort((a, b) => numberOf(a) - numberOf(b) || (a < b ? -1 : 1));
}

function numberOf(folder: string): number {
  return Number(NUMBERED.exec(folder)![1]);
}

/** Also sets that still arrive from media. */
const NUMBERED = /-(\d+)(?:\.incoming)?$/;

/** Content that a workspace holds, to be copied instead of fetched. */
export interface StoredContent extends ContentSource {
  close(): Promise<void>;
}

/**
 * Everything that lies in a workspace: its sets, and what oc-mirror left there (archives, cache). Sets that were moved
 * away in part, or are damaged, hold nothing: that is told, and does not keep a run from its work.
 */
export async function storedContent(
  directory: string,
  emit: EmitRunEvent,
  signal?: AbortSignal,
): Promise<StoredContent> {
  const sources: ImageSource[] = [];
  const open = async (path: string): Promise<boolean> => {
    try {
      sources.push(await openImageSource(path, signal ? { signal } : {}));
      return true;
    } catch (thrown) {
      const error = asAirlockError(thrown);
      if (error.code === 'interrupted' || error.code === 'workspace-format') throw error;
      return error.code === 'workspace-invalid';
    }
  };
  if (!(await open(directory))) {
    for (const folder of await transferFolders(directory)) {
      if (await open(folder)) continue;
      const message = `${folder} is not whole: what it held is fetched where it is needed`;
      emit({
        type: 'problem',
        problem: {
          code: 'content-missing',
          level: 'warning',
          message,
          remedy: 'See `airlock verify`; `airlock runs replay` mends a set.',
        },
      });
    }
  }
  const holder = (digest: Digest) => sources.findLast((source) => source.size(digest) !== undefined);
  const required = (digest: Digest): ImageSource => {
    const source = holder(digest);
    if (!source) throw contentMissing(digest, directory);
    return source;
  };
  return {
    size: (digest) => holder(digest)?.size(digest),
    read: (digest, options) => required(digest).read(digest, options),
    bytes: async (digest, limit) => required(digest).bytes(digest, limit),
    async close() {
      await Promise.all(sources.map((source) => source.close()));
    },
  };
}
