import type { Problem } from '../../../base/errors/airlock-error.ts';
import { present } from '../../../base/objects/present.ts';
import { readPassphrase } from '../../../content/signature/signing-keys.ts';
import type { MediaJob } from '../../../contract/topics/media.ts';
import type { EmitMediaEvent } from '../../../media/export/events.ts';
import { prepareExportRecord } from '../../../media/export/export-record.ts';
import type { Destination } from '../../../media/export/fill-drive.ts';
import { type DriveNeed, type ExportOptions, exportToMedia } from '../../../media/export/media.ts';
import { exportOcLayout } from '../../../media/formats/write-oc-layout.ts';
import { exportOcMirror } from '../../../media/formats/write-oc-mirror.ts';
import { prepareImportRecord } from '../../../media/import/import-record.ts';
import { importMedia } from '../../../media/import/media.ts';
import type { ReceptionState } from '../../../media/import/reception.ts';
import { watchDirectory } from '../../../media/import/watch-directory.ts';
import type { HostFacts } from '../../../mirror/run/request.ts';
import { defaultStateDirectory } from '../../../mirror/run/state-directory.ts';
import { absolutePath } from '../state/absolute-path.ts';
import { defaultConfigDirectory } from '../state/config-directory.ts';
import { t } from './messages.ts';
import { sizedProfile } from './plan.ts';

type ExportOf = Extract<MediaJob['settings'], { kind: 'export' }>;
type ImportOf = Extract<MediaJob['settings'], { kind: 'import' }>;

/** The controls of an export or import. */
export interface MediaControl {
  signal: AbortSignal;
  emit: EmitMediaEvent;
  /** Waits until a drive or folder is chosen. Returns undefined if the export should pause. */
  nextDrive: (need: DriveNeed) => Promise<Destination | undefined>;
}

/** The outcome of an export or import without an error. */
type MediaEnd = { status: 'done' } | { status: 'paused'; need?: DriveNeed | undefined };

/** Runs an export: first it checks the set and its signature, then it writes the volumes and their record. */
export async function exportOnto(
  settings: ExportOf,
  control: MediaControl & Pick<ExportOptions, 'probe'>,
  { tool, env, home }: HostFacts,
): Promise<MediaEnd> {
  const { workspace: directory, transfer, to, volumes, readBack, format } = settings;
  const { marking, signKey, passphraseFile, check, requireCheck, app } = settings;
  const { signal, emit } = control;
  const passphrase =
    passphraseFile === undefined
      ? undefined
      : await readPassphrase(absolutePath(passphraseFile, 'passphraseFile'));
  const transferRecord = await prepareExportRecord({
    ...{ directory, transfer, tool, env, home, emit, signal },
    configDirectory: defaultConfigDirectory({ env, home }),
    marking,
    sign: signKey === undefined ? undefined : { key: absolutePath(signKey, 'signKey'), passphrase },
    passphrase: signKey === undefined ? passphrase : undefined,
    check,
    requireCheck: check === undefined ? undefined : requireCheck,
  });
  const sized = await sizedProfile(settings);
  if (format !== 'airlock') {
    const request = { directory, transfer, to, readBack, signal, emit };
    const keys = env.OCP_SIGNATURE_VERIFICATION_PK;
    if (format === 'oc-mirror') await exportOcMirror({ ...request, volumeSize: sized.volumeSize });
    else {
      const { incomplete, omittedFiles } = await exportOcLayout({
        ...request,
        signatureKeys: keys || undefined,
      });
      for (const { image, missing } of incomplete)
        report(emit, {
          code: 'content-missing',
          level: 'warning',
          message: t('imageOmitted', { image, blobs: missing.length }),
          remedy: t('imageOmittedRemedy'),
        });
      if (omittedFiles.length > 0)
        report(emit, {
          code: 'content-missing',
          level: 'warning',
          message: t('filesOmitted', { files: omittedFiles.join(', ') }),
          remedy: t('filesOmittedRemedy'),
        });
    }
    await transferRecord.keep();
    return { status: 'done' };
  }
  const result = await exportToMedia({
    directory,
    transfer,
    destinations: to.map((path) => present({ path, label: settings.names?.[path] })),
    ...sized,
    volumes,
    app: app === undefined ? undefined : absolutePath(app, 'app'),
    readBack,
    tool,
    companions: transferRecord.companions,
    ...control,
  });
  await transferRecord.keep();
  return result.status === 'complete' ? { status: 'done' } : { status: 'paused', need: result.need };
}

