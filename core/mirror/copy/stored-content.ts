import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import type { ContentSource, ImageSource } from '../../base/image/content.ts';
import type { Digest } from '../../base/image/digest.ts';
import { contentMissing } from '../../base/image/verified-read.ts';
import type { EmitRunEvent } from '../../runs/progress/events.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { t } from '../messages.ts';

/** Returns the transfers of a workspace, oldest first, without unfinished ones. Empty for other folders. */
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

/** Matches also sets that are still being imported. */
const NUMBERED = /-(\d+)(?:\.incoming)?$/;

/** Content of a workspace, which is copied instead of fetched. */
export interface StoredContent extends ContentSource {
  close(): Promise<void>;
}

/**
 * Returns the content of a workspace: its sets, and the archives and cache of oc-mirror. Incomplete or damaged sets are
 * reported and not used.
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
      const message = t('setIncomplete', { folder });
      emit({
        type: 'problem',
        problem: {
          code: 'content-missing',
          level: 'warning',
          message,
          remedy: t('setIncompleteRemedy'),
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
