import { z } from 'zod';
import { savedJob } from './job.ts';
import { failure } from './vocabulary.ts';

const count = z.number().int().nonnegative();
const path = z.string().min(1).max(4096);
const transferName = z
  .string()
  .max(200)
  .regex(/^[a-z0-9][a-z0-9._-]*-\d+$/, 'the name of a transfer, such as fleet-0007');

/** A drive that can be taken out. */
export const driveLine = z.object({
  /** As the system calls the volume. */
  device: z.string(),
  label: z.string().optional(),
  model: z.string().optional(),
  bytes: count,
  /** Only of drives that are mounted. */
  free: count.optional(),
  fileSystem: z.string().optional(),
  readOnly: z.boolean(),
  mountPoint: z.string().optional(),
  /** The running system is on it. */
  system: z.boolean(),
  /** Largest file in bytes, where its file system has a limit. */
  maxFileBytes: count.optional(),
  /** Why it is not offered to be written. */
  rejected: z
    .object({ reason: z.enum(['system', 'workspace', 'not-mounted', 'read-only']), words: z.string() })
    .optional(),
});
export type DriveLine = z.infer<typeof driveLine>;

/** A release, an operator or the rest, with its images as `repository:tag`. */
const deliverableImages = z.object({
  name: z.string(),
  images: z.array(z.string()),
  /** Those of them that are attached to an image, such as its signature, and are not counted as images. */
  attached: z.array(z.string()).optional(),
});

/** A carry piece of an export, as the workspace knows it. */
const exportVolume = z.object({
  number: count,
  name: z.string(),
  size: count,
  state: z.enum(['written', 'missing']),
  /** Label. */
  medium: z.string().optional(),
  at: z.string().optional(),
  /** `medium`: past the system's memory, `memory`: maybe out of it. */
  readBack: z.enum(['medium', 'memory', 'no']).optional(),
  /** What most of it is for. */
  deliverable: z.string(),
});

/** How a transfer is cut for media, and how much of it is written. */
export const exportLine = z.object({
  transfer: z.string(),
  /** False: this is what an export to these media would do. */
  started: z.boolean(),
  shortId: z.string(),
  revision: count,
  volumeSize: count,
  volumes: z.array(exportVolume),
  bytes: count,
  bytesWritten: count,
  /** Labels, in the order they were filled. */
  media: z.array(z.string()),
  complete: z.boolean(),
  /** The same on the paper of both sides. */
  fingerprint: z.string(),
});
export type ExportLine = z.infer<typeof exportLine>;

/** What becomes of a piece while a call on media works. */
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
  medium: z.string().optional(),
});

/** How an export is made. */
export const exportSettings = z.object({
  workspace: path,
  transfer: transferName,
  /** Folders on media, filled one after another. */
  to: z.array(path).min(1).max(64),
  /** Bytes; no piece is larger. Default: that of the export so far, or 4,000,000,000. */
  volumeSize: z.number().int().min(65_536).optional(),
  /** Only these, also when they were written before. */
  volumes: z.array(z.number().int().positive()).min(1).max(100_000).optional(),
  profile: z.enum(['folders', 'diode']).default('folders'),
  /** Pieces of Airlock, or what another tool reads; those are written onto the named media alone. */
  format: z.enum(['airlock', 'oc-mirror', 'oc']).default('airlock'),
  /** A folder that holds Airlock itself, put onto the first medium in a folder of its own. */
  app: path.optional(),
  readBack: z.boolean().default(true),
  /** One line at the head and foot of the transfer record. */
  marking: z
    .string()
    .max(120)
    .regex(/^\P{Cc}+$/u, 'one line')
    .optional(),
  /** A file with an OpenPGP private key that signs the index. */
  signKey: path.optional(),
  /** A file whose first line is the passphrase of the private key that signs. */
  passphraseFile: path.optional(),
  /** A command line that images or files have to pass before they leave. */
  check: z.string().min(1).max(4096).optional(),
  /** What it could not check stays here, too. */
  requireCheck: z.boolean().default(false),
});
export type ExportSettingsInput = z.input<typeof exportSettings>;

/** How transfers are received. */
export const importSettings = z.object({
  /** Folders on media, in any order. */
  from: z.array(path).min(1).max(64),
  /** Where they are put together: a workspace or any folder. */
  directory: path,
  /** Waits for files that arrive in the one folder of `from`, such as that of a diode, until it is paused. */
  watch: z.boolean().default(false),
  /** OpenPGP keys: a set whose index none of them signed is not taken. */
  verifyKey: path.optional(),
  /** A command line that images or files have to pass before they are used. */
  check: z.string().min(1).max(4096).optional(),
  /** What it could not check is not used either. */
  requireCheck: z.boolean().default(false),
});
export type ImportSettingsInput = z.input<typeof importSettings>;

