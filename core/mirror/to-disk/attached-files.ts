import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { pathText } from '../../base/document/field-path.ts';
import { type Path, placeAt, readYaml, valueAt, type YamlText } from '../../base/document/yaml-text.ts';
import { AirlockError, asAirlockError, type Location } from '../../base/errors/airlock-error.ts';
import { unreadableReason } from '../../base/errors/system-error.ts';
import { readRegularFile } from '../../base/files/regular-file.ts';
import { finish, newHash } from '../../base/image/sha256.ts';
import {
  type AttachedFile,
  type AttachmentFault,
  attachmentFault,
  attachmentInLedger,
  comparedName,
  LONGEST_NOTE,
} from '../../store/set-format/attachments.ts';
import { t } from '../messages.ts';
import type { RecordedRun } from '../run/recorded-run.ts';
import type { MirrorRequest } from '../run/request.ts';
import type { OpenTransfer } from './open-transfer.ts';

/** Name of the list of files next to a configuration. */
const ATTACHMENTS_FILE = 'attachments.yaml';
/** In bytes. */
const LARGEST_LIST = 4 * 2 ** 20;

/** Content of `attachments.yaml`. */
export const ATTACHMENTS_LIST = z.strictObject({
  attachments: z
    .array(
      z.strictObject({
        path: z.string().min(1).describe('Path of the file, relative to this list'),
        name: z.string().optional().describe('Name on the other side. Default: the name of the file'),
        note: z.string().max(LONGEST_NOTE).optional().describe('Note for the transfer record'),
      }),
    )
    .max(1000)
    .describe('Files that each transfer of the configuration contains, once'),
});

/** An attached file on this host. */
export interface FileToAttach extends AttachedFile {
  path: string;
}

const FAULT_TEXT = {
  empty: t('attachmentNameEmpty'),
  tooLong: t('attachmentNameTooLong'),
  separator: t('attachmentNameSeparator'),
  control: t('attachmentNameControl'),
  hidden: t('attachmentNameHidden'),
  character: t('attachmentNameCharacter'),
  ending: t('attachmentNameEnding'),
  reserved: t('attachmentNameReserved'),
} as const satisfies Record<AttachmentFault, string>;

interface Wanted {
  path: string;
  name: string;
  note?: string | undefined;
  /** Line of the list, or undefined for an option. */
  at?: Location | undefined;
}

/**
 * Reads the files of `--attach`, and those of `attachments.yaml` next to the configuration. Computes their digests.
 * @throws AirlockError `usage` for names that can't be extracted everywhere, duplicate names and missing files;
 *   `config-unreadable` and `config-invalid` for the list; `disk`, `interrupted`
 */
export async function filesToAttach(
  { attach = [], configFile, planFile }: Pick<MirrorRequest, 'attach' | 'configFile' | 'planFile'>,
  signal: AbortSignal,
): Promise<FileToAttach[]> {
  if (planFile !== undefined && attach.length > 0)
    throw new AirlockError('usage', t('attachmentWithPlan'), { remedy: t('attachmentWithPlanRemedy') });
  const listed =
    configFile === undefined ? [] : await listedFiles(join(dirname(configFile), ATTACHMENTS_FILE));
  const wanted: Wanted[] = [...attach.map((path) => ({ path, name: basename(path) })), ...listed];
  const names = new Map<string, string>();
  const files: FileToAttach[] = [];
  for (const { path, name, note, at } of wanted) {
    const fault = attachmentFault(name);
    if (fault)
      throw rejected(
        t('attachmentNameInvalid', { name: JSON.stringify(name), fault: FAULT_TEXT[fault] }),
        at,
      );
    const other = names.get(comparedName(name));
    if (other !== undefined) throw rejected(t('attachmentTwice', { name, path, other }), at);
    names.set(comparedName(name), path);
    files.push({ path, name, note, ...(await measured(path, at, signal)) });
  }
  return files;
}

/** @throws AirlockError `usage` with the line of the list, or with the option */
function rejected(
  message: string,
  at: Location | undefined,
  remedy = t(at ? 'attachmentListRemedy' : 'attachmentRemedy'),
): AirlockError {
  return new AirlockError(at ? 'config-invalid' : 'usage', message, {
    side: 'local',
    at,
    remedy,
  });
}

