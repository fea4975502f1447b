import type { Command } from '@commander-js/extra-typings';
import { asAirlockError, type Problem } from '../../../core/base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../../core/base/files/atomic-file.ts';
import type { ChainSite, SiteContent, SiteTransfer } from '../../../core/contract/topics/sites.ts';
import type { ReceivedSet } from '../../../core/media/delivery/received.ts';
import type { Reached } from '../../../core/media/transfer/acknowledgment-code.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import { bytes, duration, table } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import { requireDirectory } from '../../terminal/require-directory.ts';
import { warned } from '../../terminal/warned.ts';
import { t } from '../runs/messages.ts';

type Terminal = CommandContext['terminal'];

/** `airlock transfers sites` */
export function addTransfersSites(transfers: Command): void {
  addCommand(
    transfers,
    'sites <file://DIR> [more...]',
    t('sites'),
    (command) => command,
    async ({ terminal }, _options, [first, more]) => {
      const directories = [first!, ...[more ?? []].flat()].map((url) =>
        userPath(directoryOf(url, 'transfers sites')),
      );
      for (const directory of directories) await requireDirectory(directory, t('sitesFolderMissingRemedy'));
      const { siteChain } = await import('../../../core/media/sites/chain.ts');
      const { sites } = await siteChain(directories);
      terminal.print(table([HEAD, ...sites.map((site) => row(site, sites))]));
      for (const site of sites) for (const line of transitLines(site)) terminal.print(line);
      terminal.result({ sites });
      return 0;
    },
  );
}

const HEAD = [
  t('siteColumn'),
  t('arrivedColumn'),
  t('sizeColumn'),
  t('inTransitColumn'),
  t('waitingColumn'),
  t('acknowledgedColumn'),
  t('reportedColumn'),
];

function row(site: ChainSite, sites: readonly ChainSite[]): string[] {
  const { content, inTransit, waiting, transfers, lastAcknowledgedAt, reportedAt, kind } = site;
  const amount = (state: SiteTransfer['state'], size: number) => {
    const count = transfers.filter((transfer) => transfer.state === state).length;
    return count > 0 ? t('transferAmount', { count, size: bytes(size) }) : '-';
  };
  const known = kind !== 'sender';
  return [
    `${'  '.repeat(depthOf(site, sites))}${siteName(site)}`,
    known ? contentWords(content) : '-',
    known ? bytes(content.bytes) : '-',
    amount('in-transit', inTransit.bytes),
    amount('waiting', waiting.bytes),
    lastAcknowledgedAt ?? '-',
    reportedAt ?? '-',
  ];
}

function siteName({ kind, name }: ChainSite): string {
  if (kind === 'sender') return t('senderSite');
  if (kind !== 'here') return name;
  return name === '' ? t('thisHost') : t('thisHostNamed', { name });
}

function depthOf({ parent }: ChainSite, sites: readonly ChainSite[]): number {
  const above = sites.find(({ id }) => id === parent);
  return above ? depthOf(above, sites) + 1 : 0;
}

function contentWords({ releases, operators, other }: SiteContent): string {
  if (releases.length + operators.length + other.length === 0) return '-';
  return t('siteContent', { releases: releases.length, operators: operators.length, other: other.length });
}

/** Returns a line for each transfer that hasn't arrived, with its age. */
function transitLines(site: ChainSite): string[] {
  return site.transfers.flatMap(({ state, name, createdAt, bytes: size, deliverables }) =>
    state === 'in-transit' || state === 'waiting'
      ? [
          t(state === 'waiting' ? 'siteWaiting' : 'siteTransit', {
            transfer: name,
            site: siteName(site),
            size: bytes(size),
            age: duration(Math.max(0, Date.now() - Date.parse(createdAt))),
            content: deliverables.join(', ') || '-',
          }),
        ]
      : [],
  );
}

/** Creates the report of this site, and writes it to a file. @returns the received transfers. @throws AirlockError as `makeReport`, `disk` */
export async function writeReport(
  terminal: Terminal,
  directory: string,
  options: { file: string; next: readonly string[]; reached: Reached; signal: AbortSignal },
): Promise<{ received: ReceivedSet[]; file: string; sites: string[] }> {
  const { makeReport } = await import('../../../core/media/sites/make-report.ts');
  const { reportText } = await import('../../../core/media/sites/site-report.ts');
  const { reached, signal } = options;
  const next = options.next.map((url) => userPath(directoryOf(url, '--next')));
  const made = await makeReport({ directory, next, reached, signal, tool: hostFacts().tool });
  const file = userPath(options.file);
  const text = reportText(made.report);
  await writeFileAtomic(file, text).catch((error: unknown) => {
    throw asAirlockError(error);
  });
  terminal.print(
    t('reportWritten', { file, size: bytes(Buffer.byteLength(text)), sites: made.sites.join(', ') || '-' }),
  );
  return { received: made.received, file, sites: made.sites };
}

/** Whether an argument of `transfers ack` is a file. Codes consist of letters, digits, dashes and spaces. */
export function isReportFile(argument: string): boolean {
  return /[./\\]/.test(argument);
}

/** Records a report of the other side. */
export async function recordReport(terminal: Terminal, directory: string, file: string): Promise<number> {
  const { acceptReport } = await import('../../../core/media/sites/accept-report.ts');
  const problems: Problem[] = [];
  const read = await acceptReport(directory, userPath(file), warned(terminal, problems));
  for (const { transfer, summary } of read.acknowledged)
    terminal.print(t('reportAcknowledged', { transfer, enclave: read.enclave, summary }));
  for (const summary of read.unknown) terminal.print(t('reportUnknown', { summary }));
  terminal.print(t('reportRecorded', { enclave: read.enclave, sites: read.sites.join(', ') || '-' }));
  terminal.result({ ...read, problems });
  return 0;
}
