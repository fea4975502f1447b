import { z } from 'zod';
import { CLUSTER_REQUESTS } from './topics/clusters.ts';
import { COMPARISON_REQUESTS } from './topics/content/catalog-comparison.ts';
import { MAPPING_REQUESTS } from './topics/content/mapping.ts';
import { PIN_REQUESTS } from './topics/content/pins.ts';
import { SERVE_REQUESTS } from './topics/content/served.ts';
import { DELETE_REQUESTS } from './topics/deletes.ts';
import { doctorReport, neededHost, registryProfile } from './topics/doctor.ts';
import { DRAFT_REQUESTS } from './topics/drafts.ts';
import { HOSTS_REQUESTS } from './topics/hosts.ts';
import { INSTALL_CONFIG_REQUESTS } from './topics/install-config-requests.ts';
import { JOB_REQUESTS } from './topics/jobs.ts';
import { KEY_REQUESTS } from './topics/keys.ts';
import { MEDIA_REQUESTS } from './topics/media.ts';
import {
  carriedCatalog,
  catalogPackages,
  jointPlanAnswer,
  jointPlanQuestion,
  operatorAnswer,
  operatorQuestion,
  packagesQuery,
} from './topics/operator-upgrades.ts';
import { namedApproval, openedPlan, planItemsAnswer, planItemsQuery, planSummary } from './topics/plan.ts';
import { practiceState } from './topics/practice.ts';
import { REGISTRY_CONTENT_REQUESTS } from './topics/registry/registry-content.ts';
import { RELEASE_REQUESTS } from './topics/releases.ts';
import {
  imagesAnswer,
  imagesQuery,
  liveRun,
  logLine,
  rollbackPreview,
  runComparison,
  runDetails,
  runLimits,
  runStatus,
  runSummary,
  verifiedLog,
} from './topics/run.ts';
import { NOTIFICATION_REQUESTS } from './topics/schedules/notifications.ts';
import { OVERVIEW_REQUESTS } from './topics/schedules/overview.ts';
import { SCHEDULE_REQUESTS } from './topics/schedules/schedules.ts';
import {
  authority,
  diagnosticsFile,
  hostDescription,
  keepCredentials,
  registryEntry,
  registryTest,
  settings,
  settingsChange,
} from './topics/settings.ts';
import { SITE_REQUESTS } from './topics/sites.ts';
import { TRANSFER_REQUESTS } from './topics/transfers.ts';
import {
  changedConfiguration,
  knownVersions,
  recordedAnswer,
  releaseChannel,
  releaseSizes,
  riskAnswer,
  savedGraph,
  upgradeAnswer,
  upgradeArchitecture,
  upgradeBytes,
  upgradeQuestion,
} from './topics/upgrades.ts';
import { level, mirrorSettings, problem, runRef, window } from './topics/vocabulary.ts';
import { configurationLine, workspaceLine } from './topics/workspace.ts';

