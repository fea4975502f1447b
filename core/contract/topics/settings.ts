import { z } from 'zod';
import { session } from './session.ts';
import { gapSide, mirrorSettings } from './vocabulary.ts';

const { parallelImages, parallelLayers, rate, windows, archiveSizeGiB, authFile, maxNestedPaths } =
  mirrorSettings.shape;
// Without the defaults of the fields, because zod applies them even below `partial`.
const ownDefaults = z.object({
  parallelImages: parallelImages.unwrap(),
  parallelLayers: parallelLayers.unwrap(),
  rate: rate.unwrap(),
  windows: windows.unwrap(),
  archiveSizeGiB: archiveSizeGiB.unwrap(),
  authFile: authFile.unwrap(),
  maxNestedPaths: maxNestedPaths.unwrap(),
});

/** Defaults for new runs. Airlock's own default applies to absent fields. */
export const runDefaults = ownDefaults.partial();
export type RunDefaults = z.infer<typeof runDefaults>;

/** A registry that the user added to the list. Never contains credentials. */
const listedRegistry = z.object({
  /** `registry.lab:5000` or `registry.lab:5000/mirror`. */
  name: z.string().min(1),
  tlsVerify: z.boolean().default(true),
});

export const settings = z.object({
  side: gapSide
    .optional()
    .describe('Side of the air gap that this host is on. Absent until the first question is answered'),
  theme: z.enum(['system', 'light', 'dark']).default('system').describe('Theme'),
  workspaces: z.array(z.string()).default([]).describe('Workspaces, most recently opened first'),
  registries: z.array(listedRegistry).default([]).describe('Registries that the user added'),
  defaults: runDefaults.default({}).describe('Defaults of new runs'),
  workspaceWindows: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe('Transfer windows by workspace. Workspaces without an entry use the default windows'),
  tourEnded: z
    .boolean()
    .optional()
    .describe('Whether the tour of the app was finished or skipped. It then no longer starts automatically'),
  crashSeen: z
    .string()
    .optional()
    .describe('Time of the latest crash report that the user has closed in the app'),
});
export type Settings = z.infer<typeof settings>;

/** Changes only the given fields. `null` in `defaults` removes a default. */
export const settingsChange = z.object({
  side: gapSide.optional(),
  theme: z.enum(['system', 'light', 'dark']).optional(),
  tourEnded: z.literal(true).optional(),
  crashSeen: z.string().max(40).optional(),
  registries: z.array(listedRegistry).optional(),
  defaults: z
    .object({
      parallelImages: runDefaults.shape.parallelImages.nullable(),
      parallelLayers: runDefaults.shape.parallelLayers.nullable(),
      rate: runDefaults.shape.rate.nullable(),
      windows: runDefaults.shape.windows.nullable().optional(),
      archiveSizeGiB: runDefaults.shape.archiveSizeGiB.nullable(),
      authFile: runDefaults.shape.authFile.nullable(),
      maxNestedPaths: runDefaults.shape.maxNestedPaths.nullable(),
    })
    .optional(),
  /** Transfer windows of a workspace. `null` removes them, so that the default applies. */
  workspaceWindows: z
    .object({ workspace: z.string().min(1), windows: z.array(z.string().max(1000)).max(100).nullable() })
    .optional(),
});

/** The host that the engine runs on. */
export const hostDescription = z.object({
  version: z.string(),
  carrier: z.enum(['desktop', 'browser']),
  platform: z.string(),
  hostName: z.string(),
  user: z.string(),
  home: z.string(),
  /** Default folder of the disconnected side's runs and resources. */
  stateDirectory: z.string(),
  /** The file that `keep: auth-file` writes to. */
  authFile: z.string(),
  /** Whether the system's key store can store entered credentials; if not, why. */
  keyStore: z.object({ available: z.boolean(), reason: z.string().optional() }),
  /** `paths.pick` opens a native dialog. */
  nativeDialogs: z.boolean(),
  /** Proxies from the environment, without user info. */
  proxies: z.array(z.object({ name: z.string(), value: z.string() })),
  license: z.string(),
  /** The role of this session, and the name it acts in. */
  session,
});
export type HostDescription = z.infer<typeof hostDescription>;

export const keepCredentials = z.enum(['session', 'key-store', 'auth-file']);
export type KeepCredentials = z.infer<typeof keepCredentials>;

/** The source of the credentials that Airlock would use for a registry; never the credentials. */
export const registryEntry = z.object({
  name: z.string(),
  tlsVerify: z.boolean(),
  /** Whether it is on the user's list. Other registries come from auth files or configurations. */
  listed: z.boolean(),
  credentials: z.object({
    from: z.enum(['none', 'session', 'key-store', 'auth-file', 'helper']),
    /** `~/.docker/config.json, entry quay.io`. */
    where: z.string().optional(),
    user: z.string().optional(),
  }),
  /** Mirrors from registries.conf. */
  mirrors: z.array(z.string()),
  /** Remarks, such as rewritten or blocked by registries.conf, or a custom CA: one sentence each. */
  notes: z.array(z.string()),
});
export type RegistryEntry = z.infer<typeof registryEntry>;

export const testStage = z.enum(['name', 'connection', 'tls', 'login', 'path']);
export type TestStage = z.infer<typeof testStage>;

export const registryTest = z.object({
  name: z.string(),
  /** The address that was contacted, after applying registries.conf. */
  address: z.string(),
  at: z.string(),
  stages: z.array(
    z.object({
      stage: testStage,
      result: z.enum(['passed', 'failed', 'skipped', 'warning']),
      /** The result as a sentence. */
      detail: z.string(),
      /** The sentence without the name of the registry and the source of the credentials, if it contains them. */
      finding: z.string().optional(),
      ms: z.number().nonnegative().optional(),
      code: z.string().optional(),
      remedy: z.string().optional(),
    }),
  ),
});
export type RegistryTest = z.infer<typeof registryTest>;

export const authority = z.object({
  subject: z.string(),
  issuer: z.string(),
  notAfter: z.string(),
  /** The file it comes from. */
  file: z.string(),
  /** `host` for certs.d. */
  scope: z.string(),
});
export type Authority = z.infer<typeof authority>;

export const diagnosticsFile = z.object({ name: z.string(), bytes: z.number().int(), text: z.string() });
export type DiagnosticsFile = z.infer<typeof diagnosticsFile>;
