import { numbersText } from '../../base/document/words.ts';
import { bytesText } from '../../base/messages/bytes-text.ts';
import { originText, signerText } from '../../content/signature/origin-text.ts';
import { t } from './messages.ts';
import {
  countRecordedImages,
  type RecordAttachment,
  type RecordImage,
  ROLES,
  type TransferRecord,
} from './record.ts';
import { type PagePart, pageHtml, type StaticPage } from './static-page.ts';

/** Returns the record as a page to print and sign. */
export function recordHtml(record: TransferRecord): string {
  return pageHtml(recordPage(record));
}

/** Returns the content of a record's page, for HTML and for a terminal. */
export function recordPage(record: TransferRecord): StaticPage {
  const { kind, transfer, marking, drives, volumes, files, images, failed, overrides, steps } = record;
  const parts: PagePart[] = [
    {
      mark: record.fingerprint,
      caption: t('fingerprintMeaning'),
    },
    { columns: ['', ''], rows: summaryOf(record) },
  ];
  if (record.acknowledgment)
    parts.push(
      { heading: t('recordAcknowledgmentHeading') },
      { mark: record.acknowledgment.code, caption: record.acknowledgment.summary },
    );
  if (drives.length > 0)
    parts.push(
      { heading: t('recordDrivesHeading') },
      {
        columns: [t('driveColumn'), t('recordDriveVolumesColumn'), t('bytesColumn')],
        rows: drives.map(({ number, label, volumes: on, bytes }) => [
          label === undefined ? `${number}` : t('recordDrive', { number, label }),
          numbersText(on),
          grouped(bytes),
        ]),
      },
    );
  if (volumes.length > 0)
    parts.push(
      { heading: t('recordVolumesHeading') },
      {
        columns: [
          t('volumeColumn'),
          t('fileColumn'),
          t('bytesColumn'),
          'SHA-256',
          kind === 'export' ? t('driveColumn') : t('recordArrivalColumn'),
        ],
        rows: volumes.map(({ number, name, size, sha256, drive, state }) => [
          `${number}`,
          name,
          grouped(size),
          sha256 ?? (kind === 'export' ? t('recordVolumeUnwritten') : t('recordUnreported')),
          (kind === 'export' ? drive?.toString() : stateText(state)) ?? '',
        ]),
      },
    );
  const arrived = files.some(({ state }) => state !== undefined);
  parts.push(
    { heading: t('recordFilesHeading') },
    {
      columns: [t('fileColumn'), t('bytesColumn'), 'SHA-256', ...(arrived ? [t('recordArrivalColumn')] : [])],
      rows: files.map(({ name, size, sha256, state }) => [
        name,
        grouped(size),
        sha256,
        ...(arrived ? [stateText(state) ?? ''] : []),
      ]),
    },
  );
  if (record.check) {
    const { of, rejected, ...check } = record.check;
    parts.push(
      { heading: t('recordCheckHeading') },
      {
        text: t(of === 'image' ? 'recordCheckImages' : 'recordCheckFiles', { ...check, rejected }),
      },
    );
  }
  if (overrides.length > 0)
    parts.push(
      { heading: t('recordOverridesHeading') },
      { columns: [t('recordOverrideColumn')], rows: overrides.map((option) => [option]) },
    );
  if (steps.length > 0)
    parts.push(
      { heading: t('recordStepsHeading') },
      {
        columns: [t('recordStepColumn'), t('recordPersonColumn'), t('recordTimeColumn')],
        rows: steps.map(({ step, by, at }) => [step, by, at]),
      },
    );
  parts.push(
    { heading: t('recordSignaturesHeading') },
    { signatures: ROLES[kind] },
    ...imageParts(images, kind),
    ...attachmentParts(record.attachments ?? []),
  );
  if (failed.length > 0)
    parts.push(
      { heading: t('recordFailedHeading') },
      { columns: [t('digestColumn')], rows: failed.map((digest) => [digest]) },
    );
  return {
    title: t(kind === 'export' ? 'recordTitle' : 'recordReceivedTitle', { transfer }),
    marking,
    parts,
  };
}