async function measured(
  path: string,
  at: Location | undefined,
  signal: AbortSignal,
): Promise<Pick<FileToAttach, 'digest' | 'size'>> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw rejected(unreadableReason(path, error), at, t('attachmentPathRemedy'));
  });
  if (!found.isFile()) throw rejected(t('attachmentNotFile', { path }), at, t('attachmentPathRemedy'));
  const hash = newHash();
  let size = 0;
  try {
    for await (const chunk of createReadStream(path, { signal })) {
      hash.update(chunk as Buffer);
      size += (chunk as Buffer).length;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw asAirlockError(error, path);
  }
  return { digest: finish(hash), size };
}

async function listedFiles(file: string): Promise<Wanted[]> {
  const text = await listText(file);
  if (text === undefined) return [];
  const doc = readYaml(text);
  const [fault] = doc.faults;
  if (fault)
    throw new AirlockError('config-unreadable', t('attachmentListFault', { file, fault: fault.message }), {
      at: { file, line: fault.line, column: fault.column },
      remedy: t('attachmentListFaultRemedy'),
    });
  const parsed = ATTACHMENTS_LIST.safeParse(valueAt(doc, []));
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    const field = pathText(path.filter((step) => typeof step !== 'symbol'));
    const entryFault = field ? `${field}: ${message}` : message;
    throw new AirlockError('config-invalid', t('attachmentListInvalid', { file, fault: entryFault }), {
      at: placeOf(
        doc,
        path.filter((step) => typeof step !== 'symbol'),
        file,
      ),
      remedy: t('attachmentListRemedy'),
    });
  }
  return parsed.data.attachments.map(({ path, name, note }, index) => ({
    path: resolve(dirname(file), path),
    name: name ?? basename(path),
    note,
    at: placeOf(doc, ['attachments', index], file),
  }));
}

/** Returns undefined without a list. */
async function listText(file: string): Promise<string | undefined> {
  const content = await readRegularFile(file, LARGEST_LIST).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new AirlockError('config-unreadable', unreadableReason(file, error), { at: { file } });
  });
  if (typeof content !== 'string') return content?.toString('utf8');
  const message =
    content === 'too-large'
      ? t('attachmentListTooLarge', { file, limit: LARGEST_LIST })
      : t('attachmentNotFile', { path: file });
  throw new AirlockError('config-unreadable', message, {
    at: { file },
    remedy: t('attachmentListFaultRemedy'),
  });
}

function placeOf(doc: YamlText, path: Path, file: string): Location {
  // A missing field has the line of its entry.
  const place = path.map((_, i) => placeAt(doc, path.slice(0, path.length - i))).find((found) => found);
  return { file, line: place?.line, column: place?.column, path: pathText(path) || undefined };
}

/**
 * Adds attached files to a transfer: those that earlier transfers to this enclave don't contain under their name. Content is written to its
 * place like content of images, so a stopped run continues.
 * @returns the added files
 * @throws AirlockError `usage` for a file that changed meanwhile; `archive-size`, `disk`, `disk-full`
 */
export async function attachFiles(
  { tracker, stops, control }: Pick<RecordedRun, 'tracker' | 'stops' | 'control'>,
  { set, ledger }: Pick<OpenTransfer, 'set' | 'ledger'>,
  files: readonly FileToAttach[],
  resend: boolean,
): Promise<FileToAttach[]> {
  const wasSent = ({ name, digest }: FileToAttach) =>
    ledger.sent(digest) && ledger.file(attachmentInLedger(name)) === digest;
  const added = files.filter((file) => resend || !wasSent(file));
  for (const { digest, size } of added) {
    set.reserve({ digest, size });
    tracker.want(digest, size, { deliverable: t('attachedFiles') });
  }
  if (added.length > 0) await set.checkSpace();
  for (const { path, name, digest } of added) {
    if (set.state(digest) !== 'done') {
      const sink = await set.begin(digest);
      try {
        const signal = AbortSignal.any([stops.signal, control.pause]);
        for await (const chunk of createReadStream(path, { start: sink.offset, signal })) {
          const wait = sink.write(chunk as Buffer);
          if (wait) await wait;
        }
        await sink.finish();
      } catch (thrown) {
        await sink.pause();
        // The run ends as stopped. The next one continues at the last byte.
        if (stops.signal.aborted || control.pause.aborted) return added;
        const error = asAirlockError(thrown, path);
        if (error.code !== 'digest-mismatch' && error.code !== 'size-mismatch') throw error;
        throw new AirlockError('usage', t('attachmentChanged', { name, path }), {
          side: 'local',
          remedy: t('attachmentChangedRemedy'),
          cause: error,
        });
      }
    }
    tracker.settle(digest, 'copied');
  }
  return added;
}
