import { z } from 'zod';
import { enclaveName } from './vocabulary.ts';

const count = z.number().int().nonnegative();

/**
 * State of a transfer at the site that receives it. `in-transit`: the site that sent it has no acknowledgment. `lost`: nothing
 * of it arrived.
 */
const siteTransferState = z.enum(['in-transit', 'arrived', 'incomplete', 'lost']);

/** A transfer to a site. */
const siteTransfer = z.object({
  name: z.string(),
  state: siteTransferState,
  /** The furthest step that its acknowledgment reports. */
  reached: z.enum(['imported', 'pushed', 'applied']).optional(),
  createdAt: z.string(),
  acknowledgedAt: z.string().optional(),
  images: count,
  bytes: count,
  /** `release 4.16.1-x86_64`, `operator anvil-operator`, … */
  deliverables: z.array(z.string()),
});
export type SiteTransfer = z.infer<typeof siteTransfer>;

/** Content by kind. `images` and `bytes` count the transfers that contain it. */
const siteContent = z.object({
  releases: z.array(z.string()),
  operators: z.array(z.string()),
  /** Charts, the update graph, additional images. */
  other: z.array(z.string()),
  images: count,
  bytes: count,
});
export type SiteContent = z.infer<typeof siteContent>;

/** Content that another site can be supplied with: received sets, or a mirror registry. */
export const siteSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sets'), directory: z.string().min(1).max(4096) }),
  z.object({ kind: z.literal('registry'), registry: z.string().min(1).max(512) }),
]);
export type SiteSource = z.infer<typeof siteSource>;

/** A site of the chain. */
const chainSite = z.object({
  /** Unique in the chain. */
  id: z.string(),
  /** `sender`: the unknown site that supplies this host. `here`: this host. `registry`: a mirror registry without sets. */
  kind: z.enum(['sender', 'here', 'enclave', 'registry']),
  /** Empty for a sender, and for a host that received nothing. */
  name: z.string(),
  /** The site that supplies it. Absent for the first one. */
  parent: z.string().optional(),
  /** Creation time of the site report that describes it. Absent for a site that records on this host describe. */
  reportedAt: z.string().optional(),
  /** The workspace with its ledger, and its enclave there. Absent for reported sites. */
  workspace: z.string().optional(),
  enclave: z.string().optional(),
  /** For a registry: `registry.lab:5000/ocp`. */
  registry: z.string().optional(),
  /** The source of its last run, if that isn't the original registries. */
  source: siteSource.optional(),
  /** Content that arrived there. For this host: its own content. */
  content: siteContent,
  /** Content of transfers without an acknowledgment. */
  inTransit: siteContent,
  /** Newest first. */
  transfers: z.array(siteTransfer),
  /** Time of the last acknowledgment or push. */
  lastAcknowledgedAt: z.string().optional(),
});
export type ChainSite = z.infer<typeof chainSite>;

/** What a site report would record, or has recorded. */
export const readSiteReport = z.object({
  enclave: enclaveName,
  createdAt: z.string(),
  /** Transfers of this workspace, with their acknowledgment: `0007 is complete`. */
  acknowledged: z.array(z.object({ transfer: z.string(), summary: z.string() })),
  /** Acknowledgments of transfers from other workspaces. */
  unknown: z.array(z.string()),
  /** Names of the sites in the report, the suppliers first. */
  sites: z.array(z.string()),
});
export type ReadSiteReport = z.infer<typeof readSiteReport>;
