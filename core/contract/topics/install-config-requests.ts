import { z } from 'zod';
import type { ManifestFile } from '../../install/install-config/model/manifest-file.ts';
import type { VCenterChecklist } from '../../install/install-config/vsphere/checklist.ts';
import { CLOUD_CONFIG_REQUESTS } from './cloud-config-requests.ts';
import { DAY2_REQUESTS } from './day2-requests.ts';
import { made, problem } from './vocabulary.ts';

const nothing = z.object({});
const path = z.string().min(1).max(4096);
const text = z.string().max(4_000_000);
const version = z.string().max(64);
/** What is typed and must not be seen again. */
const secret = z.string().min(1).max(1_000_000);

export type { ManifestFile, VCenterChecklist };

/** The placeholder in a page's text for a secret in the engine's memory. It is a plain scalar, also in a URL. */
export const STORED_SECRET = /secret-in-memory-[0-9a-f]{8}/;

/** An install-config.yaml that is being written. Its secrets are with the engine: the text has names for them. */
export const installConfigDraft = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,64}$/),
  /** Absolute; where Save puts it. */
  file: path,
  /** Digest of the file when it was read or saved last; absent for a new one. */
  digest: z.string().optional(),
  text,
  openShiftVersion: version.default(''),
  method: z.enum(['installer', 'agent']).default('installer'),
  /** Of the manifests; absent: derived from the name of the cluster. */
  infraId: z.string().max(27).optional(),
  /** Warnings that were decided to stay. */
  acceptedWarnings: z.array(z.string().max(4096)).max(500).default([]),
});
export type InstallConfigDraft = z.infer<typeof installConfigDraft>;

export const installConfigLine = z.object({
  id: z.string(),
  /** Of the cluster, where the text says it. */
  name: z.string(),
  file: z.string(),
  savedAt: z.string(),
});
export type InstallConfigLine = z.infer<typeof installConfigLine>;

export const INSTALL_CONFIG_REQUESTS = {
  'installConfig.list': {
    input: nothing,
    output: z.object({ drafts: z.array(installConfigLine) }),
  },
  /** A first text: a preset, or a file on the engine's host. Nothing is written but the draft. */
  'installConfig.start': {
    input: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('preset'),
        /** Of `PRESETS`; `empty`: a form for vSphere with nothing filled in. */
        preset: z.string().max(64),
        openShiftVersion: version.default(''),
        /** Where the file is to be. */
        directory: path.optional(),
      }),
      z.object({ kind: z.literal('file'), file: path, openShiftVersion: version.default('') }),
    ]),
    output: installConfigDraft,
  },
  'installConfig.read': { input: z.object({ id: z.string() }), output: installConfigDraft },
  /** Saves the draft without its secrets. Placeholders replace secrets in its text from then on. */
  'installConfig.save': {
    input: installConfigDraft,
    output: z.object({
      /** The same text with a name for each secret. */
      text: z.string(),
      /** Names whose secrets died with an engine: they are to be typed again. */
      lost: z.array(z.string()),
      /** What the rules say of the secrets themselves, which only the engine can read. */
      problems: z.array(problem),
    }),
  },
  'installConfig.remove': { input: z.object({ id: z.string() }), output: nothing },
  /** Stores an entered secret in memory. Returns its placeholder for the text. */
  'installConfig.storeSecret': {
    input: z.object({ value: secret }),
    output: z.object({ placeholder: z.string() }),
  },
  /**
   * Writes install-config.yaml with its secrets (readable only by the user), or with empty values instead. Throws
   * `file-changed` when the file no longer has the digest of the draft.
   */
  'installConfig.saveFile': {
    input: z.object({ draft: installConfigDraft, file: path, withSecrets: z.boolean() }),
    output: z.object({ file: z.string(), digest: z.string() }),
  },
  /** What the last push of a workspace or state folder left for installing, put into the text. */
  'installConfig.fromMirror': {
    input: z.object({
      text,
      /** A workspace, a state folder, or a folder with cluster resources. */
      directory: path,
      /** Whose entry of the mirror goes into the pull secret; absent: the one that Airlock would use. */
      authFile: path.optional(),
      /** PEM */
      trustBundle: path.optional(),
    }),
    output: z.object({
      text: z.string(),
      /** What was put in, in words. */
      changes: z.array(z.string()),
      problems: z.array(problem),
    }),
  },
  /** Every manifest that follows, with asterisks for secrets. */
  'installConfig.manifests': {
    input: z.object({ draft: installConfigDraft }),
    output: z.object({
      infraId: z.string(),
      /** With asterisks for secrets. */
      files: z.array(made<ManifestFile>()),
      /** What must be in each vCenter before installing. */
      checklist: z.array(made<VCenterChecklist>()),
      /** Assumptions, one sentence each. */
      notes: z.array(z.string()),
    }),
  },
  /** Writes them into a folder; those with secrets only when wanted, readable by the user alone. */
  'installConfig.saveManifests': {
    input: z.object({ draft: installConfigDraft, directory: path, withSecrets: z.boolean() }),
    output: z.object({
      files: z.array(z.string()),
      /** Files with secrets that were not wanted. */
      omitted: z.array(z.string()),
      /** In the folder before, and none of these: the installer would read them. */
      others: z.array(z.string()),
    }),
  },
  ...CLOUD_CONFIG_REQUESTS,
  ...DAY2_REQUESTS,
} as const;