function summaryOf(record: TransferRecord): string[][] {
  const { files, signature, plan } = record;
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const { created, recordedAt, tool, origin } = record;
  const time = { time: created };
  return [
    [
      t('factTransfer'),
      t('factTransferValue', {
        transfer: record.transfer,
        number: String(record.number),
        enclave: record.enclave,
      }),
    ],
    ...(record.marking === undefined ? [] : [[t('factMarking'), record.marking]]),
    [
      t('factCreated'),
      record.status === 'complete' ? t('factCreatedComplete', time) : t('factCreatedPartial', time),
    ],
    [
      t('factContent'),
      t('factContentValue', {
        size: bytesText(total),
        bytes: total,
        files: files.length,
        images: countRecordedImages(record),
      }),
    ],
    [t('factRecord'), t('factRecordValue', { time: recordedAt, tool })],
    ...(record.indexSha256 === undefined ? [] : [[t('factIndexDigest'), record.indexSha256]]),
    record.kind === 'export'
      ? [
          t('factIndexSignature'),
          signature ? t('factIndexSignatureValue', { signer: signerText(signature) }) : t('factNone'),
        ]
      : [t('factOrigin'), originText(origin ?? { state: 'not-verified' })],
    [t('factPlan'), plan ? planText(plan) : t('factNone')],
  ];
}

function planText({ digest, approval }: NonNullable<TransferRecord['plan']>): string {
  return approval
    ? t('factPlanApproved', { digest, signer: signerText(approval) })
    : t('factPlanUnsigned', { digest });
}

const STATE_TEXT = {
  complete: t('recordStateComplete'),
  missing: t('recordStateMissing'),
  damaged: t('recordStateDamaged'),
  incomplete: t('recordStateIncomplete'),
};
const CHECK_TEXT = {
  passed: t('recordCheckPassed'),
  rejected: t('recordCheckRejected'),
  'not-checked': t('recordCheckMissing'),
};

function stateText(state: keyof typeof STATE_TEXT | undefined): string | undefined {
  return state && STATE_TEXT[state];
}

function imageParts(images: readonly RecordImage[], kind: TransferRecord['kind']): PagePart[] {
  const checked = images.some(({ check }) => check !== undefined);
  const arrived = images.some(({ complete }) => complete !== undefined);
  return [
    { heading: t('recordImagesHeading') },
    ...(kind === 'import' ? [{ text: t('recordSenderReport') }] : []),
    {
      columns: [
        t('recordImageColumn'),
        t('recordOriginColumn'),
        t('digestColumn'),
        t('signatureColumn'),
        ...(checked ? [t('recordCheckColumn')] : []),
        ...(arrived ? [t('recordArrivalColumn')] : []),
      ],
      rows: images.map(({ name, origin, digest, verdict, check, complete }) => [
        name,
        origin ?? t('recordUnreported'),
        digest,
        verdict ?? t('recordUnreported'),
        ...(checked ? [check ? CHECK_TEXT[check] : ''] : []),
        ...(arrived
          ? [complete === undefined ? '' : complete ? STATE_TEXT.complete : STATE_TEXT.incomplete]
          : []),
      ]),
    },
  ];
}

function attachmentParts(attachments: readonly RecordAttachment[]): PagePart[] {
  if (attachments.length === 0) return [];
  const checked = attachments.some(({ check }) => check !== undefined);
  const arrived = attachments.some(({ complete }) => complete !== undefined);
  return [
    { heading: t('recordAttachmentsHeading') },
    {
      columns: [
        t('fileColumn'),
        t('bytesColumn'),
        t('digestColumn'),
        t('recordNoteColumn'),
        ...(checked ? [t('recordCheckColumn')] : []),
        ...(arrived ? [t('recordArrivalColumn')] : []),
      ],
      rows: attachments.map(({ name, size, digest, note, check, complete }) => [
        name,
        grouped(size),
        digest,
        note ?? '',
        ...(checked ? [check ? CHECK_TEXT[check] : ''] : []),
        ...(arrived ? [stateText(complete ? 'complete' : 'incomplete') ?? ''] : []),
      ]),
    },
  ];
}

/** Returns a number with its digits in groups of three: `12,928,000`. */
export function grouped(value: number): string {
  return `${value}`.replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
