import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import type { Vouched } from '../../content/signature/origin.ts';
import { listRuns, readListedRun } from '../../runs/audit/read-runs.ts';
import type { RecordedImage, RunFile } from '../../runs/audit/run-file.ts';
import { attachedIn, nameInSet, subjectOf } from '../../store/archive/attached-images.ts';
import type { SetIndex } from '../../store/set-format/set-index.ts';
import type { CheckOutcome } from '../check/check-set.ts';
import { signerInRecord } from '../origin/index-signature.ts';
import { recordFingerprint } from '../record/fingerprint.ts';
import { ATTACHED_TO, type RecordImage, type TransferRecord } from '../record/record.ts';
import { savedRecord } from '../record/record-files.ts';
import { transferLife } from '../transfer/life.ts';
import { driveNumberOf } from './drive-numbers.ts';
import { setToCarry } from './plan.ts';
import type { FilledDrive } from './run.ts';
import { currentCut, drivesOf, type ExportState, readExportState } from './state.ts';

/** Facts of the sending side in addition to its workspace. */
export interface ExportRecordFacts {
  /** Of the workspace. */
  directory: string;
  transfer: string;
  /** `name version` of this program. */
  tool: string;
  now: Date;
  /** Default: as in the previous record. */
  marking?: string;
  /** The signer of the index. Default: as in the previous record. */
  signature?: Vouched;
  /** Default: as in the previous record. */
  check?: CheckOutcome;
  /** Default: the state in the workspace. */
  state?: ExportState;
  /** The drive that the record is written to, with its volumes, including those that the state lists on another one. */
  drive?: Pick<FilledDrive, 'number' | 'label' | 'volumes'>;
}

/**
 * Returns the record of a transfer on the sending side, from the set's index, the audit records of its runs, the state of
 * its export and the previous record.
 * @throws AirlockError `workspace-invalid` without its set, `archive-malformed`, `disk`
 */
export async function exportRecord(facts: ExportRecordFacts): Promise<TransferRecord> {
  const { directory, transfer, tool, now } = facts;
  const { index, indexSha256 } = await setToCarry(directory, transfer);
  const hash = recordFingerprint({ indexSha256, files: index.volumes.map(({ sha256 }) => sha256) });
  const before = await savedRecord(directory, transfer, 'export');
  const saved = before?.fingerprint === hash ? before : undefined;
  const runs = await runsOf(directory, transfer);
  const marking = facts.marking ?? saved?.marking;
  const signature = facts.signature ?? saved?.signature;
  const state = facts.state ?? (await readExportState(directory, transfer));
  const { events } = (await transferLife(directory, transfer)).lifecycle;
  const checks = checkOf(facts.check);
  const plan = runs.map(({ run }) => run.plan).findLast((each) => each !== undefined);
  const check = checks?.summary ?? saved?.check;
  return {
    format: 3,
    kind: 'export',
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
    signature,
    plan: plan && isDigest(plan.digest) ? planOf(plan) : undefined,
    overrides: [...new Set(runs.flatMap(({ run }) => run.overrides))],
    ...drivesAndVolumes(state, facts.drive),
    files: index.volumes.map(({ name, size, sha256 }) => ({ name, size, sha256 })),
    images: imagesOf(index, runs, checks?.results ?? resultsOf(saved)),
    attachments: attachmentsOf(index, checks?.results ?? resultsOf(saved)),
    failed: index.failed,
    check,
    steps: events.flatMap(({ step, by, at }) => (by === undefined ? [] : [{ step, by, at }])),
  };
}