/** An export or import; its progress counts bytes. `waiting`: for a medium. */
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
    'waiting-for-medium',
    'checking',
    'receiving',
    'verifying',
    'done',
  ]),
  /** Label of the medium that is worked on. */
  medium: z.string().optional(),
  /** Number of the piece that is worked on. */
  volume: count.optional(),
  /** Those that were touched, by number. */
  volumes: z.array(jobVolume),
  /** Media that everything was written to, read back and flushed. */
  safe: z.array(z.object({ medium: z.string(), path: z.string().optional(), volumes: z.array(count) })),
  /** What is needed to go on, while it waits or has paused. */
  need: z
    .object({
      reason: z.enum(['next', 'too-small', 'gone', 'read-only']),
      message: z.string(),
      /** The next piece and its bytes. */
      volume: count,
      volumeBytes: count,
      /** All that is left. */
      volumes: count,
      bytes: count,
      medium: z.string().optional(),
    })
    .optional(),
});
export type MediaJob = z.infer<typeof mediaJob>;

/** A piece at the receiving side. */
const arrivedVolume = z.object({
  number: count,
  name: z.string(),
  size: count,
  /** `damaged`: a copy was here and is not right; `missing`: none was. */
  state: z.enum(['complete', 'missing', 'damaged']),
  /** Bytes of the set in it, and how many of them are in place. */
  bytes: count,
  bytesReceived: count,
  /** Which images lack something because of it. */
  deliverables: z.array(deliverableImages),
});

/** A transfer at the receiving side. */
export const arrival = z.object({
  transfer: z.string(),
  enclave: z.string(),
  number: count,
  directory: z.string(),
  complete: z.boolean(),
  /** Every byte was compared with the index as it came; false for sets that were copied by other means. */
  checked: z.boolean(),
  /** Whether a signature over its index was verified here. */
  origin: z.object({ state: z.enum(['verified', 'not-verified', 'rejected']), words: z.string() }),
  bytes: count,
  bytesReceived: count,
  /** Without what is attached to them. */
  images: z.object({ total: count, complete: count }),
  volumes: z.array(arrivedVolume),
  /** Every deliverable in it; `lacking`: images that cannot be used yet. */
  deliverables: z.array(
    z.object({ name: z.string(), images: count, missing: count, volumes: z.array(count) }),
  ),
  /** Files that are no image and are missing. */
  files: z.array(z.string()),
  /** `0007 incomplete: volumes 3 and 5 are missing`. */
  words: z.string(),
  code: z.string(),
  /** The same on the paper of both sides. */
  fingerprint: z.string(),
  createdAt: z.string(),
});
export type ArrivalLine = z.infer<typeof arrival>;

/** Removable media: sets onto them, and back from them. */
export const MEDIA_REQUESTS = {
  /** Drives that can be taken out; `failure` where this system's tools cannot list them. */
  'media.drives': {
    input: z.object({ workspace: path.optional() }),
    output: z.object({ drives: z.array(driveLine), failure: failure.optional() }),
  },
  /** Flushes a drive and ejects it. */
  'media.eject': {
    input: z.object({ device: z.string().min(1).max(4096) }),
    output: z.object({ state: z.enum(['off', 'unmounted']) }),
  },
  /** How a transfer is cut for these media, and what of it is written; nothing is written by asking. */
  'media.planExport': {
    input: exportSettings.pick({ workspace: true, transfer: true, volumeSize: true, profile: true }).extend({
      to: z.array(path).max(64).default([]),
    }),
    output: exportLine,
  },
  /** Answers at once with the job; `job` events tell of it. */
  'media.export': { input: exportSettings, output: mediaJob },
  'media.import': { input: importSettings, output: mediaJob },
  /** Resumes a job that has paused or failed, as a new one. */
  'media.resume': { input: z.object({ id: z.string() }), output: mediaJob },
  /** The transfer record as it is now, as a page to print. */
  'media.record': {
    input: z.object({ workspace: path, transfer: transferName }),
    output: z.object({ html: z.string(), fingerprint: z.string() }),
  },
  /** What to tell the other side, as a page to print. */
  'media.acknowledgementPage': {
    input: z.object({
      directory: path,
      transfer: transferName,
      reached: z.enum(['imported', 'pushed', 'applied']).default('imported'),
    }),
    output: z.object({ html: z.string() }),
  },
  /** The transfers of a folder at the receiving side: whole ones and those that still arrive. No byte is read again. */
  'media.arrivals': {
    input: z.object({
      directory: path,
      /** How far the content came here; it is in the code. */
      reached: z.enum(['imported', 'pushed', 'applied']).default('imported'),
    }),
    output: z.object({ arrivals: z.array(arrival) }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
