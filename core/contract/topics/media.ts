import { z } from 'zod';
import { savedJob } from './job.ts';
import { failure } from './vocabulary.ts';

const count = z.number().int().nonnegative();
const path = z.string().min(1).max(4096);
const transferName = z
  .string()
  .max(200)
  .regex(/^[a-z0-9][a-z0-9._-]*-\d+$/, 'the name of a transfer, such as fleet-0007');

/** A name that the user gives a drive, such as the label on it. */
export const driveLabel = z
  .string()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u,
    'at most 64 letters, digits, spaces, periods, underscores and hyphens',
  );

/** A removable drive. */
export const driveLine = z.object({
  /** The system's name of the drive. */
  device: z.string(),
  label: z.string().optional(),
  model: z.string().optional(),
  bytes: count,
  /** Only for mounted drives. */
  free: count.optional(),
  fileSystem: z.string().optional(),
  readOnly: z.boolean(),
  mountPoint: z.string().optional(),
  /** Whether the running system is on this drive. */
  system: z.boolean(),
  /** Maximum bytes of a file, if its file system has a limit. */
  maxFileBytes: count.optional(),
  /** Why it can't be selected as a target. */
  rejected: z
    .object({ reason: z.enum(['system', 'workspace', 'not-mounted', 'read-only']), message: z.string() })
    .optional(),
});
export type DriveLine = z.infer<typeof driveLine>;

/** A release, an operator or the remaining images, each image as `repository:tag`. */
const deliverableImages = z.object({
  name: z.string(),
  images: z.array(z.string()),
  /** The entries that are attached to an image, such as its signature. They aren't counted as images. */
  attached: z.array(z.string()).optional(),
});

/** A volume of an export, as recorded in the workspace. */
const exportVolume = z.object({
  number: count,
  name: z.string(),
  size: count,
  state: z.enum(['written', 'missing']),
  /** Label. */
  drive: z.string().optional(),
  at: z.string().optional(),
  /** `drive`: read from the drive; `memory`: possibly from the system's cache. */
  readBack: z.enum(['drive', 'memory', 'no']).optional(),
  /** The deliverable that most of its content belongs to. */
  deliverable: z.string(),
});

/** How a transfer is split into volumes for media, and how much of it is written. */
export const exportLine = z.object({
  transfer: z.string(),
  /** False for a preview of an export to these media. */
  started: z.boolean(),
  shortId: z.string(),
  revision: count,
  volumeSize: count,
  volumes: z.array(exportVolume),
  bytes: count,
  bytesWritten: count,
  /** Labels, in the order in which they were filled. */
  drives: z.array(z.string()),
  complete: z.boolean(),
  /** The volumes that the export would write to each of the requested folders that can be read now, in their order. */
  projected: z.array(z.object({ path, volumes: z.array(count), bytes: count })),
  /** The volumes that fit on none of the requested folders. None if one of these can't be read now. */
  left: z.object({ volumes: count, bytes: count }),
  /** Fingerprint of the transfer record, the same on both sides. */
  fingerprint: z.string(),
});
export type ExportLine = z.infer<typeof exportLine>;

/** The state of a volume during an export or import. */
const jobVolume = z.object({
  number: count,
  name: z.string(),
  size: count,
  state: z.enum([
    'writing',
    'reading-back',
    'written',
    'present',
    'received',
    'missing',
    'damaged',
    'altered',
  ]),
  drive: z.string().optional(),
});

/** Settings of an export. */
export const exportSettings = z.object({
  workspace: path,
  transfer: transferName,
  /** Folders on media, filled in this order. */
  to: z.array(path).min(1).max(64),
  /** Names of media, by folder. Default: the last part of the path. */
  names: z.record(path, driveLabel).optional(),
  /** Maximum bytes of a volume. Default: the size used by this export so far, or 4,000,000,000. */
  volumeSize: z.number().int().min(65_536).optional(),
  /** Writes only these volumes, even if they were written before. */
  volumes: z.array(z.number().int().positive()).min(1).max(100_000).optional(),
  profile: z.enum(['drive', 'diode']).default('drive'),
  /** Volumes of Airlock, or the format of another tool, which is written only to the named media. */
  format: z.enum(['airlock', 'oc-mirror', 'oc']).default('airlock'),
  /** A bundle archive, or a folder that contains Airlock itself. It is copied to a separate folder on the first drive. */
  app: path.optional(),
  readBack: z.boolean().default(true),
  /** A line for the header and footer of the transfer record. */
  marking: z
    .string()
    .max(120)
    .regex(/^\P{Cc}+$/u, 'one line')
    .optional(),
  /** A file with an OpenPGP private key that signs the index. */
  signKey: path.optional(),
  /** A file whose first line is the passphrase of the private key that signs. */
  passphraseFile: path.optional(),
  /** A command that checks images or files before they are exported. */
  check: z.string().min(1).max(4096).optional(),
  /** Also excludes content that it couldn't check. */
  requireCheck: z.boolean().default(false),
});
export type ExportSettingsInput = z.input<typeof exportSettings>;