const nothing = z.object({});
const count = z.number().int().nonnegative();
const path = z.string().min(1).max(4096);
/** A secret that a user enters. It is never shown again. */
const secret = z.string().min(1).max(65_536);

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

  /** Collects and compares images without copying any. Reports progress as `job` events with its ticket. */
  'plans.make': {
    input: z.object({ settings: mirrorSettings, ticket: z.string().min(1).max(64) }),
    output: planSummary,
  },
  'plans.items': { input: planItemsQuery, output: planItemsAnswer },
  /** Writes plan.json for approval and for `airlock mirror --plan`. */
  'plans.save': {
    input: z.object({ plan: z.string(), file: path }),
    output: z.object({
      file: z.string(),
      /** Digest of the file, for an approver to compare. */
      digest: z.string(),
      /** The shell-quoted command with which an approver signs it. */
      signCommand: z.string(),
    }),
  },
  /** Reads a plan that came back from approval, and checks its signature when a key is named. */
  'plans.open': {
    input: z.object({ file: path, requireSignature: path.optional() }),
    output: openedPlan,
  },

  /** Approves an opened plan in the name of the session; the approval is stored next to the plan. */
  'plans.approve': {
    input: z.object({ plan: z.string() }),
    output: z.object({ file: z.string(), approvedBy: namedApproval }),
  },

  /** Returns once the run has a record. Throws if the run is rejected before that. */
  'runs.start': { input: z.object({ settings: mirrorSettings }), output: z.object({ run: runRef }) },
  /** Drains the run: each transfer finishes or saves the position to resume from. */
  'runs.pause': { input: z.object({ run: runRef }), output: nothing },
  /** Stops at once. Finished content stays. */
  'runs.stop': { input: z.object({ run: runRef }), output: nothing },
  /** Resumes a paused, interrupted, failed or partial run as a new run. Content that arrived isn't transferred again. */
  'runs.resume': { input: z.object({ run: runRef }), output: z.object({ run: runRef }) },
  'runs.adjust': { input: z.object({ run: runRef, limits: runLimits.partial() }), output: nothing },
  /** Replaces the transfer windows of an active run. Without windows, it runs at any time. */
  'runs.setWindows': {
    input: z.object({ run: runRef, windows: z.array(z.string().max(1000)).max(100) }),
    output: nothing,
  },
  /** Lets a run ignore its transfer windows until the next one opens, or ends that. */
  'runs.ignoreWindows': { input: z.object({ run: runRef, ignore: z.boolean() }), output: nothing },
  /** Runs of all known workspaces and of this side's state folder, the newest first. */
  'runs.list': {
    input: z.object({ root: path.optional(), status: runStatus.optional(), ...window }),
    output: z.object({ total: count, runs: z.array(runSummary) }),
  },
  'runs.live': { input: z.object({ run: runRef }), output: liveRun },
  'runs.describe': { input: z.object({ run: runRef }), output: runDetails },
  'runs.images': { input: imagesQuery, output: imagesAnswer },
  'runs.log': {
    input: z.object({
      run: runRef,
      ...window,
      level: level.optional(),
      search: z.string().max(200).optional(),
    }),
    output: z.object({ total: count, matching: count, lines: z.array(logLine) }),
  },
  'runs.compare': { input: z.object({ a: runRef, b: runRef }), output: runComparison },
  /** Repairs the archive set of a mirror-to-disk run. */
  'runs.replay': { input: z.object({ run: runRef }), output: z.object({ run: runRef }) },
  /** Previews `runs.rollback` without writing anything. */
  'runs.previewRollback': {
    input: z.object({ run: runRef, force: z.boolean().default(false) }),
    output: rollbackPreview,
  },
  /** Resets tags to their digests before a push, as a separate run without content. `force`: also tags that moved since. */
  'runs.rollback': {
    input: z.object({ run: runRef, force: z.boolean().default(false) }),
    output: z.object({ run: runRef }),
  },
  /** Verifies the chain of audit records of one directory, or of all known ones, and the digests of their files. */
  'runs.verifyLog': {
    input: z.object({ root: path.optional() }),
    output: z.object({ logs: z.array(verifiedLog) }),
  },
  /** Exports the record, its configuration and its resources as one tar. */
  'runs.export': {
    input: z.object({ run: runRef, file: path }),
    output: z.object({ file: z.string(), bytes: count, digest: z.string() }),
  },

  'resources.list': {
    input: z.object({ run: runRef }),
    output: z.object({
      directory: z.string().optional(),
      files: z.array(
        z.object({
          name: z.string(),
          kinds: z.array(z.string()),
          objects: count,
          purpose: z.string(),
          bytes: count,
        }),
      ),
    }),
  },
  'resources.read': {
    input: z.object({ run: runRef, name: z.string() }),
    output: z.object({ text: z.string() }),
  },
  /** Copies the resources to another folder. */
  'resources.save': {
    input: z.object({ run: runRef, directory: path }),
    output: z.object({ files: z.array(z.string()) }),
  },

  /** Verifies every byte of a workspace or transfer. Reports progress as `job` events with its ticket. */
  'transfers.verify': {
    input: z.object({ directory: path, ticket: z.string().min(1).max(64) }),
    output: z.object({
      ok: z.boolean(),
      blobs: count,
      bytes: count,
      problems: z.array(
        z.object({ kind: z.string(), digest: z.string(), file: z.string(), images: z.array(z.string()) }),
      ),
    }),
  },

  'registries.list': { input: nothing, output: z.object({ registries: z.array(registryEntry) }) },
  'registries.add': {
    input: z.object({ name: z.string().min(1).max(512), tlsVerify: z.boolean().default(true) }),
    output: z.object({ registries: z.array(registryEntry) }),
  },
  'registries.remove': {
    input: z.object({ name: z.string() }),
    output: z.object({ registries: z.array(registryEntry) }),
  },
  /** Tests access to the registry with entered credentials or with the ones Airlock would use. */
  'registries.test': {
    input: z.object({
      name: z.string().min(1).max(512),
      tlsVerify: z.boolean().default(true),
      /** Also requests push permission. */
      push: z.boolean().default(false),
      typed: z.object({ username: z.string().min(1).max(512), password: secret }).optional(),
    }),
    output: registryTest,
  },
  /** Known capabilities of a registry: one profile for each probed path, the newest first. */
  'registries.profiles': {
    input: z.object({ name: z.string().min(1).max(512) }),
    output: z.object({ profiles: z.array(registryProfile) }),
  },
  /**
   * Probes what a registry supports: pushes small content to a scratch repository and removes it afterwards. Reports
   * progress as `job` events with its ticket.
   */
  'registries.probe': {
    input: z.object({
      name: z.string().min(1).max(512),
      tlsVerify: z.boolean().default(true),
      ticket: z.string().min(1).max(64),
    }),
    output: registryProfile,
  },
  'credentials.set': {
    input: z.object({
      registry: z.string().min(1).max(512),
      username: z.string().min(1).max(512),
      password: secret,
      keep: keepCredentials,
    }),
    output: z.object({ where: z.string() }),
  },
  /** Removes credentials from the session and the key store. Other tools edit the auth files. */
  'credentials.forget': { input: z.object({ registry: z.string() }), output: nothing },
  /** Imports a downloaded pull secret (`{"auths": …}`) from pasted text or a file. */
  'credentials.importPullSecret': {
    input: z.object({ text: secret.optional(), file: path.optional(), keep: keepCredentials }),
    output: z.object({ registries: z.array(z.string()), where: z.string() }),
  },
  'authorities.list': {
    input: nothing,
    output: z.object({
      authorities: z.array(authority),
      systemFile: z.string().optional(),
      systemCount: count,
    }),
  },
  /** Trusts a CA for one registry: writes the user's certs.d. */
  'authorities.add': {
    input: z.object({ host: z.string().min(1).max(512), pem: z.string().min(1).max(1_000_000) }),
    output: z.object({ file: z.string(), subjects: z.array(z.string()) }),
  },

  /**
   * Looks for problems that would stop a run and changes nothing. Without a configuration, workspace or destination, it
   * examines this host only. Reports progress as `job` events with its ticket.
   */
  'doctor.examine': {
    input: z.object({
      /** Examines every host that this configuration needs. */
      configFile: path.optional(),
      workspace: path.optional(),
      /** `registry.lab:5000/mirror` */
      destination: z.string().min(1).max(512).optional(),
      authFile: path.optional(),
      sourceTlsVerify: z.boolean().default(true),
      destinationTlsVerify: z.boolean().default(true),
      ticket: z.string().min(1).max(64),
    }),
    output: doctorReport,
  },
  /** Writes the hosts of a report as CSV. */
  'doctor.saveHosts': {
    input: z.object({ hosts: z.array(neededHost).max(5000), file: path }),
    output: z.object({ file: z.string() }),
  },

  /** Versions that are known without contacting a service. */
  'upgrades.versions': {
    input: z.object({ workspace: path.optional(), architecture: upgradeArchitecture.default('amd64') }),
    output: knownVersions,
  },
  /** The complete update graph of the data on this host. Uses no network. */
  'upgrades.graph': {
    input: z.object({ workspace: path.optional(), architecture: upgradeArchitecture.default('amd64') }),
    output: savedGraph,
  },
  /** The upgrade path between two OpenShift versions and the updates around it. The absence of a path isn't an error. */
  'upgrades.path': { input: upgradeQuestion, output: upgradeAnswer },
  /** The answers to known risks that a workspace records. */
  'upgrades.riskAnswers': {
    input: z.object({ workspace: path }),
    output: z.object({ answers: z.array(recordedAnswer) }),
  },
  /** Records an answer to a known risk, or removes it. */
  'upgrades.answerRisk': {
    input: z.object({ workspace: path, risk: z.string().min(1).max(256), answer: riskAnswer.optional() }),
    output: z.object({ answers: z.array(recordedAnswer) }),
  },
  /** The complete sizes of releases whose images this host has read before. Uses no network. */
  'upgrades.sizes': {
    input: z.object({ workspace: path.optional(), architecture: upgradeArchitecture.default('amd64') }),
    output: z.object({ releases: releaseSizes }),
  },
  /** Bytes of these releases according to a plan of the workspace. Reports progress as `job` events with its ticket. */
  'upgrades.bytes': {
    input: z.object({
      workspace: path,
      channels: z.array(releaseChannel).min(1).max(20),
      architecture: upgradeArchitecture.default('amd64'),
      ticket: z.string().min(1).max(64),
    }),
    output: upgradeBytes,
  },
  /** Operator catalogs in the configurations of a workspace. */
  'upgrades.catalogs': {
    input: z.object({ workspace: path }),
    output: z.object({ catalogs: z.array(z.string()) }),
  },
  /** Packages of catalogs. Reads catalogs that aren't cached. Reports progress as `job` events with its ticket. */
  'upgrades.packages': { input: packagesQuery, output: catalogPackages },
  /** The updates that OLM installs for an operator, or, without a version, the graph of one of its channels. */
  'upgrades.operator': { input: operatorQuestion, output: operatorAnswer },
  /** A joint plan for OpenShift and operators, as ordered steps with their checks. */
  'upgrades.plan': { input: jointPlanQuestion, output: jointPlanAnswer },
  /** Adds these channels and packages to the text of a configuration. `configurations.save` writes the file. */
  'upgrades.configure': {
    input: z.object({
      file: path,
      channels: z.array(releaseChannel).max(20).default([]),
      operators: z.array(carriedCatalog).max(8).default([]),
      architecture: upgradeArchitecture.default('amd64'),
      /** Lines to add as comments at the beginning, unless the file contains them. */
      comments: z.array(z.string().max(2000)).max(50).default([]),
    }),
    output: changedConfiguration,
  },

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
  ...OVERVIEW_REQUESTS,

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
