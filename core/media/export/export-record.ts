import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import type { Vouched } from '../../content/signature/origin.ts';
import type { FileSigner } from '../../content/signature/sign-detached.ts';
import { publicKeyOf, signingKeysOf, workspaceSigningKey } from '../../content/signature/signing-keys.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { INDEX_NAME } from '../../store/set-format/set-index.ts';
import { namesIn } from '../../store/workspace/next-transfer.ts';
import { readCheckCommand } from '../check/check-command.ts';
import { reportsFolder } from '../check/check-reports.ts';
import { type CheckOutcome, checkSet, heedChecks } from '../check/check-set.ts';
import { driveReports } from '../check/drive-reports.ts';
import { signIndex } from '../origin/index-signature.ts';
import { keepSignature, savedSignature } from '../origin/saved-signature.ts';
import { airlockPage, PAGE_NAME, type PageTransfer } from '../record/airlock-page.ts';
import { recordForDrive } from '../record/record.ts';
import { keepRecord, readRecord, recordFiles } from '../record/record-files.ts';
import { onDrive } from '../volumes/drive-fault.ts';
import { EXPORT_NAME, parseExportDocument } from '../volumes/export-document.ts';
import type { EmitMediaEvent } from './events.ts';
import { t } from './messages.ts';
import { setToCarry } from './plan.ts';
import { APP_FOLDER } from './put-app.ts';
import { exportRecord } from './record.ts';
import type { Companion, FilledDrive } from './run.ts';
import { currentCut } from './state.ts';

/** Options of the record, signature and check of an export. */
export interface ExportRecordRequest {
  /** Of the workspace. */
  directory: string;
  transfer: string;
  /** `name version` of this program. */
  tool: string;
  marking?: string;
  /** Default: the workspace's own key, if it has one. False: no signature. */
  sign?: FileSigner | false;
  /** The user's configuration directory, which has the private keys of workspaces. */
  configDirectory?: string;
  /** Of the workspace's private key. */
  passphrase?: string;
  /** Command line of a check. */
  check?: string;
  /** Whether content must be checked to be exported. */
  requireCheck?: boolean;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  emit?: EmitMediaEvent;
  signal?: AbortSignal;
}

/** The record that the workspace stores. */
export interface SavedRecord {
  /** Paths, the page first. */
  files: string[];
  fingerprint: string;
}

/** The record of an export. */
export interface ExportRecord {
  /** The signer of the index. Undefined without a signature. */
  signedBy?: Vouched;
  /** Returns the files to write next to the volumes of a drive, and updates the record in the workspace. */
  companions: (drive: FilledDrive) => Promise<Companion[]>;
  /** Writes the current record to the workspace. */
  keep(): Promise<SavedRecord>;
}

/**
 * Runs the check of a transfer and signs its index, before the first byte is exported.
 * @throws AirlockError `check-rejected` naming the images, `signing-key`, `usage`, `config-unreadable`, `workspace-invalid`, `digest-mismatch`,
 *   `disk`, `disk-full`, `interrupted`
 */
export async function prepareExportRecord(request: ExportRecordRequest): Promise<ExportRecord> {
  const { directory, transfer, tool, marking, env, signal, home } = request;
  const set = await setToCarry(directory, transfer);
  const check = request.check === undefined ? undefined : await checkedExport(request, request.check);
  const sign = await signerFor(request, set.indexSha256);
  if (sign) {
    const index = {
      file: join(set.directory, INDEX_NAME),
      content: Buffer.concat(await Array.fromAsync(set.indexContent())),
    };
    const made = await signIndex(index, sign, { env, signal });
    await keepSignature(directory, transfer, set.indexSha256, made);
  }
  const signature =
    request.sign === false ? undefined : await savedSignature(directory, transfer, set.indexSha256);
  const publicKey =
    signature?.by.by === 'key' ? await publicKeyOf(directory, signature.by.fingerprint) : undefined;
  const record = (drive?: FilledDrive) =>
    exportRecord({
      directory,
      transfer,
      tool,
      now: new Date(),
      marking,
      signature: signature?.by,
      check,
      state: drive?.state,
      drive,
    });
  return {
    signedBy: signature?.by,
    async companions(drive) {
      const current = await record(drive);
      await keepRecord(directory, current);
      const folder = `airlock/${transfer}`;
      const page: PageTransfer = {
        transfer,
        fingerprint: current.fingerprint,
        marking: current.marking,
        signed: signature !== undefined,
        of: currentCut(drive.state).volumes.length,
        volumes: current.volumes.filter((volume) => volume.drive === drive.number),
      };
      const transfers = [...(await othersOn(drive.path, transfer)), page];
      const appFiles = await appFilesOn(drive.path);
      const crossing = recordForDrive(current);
      const reports = check && (await driveReports(check, reportsFolder(directory), [directory, home]));
      return [
        {
          path: PAGE_NAME,
          content: () => airlockPage(transfers, { tool, withApp: appFiles !== undefined, appFiles }),
        },
        ...(signature ? [{ path: `${folder}/${signature.name}`, content: () => signature.content }] : []),
        ...(publicKey ? [{ path: `${folder}/${publicKey.name}`, content: () => publicKey.content }] : []),
        ...recordFiles(crossing).map(({ form, content }) => ({
          path: `${folder}/record/record.${form}`,
          content,
        })),
        ...(check && reports !== undefined
          ? [{ path: `${folder}/reports/${check.command.key}.jsonl`, content: () => reports }]
          : []),
      ];
    },
    async keep() {
      const current = await record();
      return { files: await keepRecord(directory, current), fingerprint: current.fingerprint };
    },
  };
}

