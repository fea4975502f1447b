import { join } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Origin } from '../../content/signature/origin.ts';
import { nameInSet } from '../../store/archive/attached-images.ts';
import {
  entryArrived,
  fileArrived,
  INCOMING,
  type Received,
  readReceived,
} from '../../store/archive/received-spans.ts';
import { classify } from '../../store/set-format/entry-names.ts';
import {
  INDEX_NAME,
  type ReadIndexFile,
  readIndexFile,
  type SetIndex,
} from '../../store/set-format/set-index.ts';
import type { CheckOutcome } from '../check/check-set.ts';
import { attachedOrigins, attachmentsOf, checkOf, resultsOf, rfc3339 } from '../export/record.ts';
import { recordFingerprint } from '../record/fingerprint.ts';
import type { TransferRecord } from '../record/record.ts';
import { savedRecord } from '../record/record-files.ts';
import { readJournal } from '../transfer/journal.ts';
import { t } from './messages.ts';
import type { TransferArrival } from './report.ts';

/** What the importing side knows in addition to what arrived. */
export interface ImportRecordFacts {
  /** Folder of the import. */
  directory: string;
  arrival: TransferArrival;
  tool: string;
  now: Date;
  /** Default: the marking of the other side's record, or of the previous record. */
  marking?: string;
  origin: Origin;
  /** Default: the outcome in the previous record. */
  check?: CheckOutcome;
  /** Its index, if that was read. */
  read?: ReadIndexFile;
  /** The other side's record, as found on media. */
  senderRecord?: TransferRecord;
}

/**
 * Returns the importing side's counterpart of a transfer's record. Origins and verdicts come from the other side's
 * record if that describes the same content. Everything else describes what arrived here.
 * @throws AirlockError `workspace-invalid` for a set without an index, `archive-malformed`, `disk`
 */
export async function importRecord(facts: ImportRecordFacts): Promise<TransferRecord> {
  const { directory, arrival, tool, now } = facts;
  const { transfer } = arrival;
  const { index, sha256: indexSha256 } = facts.read ?? (await indexOf(arrival));
  const hash = recordFingerprint({ indexSha256, files: index.volumes.map((volume) => volume.sha256) });
  const sameContent = (record: TransferRecord | undefined) =>
    record?.fingerprint === hash ? record : undefined;
  const saved = sameContent(await savedRecord(directory, transfer, 'import'));
  const senderRecord = facts.senderRecord?.kind === 'export' ? sameContent(facts.senderRecord) : undefined;
  const origins = new Map(
    [...(saved?.images ?? []), ...(senderRecord?.images ?? [])].map((image) => [image.name, image]),
  );
  // Images with the same name have the check of the first one.
  const checksBefore = new Map(saved?.images.toReversed().map((image) => [image.name, image.check]));
  const marking = facts.marking ?? senderRecord?.marking ?? saved?.marking;
  const checks = checkOf(facts.check);
  const check = checks?.summary ?? saved?.check;
  const missing = new Set(arrival.missing.flatMap(({ images }) => images));
  const received = arrival.directory.endsWith(INCOMING)
    ? (await readReceived(arrival.directory, index)).received
    : undefined;
  const plan = senderRecord?.plan ?? saved?.plan;
  const journal = await readJournal(directory, transfer);
  const attachedTo = attachedOrigins(index);
  return {
    format: 3,
    kind: 'import',
    tool,
    recordedAt: rfc3339(now),
    transfer,
    enclave: index.enclave,
    number: index.number,
    created: index.created,
    status: index.status,
    marking,
    fingerprint: hash,
    indexSha256,
    origin: facts.origin,
    plan,
    overrides: senderRecord?.overrides ?? saved?.overrides ?? [],
    drives: [],
    volumes: arrival.volumes.map(({ number, name, size, state }) => {
      const digest = (senderRecord ?? saved)?.volumes.find(
        (each) => each.name === name && each.size === size,
      )?.sha256;
      return { number, name, size, sha256: digest, state };
    }),
    files: index.volumes.map(({ name, size, sha256: digest }, i) => {
      const complete = !received || fileArrived(received[i]!, index.volumes[i]!);
      return { name, size, sha256: digest, state: complete ? 'complete' : 'incomplete' };
    }),
    images: index.images.map((image) => {
      const { digest } = image;
      const name = nameInSet(image);
      const known = origins.get(name);
      const about = known?.digest === digest ? known : undefined;
      const origin = about?.origin ?? attachedTo.get(name);
      const result = checks ? checks.results.get(digest) : checksBefore.get(name);
      return {
        name,
        digest,
        origin,
        deliverable: about?.deliverable,
        verdict: about?.verdict,
        check: result,
        complete: !missing.has(name),
      };
    }),
    attachments: attachmentsOf(index, checks?.results ?? resultsOf(saved))?.map((file) => ({
      ...file,
      complete: !received || hasArrived(index, received, file.digest),
    })),
    failed: index.failed,
    check,
    acknowledgment: { summary: arrival.summary, code: arrival.code },
    steps: journal.flatMap(({ step, by, at }) => (step ? [{ step, by, at }] : [])),
  };
}

async function indexOf({ directory, transfer }: TransferArrival): Promise<ReadIndexFile> {
  const read = await readIndexFile(join(directory, INDEX_NAME));
  if (read) return read;
  throw new AirlockError('workspace-invalid', t('indexAbsent', { transfer }), { side: 'local' });
}

/** Returns whether the content of an attached file arrived in an incomplete set. */
function hasArrived(index: SetIndex, received: Received, digest: string): boolean {
  return index.volumes.some((volume, i) => {
    for (const entry of volume.entries) {
      const kind = classify(entry[0]);
      if (kind.kind === 'blob' && kind.digest === digest) return entryArrived(received[i]!, entry);
    }
    return false;
  });
}