/** Runs an import. @returns also the volumes with a damaged copy, by transfer, and what is incomplete */
export async function importFrom(
  settings: ImportOf,
  { signal, emit }: MediaControl,
  { tool, env, home }: HostFacts,
): Promise<{ end: MediaEnd & Pick<MediaJob, 'incomplete'>; damaged: Map<string, Set<number>> }> {
  const { directory, from, watch, verifyKey, check, requireCheck } = settings;
  const transferRecord = await prepareImportRecord({
    ...{ directory, from, tool, env, emit, signal, stateDirectory: defaultStateDirectory({ env, home }) },
    verifyKey: verifyKey === undefined ? undefined : absolutePath(verifyKey, 'verifyKey'),
    check,
    requireCheck: check === undefined ? undefined : requireCheck,
  });
  const control = { signal, emit, ...transferRecord.hooks };
  const result = watch
    ? await watchDirectory({ directory, drop: from[0]!, untilComplete: false }, control)
    : await importMedia({ directory, from, tool }, control);
  for (const problem of problemsOf(result)) report(emit, problem);
  for (const { transfer, senderRecord } of await transferRecord.finish(result.transfers))
    if (senderRecord === 'different')
      report(emit, {
        code: 'archive-malformed',
        level: 'error',
        message: t('recordMismatch', { transfer }),
        remedy: t('recordMismatchRemedy'),
      });
  const damaged = result.transfers.map(({ transfer, volumes }): [string, Set<number>] => [
    transfer,
    new Set(volumes.filter(({ state }) => state === 'damaged').map(({ number }) => number)),
  ]);
  const incomplete = result.transfers.filter(({ complete }) => !complete).map(({ summary }) => summary);
  // A pause that arrived after everything was read changes nothing. Watching ends only by a pause.
  return { end: { status: watch ? 'paused' : 'done', incomplete }, damaged: new Map(damaged) };
}

function problemsOf({ transfers, damage, files, rejected, waiting }: ReceptionState): Problem[] {
  return [
    // A set of another tool is listed only when it is complete.
    ...transfers
      .filter(({ foreign, complete }) => foreign && !complete)
      .map(
        ({ transfer, summary }): Problem => ({
          code: 'content-missing',
          level: 'warning',
          message: t('setIncomplete', { transfer, missing: summary }),
          remedy: t('setIncompleteRemedy'),
        }),
      ),
    ...damage.map(({ file, offset, length, kind }): Problem => {
      const message = t('fileDamaged', { file, damage: kind, start: offset, end: offset + length });
      const remedy = t('fileDamagedRemedy');
      return { code: 'digest-mismatch', level: 'error', message, remedy, file };
    }),
    ...files.map(
      ({ file, found, remedy }): Problem => ({
        code: 'digest-mismatch',
        level: 'warning',
        message: `${file}: ${found}`,
        remedy,
        file,
      }),
    ),
    ...rejected.map(({ code, message, remedy }): Problem => ({ code, level: 'error', message, remedy })),
    ...waiting.map(
      ({ transfer, volume, file }): Problem => ({
        code: 'content-missing',
        level: 'warning',
        message: t('indexMissing', { file, volume, transfer }),
        remedy: t('indexMissingRemedy'),
      }),
    ),
  ];
}

function report(emit: EmitMediaEvent, problem: Problem): void {
  emit({ type: 'problem', problem });
}
