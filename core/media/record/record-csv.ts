import { csvTable } from '../../base/document/csv.ts';
import { originText } from '../../content/signature/origin-text.ts';
import type { TransferRecord } from './record.ts';

const COLUMNS = [
  'type',
  'name',
  'value',
  'bytes',
  'sha256',
  'origin',
  'signature',
  'check',
  'drive',
  'state',
] as const;

type Row = Partial<Record<(typeof COLUMNS)[number], string | number>>;

/** Returns the record as one table for spreadsheets (RFC 4180). The column `type` has the kind of each row. */
export function recordCsv(record: TransferRecord): string {
  return csvTable([COLUMNS, ...rowsOf(record).map((row) => COLUMNS.map((column) => row[column]))]);
}

function rowsOf(record: TransferRecord): Row[] {
  const fact = (name: string, value: string | number | undefined): Row[] =>
    value === undefined ? [] : [{ type: 'transfer', name, value }];
  const { signature, plan, check, acknowledgment } = record;
  return [
    ...fact('transfer', record.transfer),
    ...fact('kind', record.kind),
    ...fact('enclave', record.enclave),
    ...fact('number', record.number),
    ...fact('record fingerprint', record.fingerprint),
    ...fact('marking', record.marking),
    ...fact('created', record.created),
    ...fact('status', record.status),
    ...fact('recorded at', record.recordedAt),
    ...fact('tool', record.tool),
    ...fact('index sha256', record.indexSha256),
    ...fact(
      'index signature',
      signature && (signature.by === 'key' ? signature.fingerprint : 'external command'),
    ),
    ...fact('origin', record.origin && originText(record.origin)),
    ...fact('plan', plan?.digest),
    ...fact(
      'plan approved by',
      plan?.approval && (plan.approval.by === 'key' ? plan.approval.fingerprint : 'external command'),
    ),
    ...fact('check', check && `${check.program} ${check.version}`),
    ...fact('acknowledgment', acknowledgment?.summary),
    ...fact('acknowledgment code', acknowledgment?.code),
    ...record.overrides.flatMap((override) => fact('override', override)),
    ...record.steps.map(({ step, by, at }): Row => ({ type: 'step', name: step, value: `${by} ${at}` })),
    ...record.drives.map(
      ({ number, label, volumes, bytes }): Row => ({
        type: 'drive',
        name: label ?? '',
        value: volumes.join(' '),
        bytes,
        drive: number,
      }),
    ),
    ...record.volumes.map(
      ({ number, name, size, sha256, drive, state }): Row => ({
        type: 'volume',
        name,
        value: number,
        bytes: size,
        sha256,
        drive,
        state,
      }),
    ),
    ...record.files.map(
      ({ name, size, sha256, state }): Row => ({ type: 'file', name, bytes: size, sha256, state }),
    ),
    ...record.images.map(
      ({ name, digest, origin, deliverable, verdict, check: checked, complete }): Row => ({
        type: 'image',
        name,
        value: deliverable,
        sha256: digest.slice('sha256:'.length),
        origin,
        signature: verdict,
        check: checked,
        state: arrival(complete),
      }),
    ),
    ...(record.attachments ?? []).map(
      ({ name, size, digest, note, check: checked, complete }): Row => ({
        type: 'attachment',
        name,
        value: note,
        bytes: size,
        sha256: digest.slice('sha256:'.length),
        check: checked,
        state: arrival(complete),
      }),
    ),
    ...record.failed.map((digest): Row => ({ type: 'failed', sha256: digest.slice('sha256:'.length) })),
  ];
}

function arrival(complete: boolean | undefined): 'complete' | 'incomplete' | undefined {
  return complete === undefined ? undefined : complete ? 'complete' : 'incomplete';
}
