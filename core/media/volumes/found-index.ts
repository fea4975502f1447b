import { createReadStream } from 'node:fs';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { newHash, sha256 } from '../../base/image/sha256.ts';
import { unlinkedImage } from '../../store/archive/attached-images.ts';
import { parseSetIndex, readIndexFile, type SetIndex } from '../../store/set-format/set-index.ts';
import { checkEnclave, parseTransferName } from '../../store/workspace/next-transfer.ts';
import { t } from './messages.ts';

/** The index of a set as it was found on a drive. */
export interface FoundIndex {
  index: SetIndex;
  /** Where it was found. For an index inside a volume, includes the name of its entry. */
  path: string;
  /** Hex. */
  sha256: string;
  /**
   * Its bytes in chunks. Those of a file are read again, because an index may have hundreds of megabytes.
   * @throws AirlockError `archive-malformed` when the file has changed since, `disk`
   */
  content: () => AsyncIterable<Buffer>;
}

/**
 * Parses an index from an untrusted source and checks that its name is usable as the name of a folder.
 * @throws AirlockError `workspace-format` for a newer format, `archive-malformed`, `archive-hostile`
 */
export function readFoundIndex(bytes: Buffer, path: string): FoundIndex {
  const index = checkedNames(parseSetIndex(bytes, path), path);
  async function* content(): AsyncGenerator<Buffer> {
    yield bytes;
  }
  return { index, path, sha256: sha256(bytes).slice('sha256:'.length), content };
}

/** The same for a file. Undefined when it doesn't exist. @throws as {@link readFoundIndex}, and `disk` */
export async function readFoundIndexFile(path: string): Promise<FoundIndex | undefined> {
  const read = await readIndexFile(path);
  if (!read) return undefined;
  return {
    index: checkedNames(read.index, path),
    path,
    sha256: read.sha256,
    content: () => unchanged(path, read.sha256),
  };
}

/** Returns the content of a found index as one buffer. @throws as {@link FoundIndex.content} */
export async function indexBytes({ content }: Pick<FoundIndex, 'content'>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads a file again and detects a replacement before any of its content is used. */
export async function* unchanged(path: string, expected: string): AsyncGenerator<Buffer> {
  const hash = newHash();
  try {
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw asAirlockError(error, path);
  }
  const found = hash.digest('hex');
  if (found === expected) return;
  throw new AirlockError('archive-malformed', t('fileChanged', { path }), {
    side: 'local',
    at: { file: path },
    expected: `sha256:${expected}`,
    found: `sha256:${found}`,
    remedy: t('fileChangedRemedy'),
  });
}

function checkedNames(index: SetIndex, path: string): SetIndex {
  const parsed = parseTransferName(index.transfer);
  if (!parsed || parsed.partial || parsed.enclave !== index.enclave || parsed.number !== index.number)
    throw new AirlockError(
      'archive-hostile',
      t('transferNameInvalid', { path, name: JSON.stringify(index.transfer.slice(0, 80)) }),
      {
        side: 'local',
        at: { file: path },
      },
    );
  checkEnclave(index.enclave);
  const unlinked = unlinkedImage(index);
  if (unlinked !== undefined)
    throw new AirlockError(
      'archive-malformed',
      t('imageUnlinked', { path, image: JSON.stringify(unlinked) }),
      { side: 'local', at: { file: path }, remedy: t('imageUnlinkedRemedy') },
    );
  return index;
}
