import type { SiteSource, SiteTransfer } from '../../contract/topics/sites.ts';
import { readAcknowledgment } from '../transfer/acknowledgment-code.ts';
import { REPORT_LIMITS, type ReportedSite, type ReportedTransfer } from './site-report.ts';

/** A transfer to a site, with what identifies its set. */
export interface KnownTransfer extends SiteTransfer {
  number: number;
  shortId: string;
  /** The acknowledgment code of the site. */
  code?: string | undefined;
}

/** A site with the sites that it supplies. */
export interface SiteNode {
  kind: 'enclave' | 'registry';
  name: string;
  /** Absent for reported sites. */
  workspace?: string | undefined;
  enclave?: string | undefined;
  registry?: string | undefined;
  /** The source of its last run, if that isn't the original registries. */
  source?: SiteSource | undefined;
  reported?: string | undefined;
  /** Newest first. */
  transfers: KnownTransfer[];
  below: SiteNode[];
}

/** Identifies the set of a transfer on all sites. */
export function setIdentity({ name, shortId }: Pick<KnownTransfer, 'name' | 'shortId'>): string {
  return `${name} ${shortId}`;
}

/** Returns whether two nodes describe one site: they have a set in common. */
function isSameSite(a: SiteNode, b: SiteNode): boolean {
  if (a.kind === 'registry' || b.kind === 'registry') return a.kind === b.kind && a.name === b.name;
  const sets = new Set(a.transfers.map(setIdentity));
  return b.transfers.some((transfer) => sets.has(setIdentity(transfer)));
}

/**
 * Adds the sites of a report below the site that reported them. Sites that records on this host describe are left unchanged,
 * because their records are newer.
 * @param known all sites that records on this host describe
 */
export function addReported(
  parent: SiteNode,
  { sites, created }: { sites: readonly ReportedSite[]; created: string },
  known: readonly SiteNode[],
): void {
  for (const site of sites) {
    const reported = nodeOf(site, created);
    const own = known.find((each) => isSameSite(each, reported));
    if (!own) parent.below.push(reported);
    addReported(own ?? reported, { sites: site.sites, created }, known);
  }
}

/** Returns the node of a reported site, without the sites below it. */
function nodeOf({ name, kind, reported, transfers }: ReportedSite, created: string): SiteNode {
  return {
    ...{ kind, name, below: [] },
    registry: kind === 'registry' ? name : undefined,
    reported: reported ?? created,
    transfers: transfers.map(({ created: createdAt, exported, acknowledged, ...transfer }) => ({
      ...transfer,
      createdAt,
      exportedAt: exported,
      acknowledgedAt: acknowledged,
      ...stateOf(kind, { code: transfer.code, exportedAt: exported }),
    })),
  };
}

/** Returns the state of a transfer. Registries are filled directly. */
export function stateOf(
  kind: SiteNode['kind'],
  { code, exportedAt }: Pick<KnownTransfer, 'code' | 'exportedAt'>,
): Pick<KnownTransfer, 'state' | 'reached'> {
  if (kind === 'registry') return { state: 'arrived', reached: 'pushed' };
  if (code === undefined) return { state: exportedAt === undefined ? 'waiting' : 'in-transit' };
  const { missing, reached } = readAcknowledgment(code);
  if (missing === 'all') return { state: 'lost' };
  return { state: missing.length > 0 ? 'incomplete' : 'arrived', reached };
}

/** Returns the form of a site in reports. */
export function reportedSite({ kind, name, reported, transfers, below }: SiteNode): ReportedSite {
  return {
    ...{ name, kind, reported },
    transfers: transfers.slice(0, REPORT_LIMITS.transfers).map(reportedTransfer),
    sites: below.map(reportedSite),
  };
}

function reportedTransfer(transfer: KnownTransfer): ReportedTransfer {
  const { name, number, shortId, createdAt, exportedAt, images, bytes, deliverables, code } = transfer;
  return {
    ...{ name, number, shortId, created: createdAt, images, bytes, deliverables, code },
    exported: exportedAt,
    acknowledged: transfer.acknowledgedAt,
  };
}
