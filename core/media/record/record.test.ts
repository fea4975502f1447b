import { expect, test } from 'vitest';
import { numbersText } from '../../base/document/words.ts';
import type { Digest } from '../../base/image/digest.ts';
import { recordFingerprint } from './fingerprint.ts';
import { t } from './messages.ts';
import { parseTransferRecord, recordForDrive, recordJson, type TransferRecord } from './record.ts';
import { recordCsv } from './record-csv.ts';
import { recordHtml, recordPage } from './record-html.ts';
import { pageText } from './static-page.ts';

const HEX = 'a'.repeat(64);
const digest = `sha256:${HEX}` as Digest;

function recordOf(change: Partial<TransferRecord> = {}): TransferRecord {
  return {
    format: 3,
    kind: 'export',
    tool: 'airlock 0.1.0',
    recordedAt: '2026-01-31T10:00:00Z',
    transfer: 'fleet-0007',
    enclave: 'fleet',
    number: 7,
    created: '2026-01-30T10:00:00Z',
    status: 'complete',
    marking: 'RESTRICTED <b>',
    fingerprint: '7F3K-29QX',
    indexSha256: HEX,
    signature: { by: 'key', fingerprint: 'ABCDEF0123456789ABCDEF0123456789ABCDEF01' },
    plan: { digest, approval: { by: 'command' } },
    overrides: ['ignore-release-signature', 'policy=/etc/containers/policy.json', 'src-tls-verify=false'],
    drives: [{ number: 1, label: 'STICK-A', volumes: [1, 2, 3, 5], bytes: 1234567 }],
    files: [{ name: 'mirror_000001.tar', size: 1234567, sha256: HEX }],
    volumes: [
      { number: 1, name: 'fleet-0007-v0001.tar', size: 1000, sha256: HEX, drive: 1 },
      { number: 2, name: 'fleet-0007-v0002.tar', size: 1000 },
    ],
    images: [
      {
        name: 'ubi9/ubi:latest',
        digest,
        origin: 'registry.example/ubi9/ubi:latest',
        verdict: 'verified (ABCDEF01)',
      },
      {
        name: 'my/app:1',
        digest,
        origin: 'oci:///home/alice/app',
        verdict: 'verified (/home/alice/key.pub)',
      },
      { name: 'my/catalog:1', digest, origin: 'oci:./work/catalog' },
      { name: '=cmd()|x:1', digest, origin: 'quay.example/a,"b"' },
    ],
    failed: [digest],
    check: { program: 'clamscan', version: 'ClamAV 1.0', of: 'image', passed: 3, rejected: 0, notChecked: 1 },
    steps: [{ step: 'fetched', by: 'alice@mirror1', at: '2026-01-30T10:00:00Z' }],
    ...change,
  };
}

test('the copy for a drive contains no person, label, folder or address of this side', () => {
  const crossing = recordForDrive(recordOf());
  expect(JSON.stringify(crossing)).not.toMatch(/alice|mirror1|STICK-A|\/etc|\/home|work\//);
  expect(crossing.overrides).toEqual([
    'ignore-release-signature',
    t('overrideValueOmitted', { option: 'policy' }),
    'src-tls-verify=false',
  ]);
  expect(crossing.images.map(({ origin, verdict }) => [origin, verdict])).toEqual([
    ['registry.example/ubi9/ubi:latest', 'verified (ABCDEF01)'],
    ['oci:app', 'verified'],
    ['oci:catalog', undefined],
    ['quay.example/a,"b"', undefined],
  ]);
  expect(crossing.drives).toEqual([{ number: 1, volumes: [1, 2, 3, 5], bytes: 1234567 }]);
});

test('reads the JSON that it wrote, and rejects invalid records and newer versions', () => {
  expect(parseTransferRecord(recordJson(recordOf()))).toEqual(recordOf());
  expect(parseTransferRecord('{')).toBeUndefined();
  expect(parseTransferRecord(JSON.stringify({ ...recordOf(), format: 4 }))).toBeUndefined();
  expect(parseTransferRecord(JSON.stringify({ ...recordOf(), fingerprint: '<script>' }))).toBeUndefined();
});

test('the page has no scripts and external content, and texts are escaped', () => {
  const html = recordHtml(recordOf());
  expect(html).toContain("default-src 'none'");
  expect(html).not.toMatch(/<script|<img|src=|href=|\son\w+=/);
  expect(html.match(/RESTRICTED &lt;b&gt;/g)).toHaveLength(3);
  expect(html).toContain('<td>1,234,567</td>');
  expect(html).toContain(t('recordVolumeUnwritten'));
  expect(html).toContain('<th>Signature</th>');
});

test('the page contains everything that a security office requires', () => {
  const text = pageText(recordPage(recordOf()));
  for (const word of [
    'RESTRICTED <b>',
    '7F3K-29QX',
    t('factTransferValue', { transfer: 'fleet-0007', number: '7', enclave: 'fleet' }),
    'made by key ABCDEF0123456789ABCDEF0123456789ABCDEF01',
    `${digest}, signature verified by an external command`,
    'ignore-release-signature',
    '1: STICK-A  1-3, 5',
    'clamscan (ClamAV 1.0): 3 images passed, 0 rejected, 1 not checked.',
    'alice@mirror1',
    t('signatureLine', { role: t('roleExportApproved') }),
    `mirror_000001.tar  1,234,567  ${HEX}`,
    t('recordFailedHeading'),
  ])
    expect(text).toContain(word);
  const received = pageText(
    recordPage(
      recordOf({
        kind: 'import',
        acknowledgment: { summary: '0007 is incomplete: volume 2 is missing or damaged', code: '147K-2M42' },
        volumes: [{ number: 2, name: 'p2', size: 1, state: 'missing' }],
      }),
    ),
  );
  expect(received).toContain(t('recordReceivedTitle', { transfer: 'fleet-0007' }));
  expect(received).toContain('147K-2M42\n    0007 is incomplete: volume 2 is missing or damaged');
  expect(received).toContain(t('roleImportReleased'));
  expect(received).toContain('Origin  Origin not verified: this host accepts unsigned transfers.');
});

test('the table is valid CSV, and no cell is a formula', () => {
  const lines = recordCsv(recordOf()).split('\r\n');
  const width = lines[0]!.split(',').length;
  expect(lines.at(-1)).toBe('');
  expect(lines).toContain(`transfer,record fingerprint,7F3K-29QX${','.repeat(width - 3)}`);
  expect(lines).toContain(`file,mirror_000001.tar,,1234567,${HEX}${','.repeat(width - 5)}`);
  expect(lines.find((line) => line.includes('cmd()'))).toBe(
    `image,'=cmd()|x:1,,,${HEX},"quay.example/a,""b""",,,,`,
  );
});

test('the record fingerprint depends only on index and files', () => {
  const files = [HEX, 'b'.repeat(64)];
  const hash = recordFingerprint({ indexSha256: HEX, files });
  expect(hash).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(recordFingerprint({ indexSha256: HEX, files })).toBe(hash);
  for (const other of [
    { indexSha256: HEX, files: files.toReversed() },
    { indexSha256: 'c'.repeat(64), files },
    { indexSha256: HEX, files: files.slice(1) },
    { files: [HEX, ...files] },
  ])
    expect(recordFingerprint(other)).not.toBe(hash);
});

test.each([
  [[], ''],
  [[3], '3'],
  [[5, 1, 2, 3, 9, 8], '1-3, 5, 8-9'],
])('writes the numbers %j as %j', (numbers, text) => {
  expect(numbersText(numbers)).toBe(text);
});
