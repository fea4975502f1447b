import { originText, signerText } from '../../content/signature/origin.ts';
import { countRecordedImages, type RecordImage, ROLES, type TransferRecord } from './record.ts';
import { type PagePart, pageHtml, type StaticPage } from './static-page.ts';

/** The record as a page to print and sign. */
export function recordHtml(record: TransferRecord): string {
  return pageHtml(recordPage(record));
}

/** What the page of a record holds, for HTML and for a terminal. */
export function recordPage(record: TransferRecord): StaticPage {
  const {
    kind,
    transfer,
    marking,
    media,
    pieces: volumes,
    files,
    images,
    failed,
    overrides,
    people,
  } = record;
  const parts: PagePart[] = [
    {
      mark: record.shortHash,
      caption:
        'Record fingerprint, computed from the digests of the index and of all files. If the record of the other side shows another one, the records describe different transfers.',
    },
    { columns: ['', ''], rows: summaryOf(record) },
  ];
  if (record.acknowledgement)
    parts.push(
      { heading: 'Report to the sending side' },
      { mark: record.acknowledgement.code, caption: record.acknowledgement.words },
    );
  if (media.length > 0)
    parts.push(
      { heading: 'Media' },
      {
        columns: ['Medium', 'Pieces', 'Bytes'],
        rows: media.map(({ number, label, pieces: on, bytes }) => [
          label === undefined ? `${number}` : `${number}: ${label}`,
          numbersText(on),
          grouped(bytes),
        ]),
      },
    );
  if (volumes.length > 0)
    parts.push(
      { heading: 'Pieces on media' },
      {
        columns: ['Piece', 'File', 'Bytes', 'SHA-256', kind === 'export' ? 'Medium' : 'Arrived'],
        rows: volumes.map(({ number, name, size, sha256, medium, state }) => [
          `${number}`,
          name,
          grouped(size),
          sha256 ?? (kind === 'export' ? 'not written yet' : 'not told'),
          (kind === 'export' ? medium?.toString() : state) ?? '',
        ]),
      },
    );
  const arrived = files.some(({ state }) => state !== undefined);
  parts.push(
    { heading: 'Files of the transfer' },
    {
      columns: ['File', 'Bytes', 'SHA-256', ...(arrived ? ['Arrived'] : [])],
      rows: files.map(({ name, size, sha256, state }) => [
        name,
        grouped(size),
        sha256,
        ...(arrived ? [state ?? ''] : []),
      ]),
    },
  );
  if (record.check) {
    const { program, version, of, passed, refused: rejected, notChecked } = record.check;
    parts.push(
      { heading: 'Check' },
      {
        text: `${program}, ${version}: ${passed} ${of}s passed, ${rejected} refused, ${notChecked} not checked.`,
      },
    );
  }
  if (overrides.length > 0)
    parts.push({ heading: 'Allowed by hand' }, { columns: ['Override'], rows: overrides.map((o) => [o]) });
  if (people.length > 0)
    parts.push(
      { heading: 'Who and when' },
      { columns: ['Step', 'By', 'At'], rows: people.map(({ step, by, at }) => [step, by, at]) },
    );
  parts.push({ heading: 'Signatures' }, { signatures: ROLES[kind] }, ...imageParts(images, kind));
  if (failed.length > 0)
    parts.push(
      { heading: 'Wanted, and not in this transfer' },
      { columns: ['Digest'], rows: failed.map((digest) => [digest]) },
    );
  return {
    title: kind === 'export' ? `Transfer record ${transfer}` : `Transfer record ${transfer}: received`,
    marking,
    parts,
  };
}

function summaryOf(record: TransferRecord): string[][] {
  const { files, signature, plan } = record;
  const total = files.reduce((sum, { size }) => sum + size, 0);
  return [
    ['Transfer', `${record.transfer}: number ${record.number} to ${record.enclave}`],
    ...(record.marking === undefined ? [] : [['Marking', record.marking]]),
    [
      'Made',
      `${record.created}, ${record.status === 'complete' ? 'complete' : 'without images that failed'}`,
    ],
    ['Content', `${grouped(total)} bytes; files: ${files.length}, images: ${countRecordedImages(record)}`],
    ['This record', `${record.made}, ${record.tool}`],
    ...(record.indexSha256 === undefined ? [] : [['SHA-256 of index.json', record.indexSha256]]),
    ...(record.kind === 'export'
      ? [['Index signature', signature ? `made by ${signerText(signature)}` : 'none']]
      : [['Origin', originText(record.origin ?? { state: 'not-verified' })]]),
    [
      'Approved plan',
      plan
        ? `${plan.digest}${plan.approval ? `, signature verified by ${signerText(plan.approval)}` : ', no signature required'}`
        : 'none',
    ],
  ];
}

function imageParts(images: readonly RecordImage[], kind: TransferRecord['kind']): PagePart[] {
  const checked = images.some(({ check }) => check !== undefined);
  const arrived = images.some(({ whole: complete }) => complete !== undefined);
  return [
    { heading: 'Images' },
    ...(kind === 'import'
      ? [{ text: 'Origins and signatures are what the record of the sending side tells.' }]
      : []),
    {
      columns: [
        'Image',
        'Origin',
        'Digest',
        'Signature',
        ...(checked ? ['Check'] : []),
        ...(arrived ? ['Arrived'] : []),
      ],
      rows: images.map(({ name, origin, digest, verdict, check, whole: complete }) => [
        name,
        origin ?? 'not told',
        digest,
        verdict ?? 'not told',
        ...(checked ? [check ?? ''] : []),
        ...(arrived ? [complete === undefined ? '' : complete ? 'whole' : 'not whole'] : []),
      ]),
    },
  ];
}

/** `1-4, 7` */
export function numbersText(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

/** Digits in groups of three, apart from each other by no-break spaces. */
export function grouped(value: number): string {
  return `${value}`.replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0');
}
