import { z } from 'zod';
import { visibleLine } from '../../base/document/inert-text.ts';
import { listOf } from '../../base/document/list-schema.ts';
import { notJson, parseJson } from '../../base/document/parse-json.ts';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { readRegularFile } from '../../base/files/regular-file.ts';
import { type FileFormat, inCurrentFormat } from '../../base/formats/file-format.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { readAcknowledgment } from '../transfer/acknowledgment-code.ts';
import { t } from './messages.ts';

/** Format of the site reports that this version writes and reads. */
const REPORT_FORMAT = 1;
const REPORT = { kind: 'report', current: REPORT_FORMAT } as const satisfies FileFormat;

/** Limits of a report, which anybody could have changed. */
export const REPORT_LIMITS = {
  bytes: 4 * 2 ** 20,
  /** Sites that supply one another, one below the other. */
  depth: 16,
  /** All sites together. */
  sites: 500,
  transfers: 500,
  deliverables: 5000,
} as const;

const line = z
  .string()
  .min(1)
  .max(300)
  .refine((text) => visibleLine(text) === text, 'a name with control characters');
const time = z.iso.datetime({ offset: true }).max(40);
const count = z.number().int().nonnegative();
const code = z.string().max(8000);

const REPORTED_TRANSFER = z.object({
  name: line.describe('Name of the transfer'),
  number: count.describe('Its number'),
  shortId: z
    .string()
    .regex(/^[0-9A-Z]{4}$/)
    .describe('Short ID of its set, as in acknowledgment codes'),
  created: time.describe('Creation time'),
  images: count.describe('Number of images'),
  bytes: count.describe('Bytes of all files'),
  deliverables: listOf(line, { max: REPORT_LIMITS.deliverables }).describe(
    'Releases, operators and other deliverables',
  ),
  code: code
    .optional()
    .describe('[Acknowledgment code](records.md#acknowledgment-code) of the site. Absent without one'),
  exported: time.optional().describe('Time when it was completely written to media'),
  acknowledged: time.optional().describe('Time when the code was recorded'),
});
/** A transfer to a site in a report. */
export type ReportedTransfer = z.infer<typeof REPORTED_TRANSFER>;

/** A site in a report, with the sites that it supplies. */
export interface ReportedSite {
  name: string;
  kind: 'enclave' | 'registry';
  /** Creation time of the report in which the supplier learned about it. */
  reported?: string | undefined;
  transfers: ReportedTransfer[];
  sites: ReportedSite[];
}

const REPORTED_SITE: z.ZodType<ReportedSite> = z.object({
  name: line.describe('Enclave, directory or registry'),
  kind: z
    .enum(['enclave', 'registry'])
    .describe('Whether the site receives transfers, or a registry is filled'),
  reported: time.optional().describe("Creation time of the site's own report. Absent for direct knowledge"),
  transfers: listOf(REPORTED_TRANSFER, { max: REPORT_LIMITS.transfers }).describe('Newest transfers first'),
  get sites() {
    return z.array(REPORTED_SITE).max(REPORT_LIMITS.sites).describe('Sites that it supplies');
  },
});

/** A site report: what `transfers code --report` writes. */
export const SITE_REPORT = z.object({
  kind: z.literal('airlock-site-report').describe('Type of the file'),
  format: z.literal(REPORT_FORMAT),
  tool: line.describe('Name and version of the writer'),
  created: time.describe('Creation time'),
  enclave: line.describe('Enclave of the reporting site'),
  acknowledgments: listOf(code, { min: 1, max: REPORT_LIMITS.transfers }).describe(
    'Acknowledgment codes of the transfers that the site received',
  ),
  sites: listOf(REPORTED_SITE, { max: REPORT_LIMITS.sites }).describe('Sites that it supplies'),
  digest: z
    .string()
    .max(100)
    .describe('SHA-256 of the JSON text of the object without this field. Another value is rejected'),
});
/** What a site received, and what it knows about the sites that it supplies. */
export type SiteReport = z.infer<typeof SITE_REPORT>;

