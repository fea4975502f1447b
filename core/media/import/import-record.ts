import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import type { Origin } from '../../content/signature/origin.ts';
import { requiredKeys } from '../../content/signature/trusted-keys.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { INCOMING, QUARANTINE_NAME } from '../../store/archive/received-spans.ts';
import { INDEX_NAME, readIndexFile, type SetIndex } from '../../store/set-format/set-index.ts';
import { namesIn } from '../../store/workspace/next-transfer.ts';
import { type CheckCommand, readCheckCommand } from '../check/check-command.ts';
import { reportsFolder } from '../check/check-reports.ts';
import { type CheckOutcome, checkSet, heedChecks } from '../check/check-set.ts';
import type { EmitMediaEvent } from '../export/events.ts';
import { scratchFolder } from '../export/export-record.ts';
import { originOf } from '../origin/origin.ts';
import type { TransferRecord } from '../record/record.ts';
import { keepRecord, readRecord } from '../record/record-files.ts';
import type { FoundIndex } from '../volumes/found-index.ts';
import { t } from './messages.ts';
import type { ReceptionControl } from './reception.ts';
import { importRecord } from './record.ts';
import type { TransferArrival } from './report.ts';

/** What an import requires of a set, and what it writes about it. */
export interface ImportRecordRequest {
  /** Folder to import into. */
  directory: string;
  /** Media, or the watched folder. */
  from: readonly string[];
  tool: string;
  marking?: string;
  /** A file of OpenPGP keys, or a command. A set without a valid signature is rejected. */
  verifyKey?: string;
  /** Command line of a check. */
  check?: string;
  /** A set can't be used before all of it has been checked. */
  requireCheck?: boolean;
  /** A missing signature is reported but isn't an error, because it may still arrive. */
  watching?: boolean;
  /** The user's state folder, which remembers verified origins. */
  stateDirectory: string;
  env: Readonly<Record<string, string | undefined>>;
  emit: EmitMediaEvent;
  signal: AbortSignal;
}

/** The transfer record of a transfer that arrived or is arriving. */
export interface ReceivedRecord {
  transfer: string;
  fingerprint: string;
  /** Whether media contained a record of the other side, and whether it described the same content. */
  senderRecord: 'same' | 'different' | 'none';
  marking?: string;
  origin: Origin;
  /** The set can't be used yet: it's waiting for its check. */
  quarantined: boolean;
  /** The HTML page comes first. */
  files: string[];
}

/** Hooks of an import, and what is written when it ends. */
export interface ImportRecord {
  hooks: Required<Pick<ReceptionControl, 'admit' | 'release' | 'admitForeign'>>;
  /**
   * Checks complete sets that weren't checked on arrival, and writes the counterparts of the other side's records.
   * @throws AirlockError `check-rejected`, `disk`, `disk-full`
   */
  finish(arrivals: readonly TransferArrival[]): Promise<ReceivedRecord[]>;
}