/** Settings of an import. */
export const importSettings = z.object({
  /** Folders on media, in any order. */
  from: z.array(path).min(1).max(64),
  /** The folder that receives the transfers: a workspace or any other folder. */
  directory: path,
  /** Waits for files in the only folder of `from`, such as the inbox of a diode, until it is paused. */
  watch: z.boolean().default(false),
  /** OpenPGP keys. Sets whose index isn't signed by one of them are rejected. */
  verifyKey: path.optional(),
  /** A command that checks images or files before they are used. */
  check: z.string().min(1).max(4096).optional(),
  /** Also rejects content that it couldn't check. */
  requireCheck: z.boolean().default(false),
});
export type ImportSettingsInput = z.input<typeof importSettings>;

/** An export or import; its progress counts bytes. `waiting`: for a drive. */
export const mediaJob = savedJob.extend({
  kind: z.literal('media'),
  settings: z.discriminatedUnion('kind', [
    exportSettings.extend({ kind: z.literal('export') }),
    importSettings.extend({ kind: z.literal('import') }),
  ]),
  phase: z.enum([
    'planning',
    'writing',
    'reading-back',
    'flushing',
    'waiting-for-drive',
    'checking',
    'receiving',
    'verifying',
    'done',
  ]),
  /** Label of the current drive. */
  drive: z.string().optional(),
  /** Path of the drive that an export used last. */
  path: z.string().optional(),
  /** Number of the current volume. */
  volume: count.optional(),
  /** The volumes processed so far, by number. */
  volumes: z.array(jobVolume),
  /** Labels of the media from which an import read a damaged volume. */
  damaged: z.array(z.string()).optional(),
  /** Of an import that is done: `0007 is incomplete: volumes 3 and 5 are missing or damaged`, for each such transfer. */
  incomplete: z.array(z.string()).optional(),
  /** Media whose content is completely written, read back and flushed, by label. `name`: the label before it was numbered. */
  safe: z.array(
    z.object({
      drive: z.string(),
      name: z.string().optional(),
      path: z.string().optional(),
      volumes: z.array(count),
    }),
  ),
  /** What the job needs to continue, while it waits or is paused. */
  need: z
    .object({
      reason: z.enum(['next', 'too-small', 'removed', 'read-only']),
      message: z.string(),
      /** The next volume and its bytes. */
      volume: count,
      volumeBytes: count,
      /** The remaining volumes and bytes. */
      volumes: count,
      bytes: count,
      drive: z.string().optional(),
    })
    .optional(),
});
export type MediaJob = z.infer<typeof mediaJob>;

/** A volume on the receiving side. */
const arrivedVolume = z.object({
  number: count,
  name: z.string(),
  size: count,
  /** `damaged`: a copy arrived but failed verification; `missing`: no copy arrived. */
  state: z.enum(['complete', 'missing', 'damaged']),
  /** Bytes of the set in this volume, and how many of them were received. */
  bytes: count,
  bytesReceived: count,
  /** Images that are incomplete because of this volume. */
  deliverables: z.array(deliverableImages),
});

/** A transfer on the receiving side. */
export const arrival = z.object({
  transfer: z.string(),
  enclave: z.string(),
  number: count,
  directory: z.string(),
  complete: z.boolean(),
  /**
   * Every byte was verified against the index, during the import or later; false for sets copied by other means, and after
   * their files changed.
   */
  checked: z.boolean(),
  /** Why `checked` is false although the set was verified: its files changed since then, or the last verification found damage. */
  lastVerification: z.enum(['changed', 'damaged']).optional(),
  /** Whether this side verified a signature of its index. */
  origin: z.object({ state: z.enum(['verified', 'not-verified', 'rejected']), summary: z.string() }),
  bytes: count,
  bytesReceived: count,
  /** Image counts without attachments. */
  images: z.object({ total: count, complete: count }),
  volumes: z.array(arrivedVolume),
  /** All deliverables of the transfer. `missing`: number of images that aren't usable yet. */
  deliverables: z.array(
    z.object({ name: z.string(), images: count, missing: count, volumes: z.array(count) }),
  ),
  /** Missing files that don't belong to an image. */
  files: z.array(z.string()),
  /** `0007 is incomplete: volumes 3 and 5 are missing or damaged`. */
  summary: z.string(),
  code: z.string(),
  /** Fingerprint of the transfer record, the same on both sides. */
  fingerprint: z.string(),
  createdAt: z.string(),
});
export type ArrivalLine = z.infer<typeof arrival>;

