import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import type { ImageSource } from '../../base/image/content.ts';
import { hexOf } from '../../base/image/digest.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { partsOf } from '../../store/archive/source-layout.ts';
import {
  type AttachedFile,
  attachmentsIn,
  comparedName,
  type TransferAttachments,
} from '../../store/set-format/attachments.ts';
import { sha256OfFile } from '../../store/set-format/set-index.ts';
import type { HostFacts } from '../run/request.ts';
import { requiredOrigins } from '../sides/required-origins.ts';
import { t } from './messages.ts';

/** A request of `airlock transfers attachments`. Paths are absolute. */
export interface AttachmentsRequest {
  /** A transfer, a workspace, a folder with transfers or an archive folder. */
  directory: string;
  /** Names of files to extract. Default: all. */
  names: readonly string[];
  /** Absent: only lists them. */
  to?: string | undefined;
}

/** An attached file of a transfer. */
export interface ReceivedAttachment extends AttachedFile {
  transfer: string;
  /** False if its content isn't available here. */
  available: boolean;
  /** Path of the extracted file. */
  path?: string;
  /** Whether the file existed with the same content. */
  present?: boolean;
}

/**
 * Lists the attached files of transfers, the newest of each name, and extracts them by name. Never runs them: extracted
 * files aren't executable. A file with other content is never replaced.
 * @throws AirlockError `index-unsigned` if a trusted key is required and didn't sign a transfer, `not-found` for an unknown
 *   name, `content-missing`, `digest-mismatch`, `usage` for an existing file, `archive-hostile`, `archive-malformed`, `disk`
 */
export async function receivedAttachments(
  { directory, names, to }: AttachmentsRequest,
  options: {
    host: Pick<HostFacts, 'env' | 'home'>;
    onProgress?: (progress: { name: string; done: number; total: number }) => void;
    signal?: AbortSignal;
  },
): Promise<ReceivedAttachment[]> {
  const { host, signal } = options;
  await requiredOrigins(directory, host, signal ? { signal } : {});
  const source = await openImageSource(directory, signal ? { signal } : {});
  try {
    const files = selected(await newestOfEachName(directory, source), names, directory);
    if (to === undefined) return files;
    const total = files.reduce((sum, { size }) => sum + size, 0);
    let done = 0;
    for (const file of files) {
      const report = (read: number) => options.onProgress?.({ name: file.name, done: done + read, total });
      Object.assign(file, await extracted(source, file, join(to, file.name), { report, signal }));
      done += file.size;
    }
    return files;
  } finally {
    await source.close();
  }
}

/**
 * Returns the lists in the indexes of sets, which signatures cover. Archives without an index, and sets that were created
 * from such archives, have them only among their files.
 */
async function listsIn(directory: string, source: ImageSource): Promise<TransferAttachments[]> {
  const indexed = (await partsOf(directory)).flatMap((part): TransferAttachments[] => {
    const { transfer, attachments } = part.kind === 'set' ? part.index : {};
    return transfer !== undefined && attachments ? [{ transfer, files: attachments }] : [];
  });
  const known = new Set(indexed.map(({ transfer }) => transfer));
  const others = (await attachmentsIn(source)).filter(({ transfer }) => !known.has(transfer));
  return [...indexed, ...others];
}

async function newestOfEachName(directory: string, source: ImageSource): Promise<ReceivedAttachment[]> {
  const byName = new Map<string, ReceivedAttachment>();
  const all = (await listsIn(directory, source)).toSorted((a, b) =>
    a.transfer.localeCompare(b.transfer, 'en', { numeric: true }),
  );
  for (const { transfer, files } of all)
    for (const file of files)
      byName.set(comparedName(file.name), {
        transfer,
        ...file,
        available: source.size(file.digest) === file.size,
      });
  return [...byName.values()];
}

function selected(
  files: ReceivedAttachment[],
  names: readonly string[],
  directory: string,
): ReceivedAttachment[] {
  if (names.length === 0) return files;
  return [...new Set(names)].map((name) => {
    const found = files.find((file) => file.name === name);
    if (found) return found;
    throw new AirlockError('not-found', t('attachmentUnknown', { directory, name }), {
      side: 'local',
      remedy:
        files.length > 0
          ? t('attachmentUnknownRemedy', { names: files.map((file) => file.name).join(', ') })
          : t('noAttachmentsRemedy'),
    });
  });
}

async function extracted(
  source: ImageSource,
  { name, digest, size, transfer }: ReceivedAttachment,
  path: string,
  { report, signal }: { report: (read: number) => void; signal?: AbortSignal | undefined },
): Promise<{ path: string; present: boolean }> {
  const stored = source.size(digest);
  if (stored !== undefined && stored !== size)
    throw new AirlockError('archive-malformed', t('attachmentSizeDiffers', { name, transfer }), {
      side: 'local',
      expected: `${size} bytes`,
      found: `${stored} bytes`,
    });
  const found = await lstat(path).catch(() => undefined);
  if (found) {
    if (found.isFile() && found.size === size && (await sha256OfFile(path)) === hexOf(digest))
      return { path, present: true };
    throw new AirlockError('usage', t('attachmentExists', { path }), {
      side: 'local',
      remedy: t('attachmentExistsRemedy'),
    });
  }
  let read = 0;
  async function* content() {
    for await (const chunk of source.read(digest, signal ? { signal } : {})) {
      signal?.throwIfAborted();
      read += chunk.length;
      report(read);
      yield chunk;
    }
  }
  try {
    await writeFileAtomic(path, content(), { mode: 0o644 });
  } catch (error) {
    throw asAirlockError(error);
  }
  return { path, present: false };
}