/** @throws AirlockError `usage` for a check that can't be run, `interrupted` */
export async function prepareImportRecord(request: ImportRecordRequest): Promise<ImportRecord> {
  const { directory, env, emit, signal, verifyKey, stateDirectory, requireCheck = false } = request;
  const command =
    request.check === undefined ? undefined : await readCheckCommand(request.check, { env, signal });
  const origins = new Map<string, Origin>();
  const checked = new Map<string, CheckOutcome>();
  const senderRecords = new Map<string, TransferRecord>();
  const warned = new Set<string>();

  const learnRecord = async ({ index, path }: FoundIndex): Promise<void> => {
    const record = await readRecord(join(dirname(path), 'record', 'record.json'));
    if (record?.transfer === index.transfer) senderRecords.set(index.transfer, record);
  };
  const checkNow = async (index: SetIndex, place: string, by: CheckCommand): Promise<void> => {
    emit({
      type: 'phase',
      phase: 'checking',
      detail: t('checkTool', { transfer: index.transfer, program: by.program, version: by.version }),
    });
    const source = await openImageSource(directory, { includeQuarantined: true });
    try {
      const files = index.volumes.map(({ name, sha256 }) => ({ name, sha256, path: join(place, name) }));
      const { images, attachments } = index;
      const outcome = await checkSet({ source, images, attachments, files }, by, {
        reports: reportsFolder(directory),
        scratch: scratchFolder(directory),
        env,
        signal,
        onProgress: ({ done, total, name }) =>
          emit({ type: 'phase', phase: 'checking', detail: t('checkProgress', { done, total, name }) }),
      });
      checked.set(index.transfer, outcome);
      for (const problem of heedChecks(outcome, requireCheck)) emit({ type: 'problem', problem });
    } finally {
      await source.close();
    }
  };

  return {
    hooks: {
      async admit(found) {
        const { transfer } = found.index;
        await learnRecord(found);
        const origin = await originOf(found, { ...request, places: [directory] }).catch(
          (error: AirlockError) => {
            if (request.watching && !warned.has(error.message))
              emit({ type: 'problem', problem: { ...error.toJSON(), level: 'warning' } });
            warned.add(error.message);
            throw error;
          },
        );
        origins.set(transfer, origin);
        const incoming = join(directory, 'transfers', `${transfer}${INCOMING}`);
        const quarantined = (await namesIn(incoming)).includes(QUARANTINE_NAME);
        if (quarantined && !command)
          throw new AirlockError('check-rejected', t('quarantined', { transfer }), {
            side: 'local',
            remedy: t('quarantinedRemedy'),
          });
        const complete = (await namesIn(join(directory, 'transfers'))).includes(transfer);
        if (requireCheck && !quarantined && !complete) await retain(incoming);
      },
      async release({ index }, incoming) {
        if (!command) return;
        try {
          await checkNow(index, incoming, command);
        } catch (thrown) {
          const error = asAirlockError(thrown);
          if (error.code === 'check-rejected') await retain(incoming);
          throw error;
        }
        await rm(join(incoming, QUARANTINE_NAME), { force: true });
      },
      async admitForeign(place) {
        const trusted = verifyKey === undefined ? await requiredKeys(stateDirectory, [directory]) : undefined;
        if (verifyKey === undefined && !trusted) return;
        throw new AirlockError('index-unsigned', t('signatureMissing', { path: place }), {
          side: 'source',
          remedy: trusted ? t('trustedSignatureMissingRemedy') : t('signatureMissingRemedy'),
        });
      },
    },
    async finish(arrivals) {
      const records: ReceivedRecord[] = [];
      for (const arrival of arrivals) {
        const { transfer } = arrival;
        const read = await readIndexFile(join(arrival.directory, INDEX_NAME));
        if (!read) continue;
        if (arrival.complete && command && !checked.has(transfer))
          await checkNow(read.index, arrival.directory, command);
        const sent = senderRecords.get(transfer);
        const origin = origins.get(transfer) ?? { state: 'not-verified' };
        const check = checked.get(transfer);
        const record = await importRecord({
          directory,
          arrival,
          read,
          tool: request.tool,
          now: new Date(),
          marking: request.marking,
          origin,
          check,
          senderRecord: sent,
        });
        records.push({
          transfer,
          fingerprint: record.fingerprint,
          origin,
          senderRecord: !sent ? 'none' : sent.fingerprint === record.fingerprint ? 'same' : 'different',
          marking: record.marking,
          quarantined: !arrival.complete && (await namesIn(arrival.directory)).includes(QUARANTINE_NAME),
          files: await keepRecord(directory, record),
        });
      }
      return records;
    },
  };
}

async function retain(incoming: string): Promise<void> {
  try {
    await writeFileAtomic(join(incoming, QUARANTINE_NAME), '{"format":1}\n');
  } catch (error) {
    throw asAirlockError(error);
  }
}