/** What a drive or directory contains, without reading the content of volumes. */
export const inspectedDrive = z.object({
  path,
  /** Size and free space of its file system, if known. */
  bytes: count.optional(),
  free: count.optional(),
  transfers: z.array(
    z.object({
      transfer: z.string(),
      enclave: z.string(),
      /** Empty for a set that was copied from a workspace. */
      volumes: z.array(count),
      /** Number of all volumes, if known. */
      of: count.optional(),
      /** Bytes on the drive. */
      bytes: count,
    }),
  ),
  /** Sets of other tools. */
  foreign: z.array(z.enum(['oc-mirror', 'oc'])),
  /** Number of files and directories at its top level. */
  entries: count,
  /** Number of directories that the user of the engine has no permission to read. */
  unreadable: count,
  /** Documents that can't be used. */
  problems: z.array(failure),
});
export type InspectedDriveLine = z.infer<typeof inspectedDrive>;

/** Requests that export sets to removable media and import them. */
export const MEDIA_REQUESTS = {
  /** Removable drives. `failure` reports that this system's tools can't list them. */
  'media.drives': {
    input: z.object({
      /** To export from. Its own drive is unavailable. */
      workspace: path.optional(),
      /** To receive into. */
      directory: path.optional(),
    }),
    output: z.object({ drives: z.array(driveLine), failure: failure.optional() }),
  },
  /** Lists the transfers on a drive or in a directory. Fails if the directory does not exist. */
  'media.inspect': { input: z.object({ path }), output: inspectedDrive },
  /** Whether chosen drives and directories exist now, in the order of the paths. Reads no content. */
  'media.presence': {
    input: z.object({ paths: z.array(path).max(200) }),
    output: z.object({
      places: z.array(
        z.object({
          path,
          /** False if it doesn't exist, or if its drive is disconnected. */
          present: z.boolean(),
          /** Whether a file system is mounted here. */
          mounted: z.boolean(),
          /** Changes when another directory or file system takes its place. */
          id: z.string().optional(),
        }),
      ),
    }),
  },
  /** Flushes a drive and ejects it. `simulated`: a drive of practice, which can't be removed. */
  'media.eject': {
    input: z.object({ device: z.string().min(1).max(4096) }),
    output: z.object({ state: z.enum(['off', 'unmounted', 'simulated']) }),
  },
  /** Returns how a transfer is split for these media, and what is written so far. Writes nothing. */
  'media.planExport': {
    input: exportSettings.pick({ workspace: true, transfer: true, volumeSize: true, profile: true }).extend({
      to: z.array(path).max(64).default([]),
    }),
    output: exportLine,
  },
  /**
   * Volumes of the export that the other side is missing, by its acknowledgment code. None if everything arrived. Also for a
   * code of an earlier division into volumes.
   */
  'media.missingVolumes': {
    input: z.object({ workspace: path, transfer: transferName, code: z.string().min(1).max(4096) }),
    output: z.object({ volumes: z.array(z.number().int().positive()) }),
  },
  /** What to suggest for `app` of an export. */
  'media.suggestedApp': {
    input: z.object({ workspace: path, transfer: transferName }),
    output: z.object({
      /** The latest bundle archive on this host. */
      bundle: z.object({ file: path, bytes: count }).optional(),
      /** The site acknowledged a transfer, or Airlock was copied to a drive for it. */
      siteHasAirlock: z.boolean(),
    }),
  },
  /** Returns the job at once. Reports progress as `job` events. */
  'media.export': { input: exportSettings, output: mediaJob },
  'media.import': { input: importSettings, output: mediaJob },
  /** Resumes a paused or failed job as a new one. */
  'media.resume': { input: z.object({ id: z.string() }), output: mediaJob },
  /** The current transfer record, as a page to print. */
  'media.record': {
    input: z.object({ workspace: path, transfer: transferName }),
    output: z.object({ html: z.string(), fingerprint: z.string() }),
  },
  /** The acknowledgment for the other side, as a page to print. */
  'media.acknowledgmentPage': {
    input: z.object({
      directory: path,
      transfer: transferName,
      reached: z.enum(['imported', 'pushed', 'applied']).default('imported'),
    }),
    output: z.object({ html: z.string() }),
  },
  /** The complete and incomplete transfers of a folder on the receiving side. Doesn't read the content again. */
  'media.arrivals': {
    input: z.object({
      directory: path,
      /** The step that the content reached on this side. The code contains it. */
      reached: z.enum(['imported', 'pushed', 'applied']).default('imported'),
    }),
    output: z.object({ arrivals: z.array(arrival) }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