/** Returns a time in RFC 3339, in seconds. */
export function rfc3339(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

async function runsOf(
  directory: string,
  transfer: string,
): Promise<{ run: RunFile; images: RecordedImage[] }[]> {
  const found: { run: RunFile; images: RecordedImage[] }[] = [];
  for (const listed of await listRuns(airlockDirectory(directory, 'runs'))) {
    const { run } = listed;
    if (run?.transfer === transfer) found.push({ run, images: (await readListedRun(listed)).images });
  }
  return found;
}

function planOf({ digest, approval }: NonNullable<RunFile['plan']>): NonNullable<TransferRecord['plan']> {
  return { digest: digest as Digest, approval: approval && signerInRecord(approval) };
}

function drivesAndVolumes(
  state: ExportState | undefined,
  drive: ExportRecordFacts['drive'],
): Pick<TransferRecord, 'drives' | 'volumes'> {
  if (!state) return { drives: [], volumes: [] };
  const noted = new Map(state.written.map((volume) => [volume.number, volume]));
  const onDrive = new Map(drive?.volumes.map((volume) => [volume.number, volume]));
  const volumes = currentCut(state).volumes.map(({ number, name, size }) => {
    const there = onDrive.get(number) ?? noted.get(number);
    const driveNumber = onDrive.has(number) ? drive?.number : there && driveNumberOf(state, there.drive);
    return {
      number,
      name,
      size: there?.size ?? size,
      sha256: there?.sha256,
      drive: driveNumber,
    };
  });
  const labels = new Map(drivesOf(state).map((label) => [driveNumberOf(state, label)!, label]));
  if (drive) labels.set(drive.number, drive.label);
  const drives = [...labels].map(([number, label]) => {
    const on =
      number === drive?.number
        ? drive.volumes
        : state.written.filter((volume) => driveNumberOf(state, volume.drive) === number);
    return {
      number,
      label,
      volumes: on.map((volume) => volume.number),
      bytes: on.reduce((sum, { size }) => sum + size, 0),
    };
  });
  return { drives: drives.toSorted((a, b) => a.number - b.number), volumes };
}

export type Results = ReadonlyMap<Digest, NonNullable<RecordImage['check']>>;

/** Returns the results of a check for records: the totals, and the result of each image. */
export function checkOf(
  outcome: CheckOutcome | undefined,
): { summary: NonNullable<TransferRecord['check']>; results: Results } | undefined {
  if (!outcome) return undefined;
  const { command, checked } = outcome;
  const count = (result: string) => checked.filter((each) => each.result === result).length;
  const { program, version, of } = command;
  const results = new Map<Digest, NonNullable<RecordImage['check']>>();
  if (of === 'image')
    for (const { digest, result, lists } of checked) {
      for (const each of [digest, ...lists]) results.set(each, worse(results.get(each), result));
    }
  return {
    summary: {
      program,
      version,
      of,
      passed: count('passed'),
      rejected: count('rejected'),
      notChecked: count('not-checked'),
    },
    results,
  };
}

/** Returns the worse of two results. A manifest list gets the worst result of its images. */
function worse(
  before: NonNullable<RecordImage['check']> | undefined,
  now: NonNullable<RecordImage['check']>,
): NonNullable<RecordImage['check']> {
  const order = ['passed', 'not-checked', 'rejected'] as const;
  return order[Math.max(order.indexOf(before ?? 'passed'), order.indexOf(now))]!;
}

/** Returns the check results in a record. */
export function resultsOf(record: TransferRecord | undefined): Results {
  const checked = [...(record?.images ?? []), ...(record?.attachments ?? [])];
  return new Map(checked.flatMap(({ digest, check }) => (check ? [[digest as Digest, check] as const] : [])));
}

/** Returns the attached files of a set with their check results. Undefined without any. */
export function attachmentsOf(
  { attachments }: Pick<SetIndex, 'attachments'>,
  results: Results | undefined,
): TransferRecord['attachments'] {
  return attachments?.map(({ name, size, digest, note }) => ({
    ...{ name, size, digest, note },
    check: results?.get(digest),
  }));
}

/** Returns the images of the set with what their runs recorded. */
function imagesOf(
  index: SetIndex,
  runs: readonly { images: readonly RecordedImage[] }[],
  results: Results,
): RecordImage[] {
  const known = new Map<string, RecordedImage>();
  for (const { images } of runs)
    for (const image of images) known.set(`${image.destination} ${image.digest}`, image);
  const at = (repository: string, tag: string | undefined, digest: string) =>
    known.get(`${repository}:${tag ?? ''} ${digest}`);
  const owners = new Map(
    index.images.map(({ repository, tag, digest }) => [
      `${repository} ${digest}`,
      at(repository, tag, digest),
    ]),
  );
  const reported = attachedOrigins(index);
  return index.images.map((image): RecordImage => {
    const { repository, tag, digest } = image;
    const name = nameInSet(image);
    const check = results.get(digest);
    const own = at(repository, tag, digest);
    if (own) {
      const { origin, deliverable, verdict } = own;
      return { name, digest, origin, deliverable, verdict, check };
    }
    const owner = owners.get(`${repository} ${subjectOf(image)}`);
    const origin = owner ? `${ATTACHED_TO}${owner.origin}` : reported.get(name);
    return { name, digest, origin, deliverable: owner?.deliverable, check };
  });
}

/**
 * Returns the origins of attached images such as signatures, from the index alone. Instances of manifest lists aren't images of
 * the record, so only this origin shows later what an image is attached to.
 */
export function attachedOrigins(index: SetIndex): ReadonlyMap<string, string> {
  const attached = attachedIn(index);
  return new Map(
    index.images.flatMap((image) => {
      const subject = attached(image) ? subjectOf(image) : undefined;
      return subject ? [[nameInSet(image), `${ATTACHED_TO}${image.repository}@${subject}`] as const] : [];
    }),
  );
}