/** Returns the signer to use now. None if a signature by a key of the workspace, or by a command, is saved. */
async function signerFor(
  { directory, transfer, sign, configDirectory, passphrase }: ExportRecordRequest,
  indexSha256: string,
): Promise<FileSigner | undefined> {
  if (sign !== undefined) return sign || undefined;
  const keys = await signingKeysOf(directory);
  if (keys.length === 0) return undefined;
  const saved = (await savedSignature(directory, transfer, indexSha256))?.by;
  if (saved?.by === 'command' || keys.some(({ fingerprint }) => fingerprint === saved?.fingerprint))
    return undefined;
  const unlocked = await workspaceSigningKey(directory, configDirectory, passphrase);
  return unlocked && { unlocked };
}

async function checkedExport(request: ExportRecordRequest, command: string): Promise<CheckOutcome> {
  const { directory, transfer, env, signal, requireCheck = false, emit = () => {} } = request;
  const set = await setToCarry(directory, transfer);
  const check = await readCheckCommand(command, { env, signal });
  emit({ type: 'phase', phase: 'checking', detail: `${check.program} ${check.version}` });
  const source = await openImageSource(directory);
  try {
    const files = set.index.volumes.map(({ name, sha256 }) => ({
      name,
      sha256,
      path: join(set.directory, name),
    }));
    const { images, attachments } = set.index;
    const outcome = await checkSet({ source, images, attachments, files }, check, {
      reports: reportsFolder(directory),
      scratch: scratchFolder(directory),
      env,
      signal,
      onProgress: ({ done, total, name }) =>
        emit({ type: 'phase', phase: 'checking', detail: t('checkProgress', { done, total, name }) }),
    });
    for (const problem of heedChecks(outcome, requireCheck)) emit({ type: 'problem', problem });
    return outcome;
  } finally {
    await source.close();
  }
}

/** Returns the folder where images are unpacked for a check. Otherwise it's empty. */
export function scratchFolder(directory: string): string {
  return airlockDirectory(directory, 'checking');
}

/**
 * Returns the names of the files of Airlock on a drive; undefined if it has none.
 * @throws AirlockError of side `destination` for faults of the drive
 */
async function appFilesOn(drive: string): Promise<string[] | undefined> {
  const folder = join(drive, APP_FOLDER);
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw onDrive(error, folder);
  });
}

/** Returns the other transfers on a drive, from their files on it. */
async function othersOn(drive: string, transfer: string): Promise<PageTransfer[]> {
  const found: PageTransfer[] = [];
  for (const name of (await namesIn(join(drive, 'airlock'))).toSorted()) {
    if (name === transfer) continue;
    const folder = join(drive, 'airlock', name);
    const record = await readRecord(join(folder, 'record', 'record.json'));
    const path = join(folder, EXPORT_NAME);
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (!record || text === undefined) continue;
    try {
      const { volumes } = parseExportDocument(text, path);
      const there = new Set(await readdir(folder));
      found.push({
        transfer: name,
        fingerprint: record.fingerprint,
        marking: record.marking,
        signed: there.has(`${INDEX_NAME}.asc`) || there.has(`${INDEX_NAME}.sig`),
        of: volumes.length,
        volumes: await withSizes(
          folder,
          volumes.filter((volume) => there.has(volume.name)),
        ),
      });
    } catch {
      // The page omits transfers whose description can't be read.
    }
  }
  return found;
}

async function withSizes(
  folder: string,
  volumes: readonly { number: number; name: string }[],
): Promise<PageTransfer['volumes']> {
  return Promise.all(
    volumes.map(async ({ number, name }) => ({ number, name, size: (await stat(join(folder, name))).size })),
  );
}
