import { z } from 'zod';
import type { CloudConfigConversion } from '../../install/cloud-config/convert-cloud-config.ts';
import type { InstallStep } from '../../install/install-config/manifests/user-provisioned.ts';
import type { ManifestFile } from '../../install/install-config/model/manifest-file.ts';
import type { VCenterChecklist } from '../../install/install-config/vsphere/checklist.ts';
import { DAY2_REQUESTS } from './day2-requests.ts';
import { doctorFinding } from './doctor.ts';
import { made, problem } from './vocabulary.ts';

const nothing = z.object({});
const path = z.string().min(1).max(4096);
const text = z.string().max(4_000_000);
const cloudConfigText = z.string().max(1_000_000);
const version = z.string().max(64);
/** A secret that a user enters. It is never shown again. */
const secret = z.string().min(1).max(1_000_000);

export type { InstallStep, ManifestFile, VCenterChecklist };

/** The placeholder in a page's text for a secret in the engine's memory. It is a plain scalar, also in a URL. */
export const STORED_SECRET = /secret-in-memory-[0-9a-f]{8}/;

/** An install-config.yaml that is being edited. The engine has its secrets; the text contains placeholders. */
export const installConfigDraft = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,64}$/),
  /** Absolute path that Save writes to. */
  file: path,
  /** Digest of the file when it was read or saved last; absent for a new one. */
  digest: z.string().optional(),
  text,
  openShiftVersion: version.default(''),
  method: z.enum(['installer', 'user-provisioned', 'agent']).default('installer'),
  /** Infrastructure ID of the manifests; absent: derived from the cluster name. */
  infraId: z.string().max(27).optional(),
  /** Warnings that the user accepted. */
  acceptedWarnings: z.array(z.string().max(4096)).max(500).default([]),
});
export type InstallConfigDraft = z.infer<typeof installConfigDraft>;

export const installConfigLine = z.object({
  id: z.string(),
  /** Name of the cluster, if the text contains it. */
  name: z.string(),
  file: z.string(),
  savedAt: z.string(),
});
export type InstallConfigLine = z.infer<typeof installConfigLine>;

/** The result of a test of a vCenter. It never contains the password. */
export const vcenterTest = z.object({
  server: z.string(),
  /** The host and port that were contacted. */
  address: z.string(),
  at: z.string(),
  /** One for each check and each object of the inventory, the most severe first. */
  findings: z.array(doctorFinding),
});
export type VCenterTest = z.infer<typeof vcenterTest>;

export const INSTALL_CONFIG_REQUESTS = {
  'installConfig.list': {
    input: nothing,
    /** `unreadable`: why other drafts can't be read. */
    output: z.object({ drafts: z.array(installConfigLine), unreadable: z.array(problem) }),
  },
  /** Creates a draft from a preset or a file on the engine's host. Writes only the draft. */
  'installConfig.start': {
    input: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('preset'),
        /** A key of `PRESETS`, or `empty` for an empty vSphere form. */
        preset: z.string().max(64),
        openShiftVersion: version.default(''),
        /** Path of the new file. */
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
      /** The text with a placeholder for each secret. */
      text: z.string(),
      /** Placeholders whose secrets were lost with an earlier engine and must be entered again. */
      lost: z.array(z.string()),
      /** Problems in the secrets themselves, which only the engine can read. */
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
  /** Adds the installation settings from the last push of a workspace or state folder to the text. */
  'installConfig.fromMirror': {
    input: z.object({
      text,
      /** A workspace, a state folder, or a folder with cluster resources. */
      directory: path,
      /** Auth file whose entry for the mirror goes into the pull secret; absent: the one that Airlock would use. */
      authFile: path.optional(),
      /** PEM */
      trustBundle: path.optional(),
    }),
    output: z.object({
      text: z.string(),
      /** Sentences about what was added. */
      changes: z.array(z.string()),
      problems: z.array(problem),
    }),
  },
  /**
   * Connects to a vCenter of the text, logs in, and checks that the objects of its failure domains exist. Only reads.
   * `vcenter`: position in `vcenters`.
   */
  'installConfig.testVCenter': {
    input: z.object({ draft: installConfigDraft, vcenter: z.number().int().nonnegative().max(100) }),
    output: vcenterTest,
  },
  /** Every manifest generated from the text, with asterisks for secrets. */
  'installConfig.manifests': {
    input: z.object({ draft: installConfigDraft }),
    output: z.object({
      infraId: z.string(),
      /** With asterisks for secrets. */
      files: z.array(made<ManifestFile>()),
      /** Requirements for each vCenter before the installation. */
      checklist: z.array(made<VCenterChecklist>()),
      /** Steps of an installation with user-provisioned machines. */
      steps: z.array(made<InstallStep>()),
      /** Assumptions and notices, as clauses. */
      notes: z.array(z.string()),
    }),
  },
  /** Writes the manifests to a folder. Those with secrets are optional and readable only by the user. */
  'installConfig.saveManifests': {
    input: z.object({ draft: installConfigDraft, directory: path, withSecrets: z.boolean() }),
    output: z.object({
      files: z.array(z.string()),
      /** Files with secrets that weren't requested. */
      omitted: z.array(z.string()),
      /** Other files in the folder, which the installer would also read. */
      others: z.array(z.string()),
    }),
  },
  /** A configuration of the vSphere cloud provider as YAML; credentials in clear text are never copied. */
  'cloudConfig.convert': {
    input: z.object({
      file: path.optional(),
      text: cloudConfigText.optional(),
      layout: z.enum(['minimal', 'full']).default('minimal'),
    }),
    /** `given`: what was given, with asterisks for credentials. */
    output: made<CloudConfigConversion & { given: string }>(),
  },
  /** Writes a converted configuration. Throws `file-changed` if the file exists already. */
  'cloudConfig.save': {
    input: z.object({ file: path, text: cloudConfigText }),
    output: z.object({ file: z.string() }),
  },
  ...DAY2_REQUESTS,
} as const;
