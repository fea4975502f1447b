import { z } from 'zod';
import { enclaveName, problem } from './vocabulary.ts';

const count = z.number().int().nonnegative();

/**
 * State of a transfer to a site. `waiting`: complete, but neither written to media nor acknowledged. `in-transit`: written to
 * media, but not acknowledged. `lost`: nothing of it arrived.
 */
const siteTransferState = z.enum(['waiting', 'in-transit', 'arrived', 'incomplete', 'lost']);

/** A transfer to a site. */
const siteTransfer = z.object({
  name: z.string(),
  state: siteTransferState,
  /** The furthest step that its acknowledgment reports. */
  reached: z.enum(['imported', 'pushed', 'applied']).optional(),
  createdAt: z.string(),
  exportedAt: z.string().optional(),
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
const siteSource = z.discriminatedUnion('kind', [
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
  /** Content that hasn't arrived: in transit, and waiting to be carried. */
  inTransit: siteContent,
  waiting: siteContent,
  /** Newest first. */
  transfers: z.array(siteTransfer),
  /** Time of the last acknowledgment or push. */
  lastAcknowledgedAt: z.string().optional(),
});
export type ChainSite = z.infer<typeof chainSite>;

/** What a site report would record, or has recorded. */
const readSiteReport = z.object({
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

/** Content of received sets or of a mirror registry that a configuration for another site can select. */
const availableContent = z.object({
  /** Release channels with their mirrored versions, oldest first. */
  channels: z.array(z.object({ name: z.string(), versions: z.array(z.string()) })),
  /** Update graph data. */
  graph: z.boolean(),
  /** `entire`: every package of the catalog is available, and the list is empty. */
  catalogs: z.array(z.object({ catalog: z.string(), entire: z.boolean(), packages: z.array(z.string()) })),
  images: z.array(z.string()),
  charts: z.array(z.string()),
});
export type AvailableContent = z.infer<typeof availableContent>;

const name = z.string().min(1).max(1024);

/** Available content that was selected. */
const contentSelection = z.object({
  channels: z.array(z.object({ name, from: name, to: name })).max(200),
  graph: z.boolean(),
  /** Without packages: the entire catalog. */
  catalogs: z.array(z.object({ catalog: name, packages: z.array(name).max(5000) })).max(100),
  images: z.array(name).max(20_000),
  charts: z.array(name).max(5000),
});
export type ContentSelection = z.infer<typeof contentSelection>;

const path = z.string().min(1).max(4096);
const ticket = z.string().min(1).max(64);

/** Requests about the chain of sites, and about content for the next ones. */
export const SITE_REQUESTS = {
  /** The sites that the workspaces and state folders of this host describe, suppliers before the sites they supply. */
  'sites.describe': {
    input: z.object({}),
    /** `sources`: content on this host that other sites can be supplied with. */
    output: z.object({ sites: z.array(chainSite), sources: z.array(siteSource) }),
  },
  /** Returns what a site report would record. Writes nothing. */
  'sites.readReport': { input: z.object({ workspace: path, file: path }), output: readSiteReport },
  /** Records the acknowledgments of a site report, and what it says about further sites. */
  'sites.recordReport': {
    input: z.object({ workspace: path, file: path }),
    output: readSiteReport.extend({ problems: z.array(problem) }),
  },
  /**
   * Writes the report of this site about received transfers and the sites that this host supplies. Reads every byte of the
   * transfers. Reports progress as `job` events with its ticket. Throws `file-changed` if the file exists.
   */
  'sites.writeReport': {
    input: z.object({
      directory: path,
      file: path,
      reached: z.enum(['imported', 'pushed', 'applied']).default('imported'),
      ticket,
    }),
    output: z.object({ file: z.string(), bytes: count, sites: z.array(z.string()) }),
  },
  /** Content that another site can be supplied with. Contacts no registry. */
  'sites.available': { input: z.object({ source: siteSource }), output: availableContent },
  /** Writes a configuration with the selected content to a new file in the workspace, which is created if necessary. */
  'sites.configure': {
    input: z.object({ source: siteSource, selection: contentSelection, workspace: path }),
    output: z.object({ file: z.string() }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
