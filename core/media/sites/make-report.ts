import { AirlockError } from '../../base/errors/airlock-error.ts';
import { readSetIndex } from '../../store/set-format/set-index.ts';
import { type ReceivedSet, receivedSets } from '../delivery/received.ts';
import type { Reached } from '../transfer/acknowledgment-code.ts';
import { siteTree } from './chain.ts';
import { t } from './messages.ts';
import { type SiteReport, sealedReport, sitesBelow } from './site-report.ts';
import { reportedSite, type SiteNode } from './site-tree.ts';

/** A report with the received transfers that it acknowledges. */
export interface MadeReport {
  report: SiteReport;
  received: ReceivedSet[];
  /** Names of the sites in the report. */
  sites: string[];
}

/**
 * Returns the report of this site for the one that supplies it: acknowledgment codes of received transfers, and all that is
 * known about the next sites. Reads every byte of the transfers. Contains no host, user or path, apart from the name of a
 * workspace for enclave `default`.
 * @param options.directory a folder with received transfers
 * @param options.next workspaces of the sites that are supplied from them
 * @throws AirlockError `usage` for transfers of several enclaves, or for a workspace that has no next site; those of
 *   `receivedSets` and `siteTree`
 */
export async function makeReport(options: {
  directory: string;
  next: readonly string[];
  tool: string;
  reached?: Reached;
  signal?: AbortSignal;
  onProgress?: (progress: { bytes: number; total: number }) => void;
  now?: Date;
}): Promise<MadeReport> {
  const { directory, next, tool, now = new Date(), ...reading } = options;
  const sites = suppliedSites((await siteTree(next)).sites);
  const empty = next.find((workspace) => !sites.some((site) => isOf(workspace, site)));
  if (empty !== undefined)
    throw new AirlockError('usage', t('nextUnknown', { directory: empty }), {
      remedy: t('nextUnknownRemedy'),
    });
  const received = await receivedSets(directory, reading);
  const enclaves = new Set<string>();
  for (const set of received) enclaves.add((await readSetIndex(set.directory))?.enclave ?? 'default');
  const [enclave, other] = [...enclaves];
  if (enclave === undefined || other !== undefined)
    throw new AirlockError(
      'usage',
      enclave === undefined
        ? t('setsEmpty', { directory })
        : t('enclavesAmbiguous', { directory, enclaves: [...enclaves].join(', ') }),
      { remedy: t('enclavesAmbiguousRemedy') },
    );
  const report = sealedReport({
    ...{ tool, enclave },
    created: `${now.toISOString().slice(0, 19)}Z`,
    acknowledgments: received.map(({ code }) => code),
    sites: sites.map(reportedSite),
  });
  return { report, received, sites: [...sitesBelow(report.sites)].map(({ name }) => name) };
}

/** Returns the workspaces of sites that are supplied from here. @throws as `siteTree` */
export async function nextWorkspaces(directories: readonly string[]): Promise<string[]> {
  const { sites } = await siteTree(directories);
  const supplied = suppliedSites(sites);
  return [...new Set(directories)].filter((each) => supplied.some((site) => isOf(each, site)));
}

/** Whether a workspace has the transfers of a site or of one below it. */
function isOf(workspace: string, { workspace: own, below }: SiteNode): boolean {
  return own === workspace || below.some((site) => isOf(workspace, site));
}

/** Returns the first sites on each path that are supplied from here, not from the original registries. */
function suppliedSites(sites: readonly SiteNode[]): SiteNode[] {
  return sites.flatMap((site) => (site.source ? [site] : suppliedSites(site.below)));
}
