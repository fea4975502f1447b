import { z } from 'zod';
import { CLUSTER_REQUESTS } from './topics/clusters.ts';
import { COMPARISON_REQUESTS } from './topics/content/catalog-comparison.ts';
import { MAPPING_REQUESTS } from './topics/content/mapping.ts';
import { PIN_REQUESTS } from './topics/content/pins.ts';
import { SERVE_REQUESTS } from './topics/content/served.ts';
import { DELETE_REQUESTS } from './topics/deletes.ts';
import { DRAFT_REQUESTS } from './topics/drafts.ts';
import { HOSTS_REQUESTS } from './topics/hosts.ts';
import { INSTALL_CONFIG_REQUESTS } from './topics/install-config-requests.ts';
import { JOB_REQUESTS } from './topics/jobs.ts';
import { KEY_REQUESTS } from './topics/keys.ts';
import { MEDIA_REQUESTS } from './topics/media.ts';
import { practiceState } from './topics/practice.ts';
import { REGISTRY_CONTENT_REQUESTS } from './topics/registry/registry-content.ts';
import { RELEASE_REQUESTS } from './topics/releases.ts';
import { REGISTRY_REQUESTS } from './topics/requests/registries.ts';
import { RUN_REQUESTS } from './topics/requests/runs.ts';
import { UPGRADE_REQUESTS } from './topics/requests/upgrades.ts';
import { NOTICE_REQUESTS, NOTIFICATION_REQUESTS } from './topics/schedules/notifications.ts';
import { OVERVIEW_REQUESTS } from './topics/schedules/overview.ts';
import { SCHEDULE_REQUESTS } from './topics/schedules/schedules.ts';
import { diagnosticsFile, hostDescription, settings, settingsChange } from './topics/settings.ts';
import { SITE_REQUESTS } from './topics/sites.ts';
import { TRANSFER_REQUESTS } from './topics/transfers.ts';
import { problem } from './topics/vocabulary.ts';
import { configurationLine, workspaceLine } from './topics/workspace.ts';

const nothing = z.object({});
const count = z.number().int().nonnegative();
const path = z.string().min(1).max(4096);

/**
 * Every request of the application. A feature is one entry here, one handler in `core/app/service`, and its screen.
 * Errors are AirlockErrors with the codes of `core/base/errors/codes.ts`.
 */
export const CONTRACT = {
  'host.describe': { input: nothing, output: hostDescription },

  'settings.read': { input: nothing, output: settings },
  'settings.write': { input: settingsChange, output: settings },

  /** The workspaces on the list, the most recently opened first. */
  'workspaces.list': { input: nothing, output: z.object({ workspaces: z.array(workspaceLine) }) },
  /** Adds a folder to the list; `create` creates a folder that doesn't exist. */
  'workspaces.open': {
    input: z.object({ directory: path, create: z.boolean().default(false) }),
    output: workspaceLine,
  },
  /** Removes it from the list; files on disk are left unchanged. */
  'workspaces.forget': { input: z.object({ directory: path }), output: nothing },

  /** Folders and files on the engine's host whose path begins with `text`. */
  'paths.complete': {
    input: z.object({
      text: z.string().max(4096),
      kind: z.enum(['directory', 'file']),
      extensions: z.array(z.string()).default([]),
    }),
    output: z.object({
      entries: z.array(z.object({ path: z.string(), name: z.string(), kind: z.enum(['directory', 'file']) })),
      truncated: z.boolean(),
    }),
  },
  /** Opens a native dialog. Throws `unsupported` on a host without one (`host.describe`, nativeDialogs). No path: canceled. */
  'paths.pick': {
    input: z.object({
      kind: z.enum(['directory', 'file', 'save']),
      title: z.string().max(200),
      startAt: z.string().max(4096).optional(),
      extensions: z.array(z.string()).default([]),
    }),
    output: z.object({ path: z.string().optional() }),
  },

  /** Configurations used by or stored in this workspace, the most recently used first. */
  'configurations.list': {
    input: z.object({ workspace: path }),
    output: z.object({ configurations: z.array(configurationLine) }),
  },
  'configurations.read': {
    input: z.object({ file: path }),
    output: z.object({ file: z.string(), text: z.string(), digest: z.string() }),
  },
  /** Problems of a text, as found by `airlock config validate` and by the engine's own limits. */
  'configurations.check': {
    input: z.object({ file: z.string().max(4096), text: z.string().max(4_000_000) }),
    output: z.object({
      ok: z.boolean(),
      kind: z.string().optional(),
      apiVersion: z.string().optional(),
      /** Whether it names operator catalogs; absent when unknown. */
      operators: z.boolean().optional(),
      /** Whether it requests the update graph image; absent when unknown. */
      graph: z.boolean().optional(),
      problems: z.array(problem),
    }),
  },
  /** Throws `file-changed` when the file no longer has the digest it was read with. */
  'configurations.save': {
    input: z.object({ file: path, text: z.string().max(4_000_000), digest: z.string().optional() }),
    output: z.object({ file: z.string(), digest: z.string() }),
  },

  ...RUN_REQUESTS,
  ...REGISTRY_REQUESTS,
  ...UPGRADE_REQUESTS,
  ...COMPARISON_REQUESTS,
  ...MAPPING_REQUESTS,
  ...PIN_REQUESTS,
  ...SERVE_REQUESTS,
  ...DRAFT_REQUESTS,
  ...HOSTS_REQUESTS,
  ...INSTALL_CONFIG_REQUESTS,
  ...CLUSTER_REQUESTS,
  ...DELETE_REQUESTS,
  ...REGISTRY_CONTENT_REQUESTS,
  ...TRANSFER_REQUESTS,
  ...JOB_REQUESTS,
  ...MEDIA_REQUESTS,
  ...KEY_REQUESTS,
  ...RELEASE_REQUESTS,
  ...SITE_REQUESTS,
  ...SCHEDULE_REQUESTS,
  ...NOTIFICATION_REQUESTS,
  ...NOTICE_REQUESTS,
  ...OVERVIEW_REQUESTS,

  /** Crash reports of this user, latest first. */
  'diagnostics.crashes': {
    input: nothing,
    output: z.object({
      reports: z.array(z.object({ file: path, time: z.string(), source: z.string(), message: z.string() })),
    }),
  },
  /** Previews the contents of a diagnostics bundle as text before it is written. */
  'diagnostics.preview': { input: nothing, output: z.object({ files: z.array(diagnosticsFile) }) },
  /** Writes the previewed contents to one file. */
  'diagnostics.save': {
    input: z.object({ file: path }),
    output: z.object({ file: z.string(), bytes: count }),
  },

  'practice.state': { input: nothing, output: practiceState },
  'practice.start': { input: nothing, output: practiceState },
  'practice.stop': { input: nothing, output: practiceState },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

export type RequestName = keyof typeof CONTRACT;
/** The input that a page sends; fields with defaults are optional. */
export type RequestInput<N extends RequestName> = z.input<(typeof CONTRACT)[N]['input']>;
/** The parsed input that a handler receives. */
export type RequestParsed<N extends RequestName> = z.output<(typeof CONTRACT)[N]['input']>;
export type RequestOutput<N extends RequestName> = z.output<(typeof CONTRACT)[N]['output']>;

export function isRequestName(name: string): name is RequestName {
  return Object.hasOwn(CONTRACT, name);
}
