import { z } from 'zod';
import { inertJson } from '../../base/document/inert-text.ts';
import { listOf } from '../../base/document/list-schema.ts';
import { parseJson } from '../../base/document/parse-json.ts';
import { isDigest } from '../../base/image/digest.ts';
import { ORIGIN, VOUCHED } from '../../content/signature/origin.ts';
import { attachedAmong } from '../../store/archive/attached-images.ts';
import { LONGEST_MARKING } from './marking.ts';
import { t } from './messages.ts';

const digest = z.string().refine(isDigest, 'not a sha256 digest');
const hex = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.number().int().nonnegative();
/** Limited, because records are read from drives that anybody could have changed. */
const text = z.string().max(4096);

/** State of a part of a transfer on the receiving side. */
const STATE = z.enum(['complete', 'missing', 'damaged', 'incomplete']);

/** `record.json`: the transfer record, which is also written as a page and as a table. */
export const TRANSFER_RECORD = z.object({
  format: z.literal(3),
  kind: z
    .enum(['export', 'import'])
    .describe('Side that wrote the record: `export` is the sending side, `import` the receiving side'),
  tool: text.describe('Name and version of the writer'),
  recordedAt: text.describe('Time when the record was written'),
  transfer: text.describe('As in `index.json`'),
  enclave: text.describe('As in `index.json`'),
  number: z.number().int().nonnegative().describe('As in `index.json`'),
  created: text.describe('As in `index.json`'),
  status: z.enum(['complete', 'partial']).describe('As in `index.json`'),
  marking: z.string().max(LONGEST_MARKING).optional().describe('Text of `--marking`'),
  fingerprint: z
    .string()
    .regex(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    .describe(
      'Record fingerprint, the same on both sides: the first 40 bits of the SHA-256 of the JSON text `["airlock-transfer", indexSha256, <sha256 of each file of the set>, …]` in Crockford base 32',
    ),
  indexSha256: hex.optional().describe("SHA-256 of the set's `index.json`. Absent for sets of oc-mirror"),
  signature: VOUCHED.optional().describe('For an export: signer of `index.json`'),
  origin: ORIGIN.optional().describe(
    'For an import: whether a signature of `index.json` was required and verified',
  ),
  plan: z
    .object({ digest, approval: VOUCHED.optional() })
    .optional()
    .describe('Approved plan of the run, with its signer'),
  overrides: listOf(text).describe(
    'Overridden checks. The copy on drives omits values that are files or addresses',
  ),
  drives: listOf(
    z.object({
      number: z.number().int().positive(),
      label: text.optional(),
      volumes: listOf(z.number().int().positive()),
      bytes,
    }),
  ).describe('Drives, with the numbers of their volumes. The copy on drives omits `label`'),
  files: listOf(z.object({ name: text, size: bytes, sha256: hex, state: STATE.optional() })).describe(
    'Files of the set, in order. For an import, `state` shows whether the file arrived',
  ),
  volumes: listOf(
    z.object({
      number: z.number().int().positive(),
      name: text,
      size: bytes,
      sha256: hex.optional(),
      drive: z.number().int().positive().optional(),
      state: STATE.optional(),
    }),
  ).describe(
    'Volumes, with the number of their drive. For an import, `state` shows whether the volume arrived',
  ),
  images: listOf(
    z.object({
      name: text.describe('Repository and tag at the destination'),
      digest: digest.describe('Digest'),
      origin: text.optional().describe('Reference of the source'),
      deliverable: text
        .optional()
        .describe('Deliverable that contains the image, for example `release 4.16.1-x86_64`'),
      verdict: text.optional().describe('Result of the signature check on the sending side'),
      check: z.enum(['passed', 'rejected', 'not-checked']).optional().describe('Result of the check command'),
      complete: z.boolean().optional().describe("`false` if a part of the image didn't arrive"),
    }),
  ).describe('Images of the set'),
  attachments: listOf(
    z.object({
      name: text.describe('Name on the other side'),
      size: bytes.describe('Bytes'),
      digest: digest.describe('Digest'),
      note: text.optional().describe('Note of the sender'),
      check: z.enum(['passed', 'rejected', 'not-checked']).optional().describe('As for images'),
      complete: z.boolean().optional().describe("`false` if a part of the file didn't arrive"),
    }),
  )
    .optional()
    .describe('Attached files. Absent without any'),
  failed: listOf(digest).describe("Selected content that isn't in the set"),
  check: z
    .object({
      program: text,
      version: text,
      of: z.enum(['image', 'file']),
      passed: bytes,
      rejected: bytes,
      notChecked: bytes,
    })
    .optional()
    .describe('Check command, type of the checked items, and number of results'),
  acknowledgment: z
    .object({ summary: text, code: text })
    .optional()
    .describe('For an import: the message and [code](#acknowledgment-code) for the sending side'),
  steps: listOf(z.object({ step: text, by: text, at: text })).describe(
    'Steps, with person and time. Empty in the copy on drives',
  ),
});

/** A transfer record. */
export type TransferRecord = z.infer<typeof TRANSFER_RECORD>;
export type RecordImage = TransferRecord['images'][number];
export type RecordAttachment = NonNullable<TransferRecord['attachments']>[number];

/** Start of the origin of a signature or another attached image in a record. */
export const ATTACHED_TO = 'attached to ';

/** Returns the number of images of a record without attached images such as signatures. */
export function countRecordedImages({ images }: Pick<TransferRecord, 'images'>): number {
  const named = images.map(({ name, digest, origin }) => {
    const [, repository = name, tag] = /^([^@:]+):([^@:]+)$/.exec(name) ?? [];
    return { name, repository, tag, digest, origin };
  });
  const attached = attachedAmong(named);
  const own = named.filter((image) => !image.origin?.startsWith(ATTACHED_TO) && !attached(image));
  return new Set(own.map(({ name }) => name)).size;
}

/** Roles of the people who sign the printed record. */
export const ROLES: Readonly<Record<TransferRecord['kind'], readonly string[]>> = {
  export: [
    t('roleExportPrepared'),
    t('roleExportApproved'),
    t('roleExportHandedOver'),
    t('roleExportAccepted'),
  ],
  import: [t('roleImportReceived'), t('roleImportChecked'), t('roleImportReleased')],
};

/** Returns the record in a file, or undefined if it is invalid or of a newer version. Never throws. */
export function parseTransferRecord(content: string): TransferRecord | undefined {
  try {
    return TRANSFER_RECORD.parse(parseJson(content));
  } catch {
    return undefined;
  }
}

/** Returns the record as JSON. */
export function recordJson(record: TransferRecord): string {
  return `${inertJson(record, 2)}\n`;
}

/**
 * Returns the copy for a drive: without people and labels, and without folders and addresses of this side in overrides,
 * verdicts and origins.
 */
export function recordForDrive(record: TransferRecord): TransferRecord {
  return {
    ...record,
    overrides: record.overrides.map(overrideForDrive),
    drives: record.drives.map(({ label: _label, ...drive }) => drive),
    images: record.images.map(({ origin, verdict, ...image }) => ({
      ...image,
      origin: origin === undefined ? undefined : originForDrive(origin),
      verdict: verdict === undefined ? undefined : verdictForDrive(verdict),
    })),
    steps: [],
  };
}

/** Returns an override without a value that is a file or an address. */
function overrideForDrive(override: string): string {
  const [name = '', value] = override.split(/=(.*)/s);
  const plain = value === undefined || /^(?:true|false|sha256:[0-9a-f]{64})$/.test(value);
  return plain ? override : t('overrideValueOmitted', { option: name });
}

/** Returns an origin, for a folder with only the last part of its path. */
function originForDrive(origin: string): string {
  const local = /^(?:([a-z-]+):(?:\/\/)?)?(\.{0,2}[/\\].*|[A-Za-z]:[/\\].*)$/.exec(origin);
  if (!local) return origin;
  const [, scheme = 'oci', path = ''] = local;
  return `${scheme}:${path.split(/[/\\]/).filter(Boolean).at(-1) ?? ''}`;
}

/** Returns a verdict without details other than key IDs, fingerprints and names of overrides. */
function verdictForDrive(verdict: string): string {
  const by = /^([a-z-]+) \((.*)\)$/s.exec(verdict);
  return !by || /^(?:[0-9A-Fa-f]{8,128}|[a-z-]+)(?:, (?:[0-9A-Fa-f]{8,128}|[a-z-]+))*$/.test(by[2]!)
    ? verdict
    : by[1]!;
}
