import { z } from 'zod';
import { session } from './session.ts';
import { gapSide, mirrorSettings } from './vocabulary.ts';

const { parallelImages, parallelLayers, rate, windows, archiveSizeGiB, authFile, maxNestedPaths } =
  mirrorSettings.shape;
// Without the defaults of the fields themselves: zod fills these in, also below `partial`.
const ownDefaults = z.object({
  parallelImages: parallelImages.unwrap(),
  parallelLayers: parallelLayers.unwrap(),
  rate: rate.unwrap(),
  windows: windows.unwrap(),
  archiveSizeGiB: archiveSizeGiB.unwrap(),
  authFile: authFile.unwrap(),
  maxNestedPaths: maxNestedPaths.unwrap(),
});

/** Defaults for new runs; what is absent is Airlock's own default. */
export const runDefaults = ownDefaults.partial();
export type RunDefaults = z.infer<typeof runDefaults>;

/** A registry that the user put on the list; credentials are never part of it. */
const listedRegistry = z.object({
  /** `registry.lab:5000` or `registry.lab:5000/mirror`. */
  name: z.string().min(1),
  tlsVerify: z.boolean().default(true),
});

export const settings = z.object({
  side: gapSide.optional().describe('Side of this host. Absent until the first question is answered'),
  theme: z.enum(['system', 'light', 'dark']).default('system').describe('Theme'),
  workspaces: z.array(z.string()).default([]).describe('Workspaces, the last opened first'),
  registries: z.array(listedRegistry).default([]).describe('Registries on the list'),
  defaults: runDefaults.default({}).describe('Defaults of new runs'),
  workspaceWindows: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe('Transfer windows by workspace. Other workspaces use the default'),
});
export type Settings = z.infer<typeof settings>;

/** Only the fields that are given are changed; `null` in `defaults` takes a default away. */
export const settingsChange = z.object({
  side: gapSide.optional(),
  theme: z.enum(['system', 'light', 'dark']).optional(),
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
  /** Windows of a workspace; `null` takes them away, so that the default counts. */
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
  /** From the environment, without user info. */
  proxies: z.array(z.object({ name: z.string(), value: z.string() })),
  licence: z.string(),
  /** What this session may do, and in whose name. */
  session,
});
export type HostDescription = z.infer<typeof hostDescription>;

export const keepCredentials = z.enum(['session', 'key-store', 'auth-file']);
export type KeepCredentials = z.infer<typeof keepCredentials>;

/** Where Airlock would take the credentials of a registry from; never what they are. */
export const registryEntry = z.object({
  name: z.string(),
  tlsVerify: z.boolean(),
  /** On the user's list; the others are found in auth files or configurations. */
  listed: z.boolean(),
  credentials: z.object({
    from: z.enum(['none', 'session', 'key-store', 'auth-file', 'helper']),
    /** `~/.docker/config.json, entry quay.io`. */
    where: z.string().optional(),
    user: z.string().optional(),
  }),
  /** Other places that registries.conf sends it to. */
  mirrors: z.array(z.string()),
  /** Rewritten or blocked by registries.conf, a CA of its own: one sentence each. */
  notes: z.array(z.string()),
});
export type RegistryEntry = z.infer<typeof registryEntry>;

export const testStage = z.enum(['name', 'connection', 'tls', 'login', 'path']);
export type TestStage = z.infer<typeof testStage>;

export const registryTest = z.object({
  name: z.string(),
  /** The address that was really asked, after registries.conf. */
  address: z.string(),
  at: z.string(),
  stages: z.array(
    z.object({
      stage: testStage,
      result: z.enum(['passed', 'failed', 'skipped', 'warning']),
      /** What was found, in a sentence. */
      detail: z.string(),
      /** The same without the name of the registry and where the login comes from, where it has these. */
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