/** Returns a report with format and digest. */
export function sealedReport(content: Omit<SiteReport, 'kind' | 'format' | 'digest'>): SiteReport {
  const report = { kind: 'airlock-site-report', format: REPORT_FORMAT, ...content } as const;
  return { ...report, digest: sha256(JSON.stringify(report)) };
}

/** Returns the text of a report file. */
export function reportText(report: SiteReport): string {
  return `${JSON.stringify(report)}\n`;
}

/**
 * Reads a report from a file that another site wrote.
 * @throws AirlockError `config-unreadable`, `config-invalid`, `workspace-format` for another version, `acknowledgment-invalid`
 *   for a wrong code
 */
export async function readReport(file: string): Promise<{ report: SiteReport; text: string }> {
  const text = await textOf(file);
  return { report: parseReport(text, file), text };
}

/** Returns the report in a text. @throws as {@link readReport} */
export function parseReport(text: string, file: string): SiteReport {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw invalid(file, notJson(cause));
  }
  const { kind } = Object(value) as { kind?: unknown };
  if (kind === 'airlock-site-report') value = inCurrentFormat(value, file, REPORT);
  // Before the schema, whose recursion follows the depth of the text.
  if (kind === 'airlock-site-report') checkSites(Object(value).sites, file);
  const parsed = SITE_REPORT.safeParse(value);
  if (!parsed.success) throw invalid(file, parsed.error.issues[0]?.message ?? 'unknown');
  const { digest, ...content } = parsed.data;
  const { digest: _digest, ...given } = value as SiteReport;
  if (sha256(JSON.stringify(given)) !== digest) throw invalid(file, t('reportAltered'));
  for (const each of content.acknowledgments) readAcknowledgment(each);
  for (const site of sitesBelow(content.sites))
    for (const transfer of site.transfers) checkCode(transfer, file);
  return parsed.data;
}

/** Yields all sites of a report, the suppliers first. */
export function* sitesBelow(sites: readonly ReportedSite[]): Generator<ReportedSite> {
  for (const site of sites) {
    yield site;
    yield* sitesBelow(site.sites);
  }
}

/** @throws AirlockError `config-invalid` for too many sites */
function checkSites(sites: unknown, file: string): void {
  let level: unknown[] = Array.isArray(sites) ? sites : [];
  let found = 0;
  for (let depth = 0; level.length > 0; depth++) {
    found += level.length;
    if (depth >= REPORT_LIMITS.depth || found > REPORT_LIMITS.sites)
      throw invalid(
        file,
        t('reportTooManySites', { sites: REPORT_LIMITS.sites, depth: REPORT_LIMITS.depth }),
      );
    level = level.flatMap((site) => {
      const below = Object(site).sites as unknown;
      return Array.isArray(below) ? below.slice(0, REPORT_LIMITS.sites + 1) : [];
    });
  }
}

/** Rejects a code of another transfer, as for direct acknowledgments. */
function checkCode({ name, number, shortId, code: given }: ReportedTransfer, file: string): void {
  if (given === undefined) return;
  const read = readAcknowledgment(given);
  if (read.number !== number || read.shortId !== shortId)
    throw new AirlockError('acknowledgment-invalid', t('reportCodeForeign', { file, transfer: name }), {
      side: 'local',
    });
}

function invalid(file: string, reason: string): AirlockError {
  return new AirlockError('config-invalid', t('reportInvalid', { file, reason }), {
    at: { file },
    remedy: t('reportInvalidRemedy'),
  });
}

async function textOf(file: string): Promise<string> {
  const content = await readRegularFile(file, REPORT_LIMITS.bytes).catch((thrown: unknown) => {
    throw new AirlockError('config-unreadable', asAirlockError(thrown).message, {
      at: { file },
      cause: thrown,
    });
  });
  if (content === 'not-regular') throw invalid(file, t('reportNotFile'));
  if (content === 'too-large') throw invalid(file, t('reportTooLarge', { limit: REPORT_LIMITS.bytes }));
  return content.toString('utf8');
}
