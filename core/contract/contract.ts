import { z } from 'zod';
import { CLUSTER_REQUESTS } from './topics/clusters.ts';
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
} from './topics/run.ts';
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
import { TRANSFER_REQUESTS } from './topics/transfers.ts';
import {
  changedConfiguration,
  knownVersions,
  releaseChannel,
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
/** What is typed and must not be seen again. */
const secret = z.string().min(1).max(65_536);

/**
 * Every request of the application. A feature is one entry here, one handler in `core/app/service`, and its screen.
 * Errors are AirlockErrors with the codes of `core/base/errors/codes.ts`.
 */
export const CONTRACT = {
  'host.describe': { input: nothing, output: hostDescription },

  'settings.read': { input: nothing, output: settings },
  'settings.write': { input: settingsChange, output: settings },

  /** `workspaces`: those on the list, the last opened first. */
  'workspaces.list': { input: nothing, output: z.object({ workspaces: z.array(workspaceLine) }) },
  /** Puts a folder on the list; `create` makes it when it is absent. */
  'workspaces.open': {
    input: z.object({ directory: path, create: z.boolean().default(false) }),
    output: workspaceLine,
  },
  /** Takes it off the list; nothing on disk is touched. */
  'workspaces.forget': { input: z.object({ directory: path }), output: nothing },

  /** Folders and files whose path begins with what was typed, on the engine's host. */
  'paths.complete': {
    input: z.object({
      text: z.string().max(4096),
      kind: z.enum(['folder', 'file']),
      extensions: z.array(z.string()).default([]),
    }),
    output: z.object({
      entries: z.array(z.object({ path: z.string(), name: z.string(), kind: z.enum(['folder', 'file']) })),
      truncated: z.boolean(),
    }),
  },
  /** A native dialog; `unsupported` where there is none (`host.describe`, nativeDialogs). No path: it was cancelled. */
  'paths.pick': {
    input: z.object({
      kind: z.enum(['folder', 'file', 'save']),
      title: z.string().max(200),
      startAt: z.string().max(4096).optional(),
      extensions: z.array(z.string()).default([]),
    }),
    output: z.object({ path: z.string().optional() }),
  },

  /** Used in, or lying in, this workspace; the last used first. */
  'configurations.list': {
    input: z.object({ workspace: path }),
    output: z.object({ configurations: z.array(configurationLine) }),
  },
  'configurations.read': {
    input: z.object({ file: path }),
    output: z.object({ file: z.string(), text: z.string(), digest: z.string() }),
  },
  /** Problems of a text, as `airlock config validate` and the engine's own limits find them. */
  'configurations.check': {
    input: z.object({ file: z.string().max(4096), text: z.string().max(4_000_000) }),
    output: z.object({
      ok: z.boolean(),
      kind: z.string().optional(),
      apiVersion: z.string().optional(),
      /** Whether it names operator catalogs; absent when that cannot be told. */
      operators: z.boolean().optional(),
      problems: z.array(problem),
    }),
  },
  /** Refused with `file-changed` when the file no longer has the digest it was read with. */
  'configurations.save': {
    input: z.object({ file: path, text: z.string().max(4_000_000), digest: z.string().optional() }),
    output: z.object({ file: z.string(), digest: z.string() }),
  },

  /** Collects and compares; nothing is copied. Tells `job` events with its ticket. */
  'plans.make': {
    input: z.object({ settings: mirrorSettings, ticket: z.string().min(1).max(64) }),
    output: planSummary,
  },
  'plans.items': { input: planItemsQuery, output: planItemsAnswer },
  /** Writes plan.json, for approval and for `airlock mirror --plan`. */
  'plans.save': {
    input: z.object({ plan: z.string(), file: path }),
    output: z.object({
      file: z.string(),
      /** Of the file: what an approver compares. */
      digest: z.string(),
      /** How an approver signs it, shell-quoted. */
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

  /** Answers when the run has its record; what refuses it before that is the error. */
  'runs.start': { input: z.object({ settings: mirrorSettings }), output: z.object({ run: runRef }) },
  /** Drains: what is under way is finished or keeps its place. */
  'runs.pause': { input: z.object({ run: runRef }), output: nothing },
  /** At once; what is finished is kept. */
  'runs.stop': { input: z.object({ run: runRef }), output: nothing },
  /** Goes on with a paused, interrupted, failed or partial run as a new one: what is there is not moved again. */
  'runs.resume': { input: z.object({ run: runRef }), output: z.object({ run: runRef }) },
  'runs.adjust': { input: z.object({ run: runRef, limits: runLimits.partial() }), output: nothing },
  /** Other windows for a run under way; none: it runs at any time. */
  'runs.setWindows': {
    input: z.object({ run: runRef, windows: z.array(z.string().max(1000)).max(100) }),
    output: nothing,
  },
  /** Run now anyway: outside of its windows until the next one opens; or no more of that. */
  'runs.ignoreWindows': { input: z.object({ run: runRef, ignore: z.boolean() }), output: nothing },
  /** Of all known workspaces and this side's state folder, the newest first. */
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
  /** Mends the archive set of a mirror to disk. */
  'runs.replay': { input: z.object({ run: runRef }), output: z.object({ run: runRef }) },
  /** What `runs.rollback` would do; nothing is written. */
  'runs.previewRollback': {
    input: z.object({ run: runRef, force: z.boolean().default(false) }),
    output: rollbackPreview,
  },
  /** Moves tags back to what they named before a push, without bytes, as a run of its own; `force`: also those moved since. */
  'runs.rollback': {
    input: z.object({ run: runRef, force: z.boolean().default(false) }),
    output: z.object({ run: runRef }),
  },
  /** The record, its configuration and resources as one tar. */
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
  /** Copies them to another folder. */
  'resources.save': {
    input: z.object({ run: runRef, directory: path }),
    output: z.object({ files: z.array(z.string()) }),
  },

  /** Checks every byte of a workspace or transfer; tells `job` events with its ticket. */
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
  /** Asks the registry, with typed credentials or those Airlock would use. */
  'registries.test': {
    input: z.object({
      name: z.string().min(1).max(512),
      tlsVerify: z.boolean().default(true),
      /** Asks for the right to push, too. */
      push: z.boolean().default(false),
      typed: z.object({ username: z.string().min(1).max(512), password: secret }).optional(),
    }),
    output: registryTest,
  },
  /** What is known of what a registry takes, one profile for each path that was asked about; the newest first. */
  'registries.profiles': {
    input: z.object({ name: z.string().min(1).max(512) }),
    output: z.object({ profiles: z.array(registryProfile) }),
  },
  /**
   * Finds out what a registry takes: pushes small content to a scratch repository and removes it again. Tells `job`
   * events with its ticket.
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
  /** Those of the session and the key store; auth files are edited by their own tools. */
  'credentials.forget': { input: z.object({ registry: z.string() }), output: nothing },
  /** A pull secret as downloaded (`{"auths": …}`), pasted or as a file. */
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
   * Looks for what would stop a run here; changes nothing. Without any place it is this host that is looked at. Tells
   * `job` events with its ticket.
   */
  'doctor.examine': {
    input: z.object({
      /** Every host that this configuration needs is looked at. */
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

  /** Versions that can be offered without asking anyone. */
  'upgrades.versions': {
    input: z.object({ workspace: path.optional(), architecture: upgradeArchitecture.default('amd64') }),
    output: knownVersions,
  },
  /** The way from one version of OpenShift to another, and its surroundings. That there is none is an answer, too. */
  'upgrades.path': { input: upgradeQuestion, output: upgradeAnswer },
  /** Bytes of these releases, as a plan of the workspace finds them; tells `job` events with its ticket. */
  'upgrades.bytes': {
    input: z.object({
      workspace: path,
      channels: z.array(releaseChannel).min(1).max(20),
      architecture: upgradeArchitecture.default('amd64'),
      ticket: z.string().min(1).max(64),
    }),
    output: upgradeBytes,
  },
  /** Operator catalogs that configurations of a workspace name. */
  'upgrades.catalogs': {
    input: z.object({ workspace: path }),
    output: z.object({ catalogs: z.array(z.string()) }),
  },
  /** Packages of catalogs; one that was not read before is read now. Tells `job` events with its ticket. */
  'upgrades.packages': { input: packagesQuery, output: catalogPackages },
  /** The updates that OLM makes of an operator, or, without a version, a channel of it. */
  'upgrades.operator': { input: operatorQuestion, output: operatorAnswer },
  /** OpenShift together with operators: ordered steps, each checked. */
  'upgrades.plan': { input: jointPlanQuestion, output: jointPlanAnswer },
  /** A configuration with these channels and packages in it; nothing is written (`configurations.save` does). */
  'upgrades.configure': {
    input: z.object({
      file: path,
      channels: z.array(releaseChannel).max(20).default([]),
      operators: z.array(carriedCatalog).max(8).default([]),
      architecture: upgradeArchitecture.default('amd64'),
    }),
    output: changedConfiguration,
  },

  ...DRAFT_REQUESTS,
  ...HOSTS_REQUESTS,
  ...INSTALL_CONFIG_REQUESTS,
  ...CLUSTER_REQUESTS,
  ...DELETE_REQUESTS,
  ...TRANSFER_REQUESTS,
  ...JOB_REQUESTS,
  ...MEDIA_REQUESTS,
  ...KEY_REQUESTS,

  /** What a bundle would hold, as text, before anything is written. */
  'diagnostics.preview': { input: nothing, output: z.object({ files: z.array(diagnosticsFile) }) },
  /** One file with exactly what was previewed. */
  'diagnostics.save': {
    input: z.object({ file: path }),
    output: z.object({ file: z.string(), bytes: count }),
  },

  'practice.state': { input: nothing, output: practiceState },
  'practice.start': { input: nothing, output: practiceState },
  'practice.stop': { input: nothing, output: practiceState },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

export type RequestName = keyof typeof CONTRACT;
/** As a page writes it: fields with defaults may be left out. */
export type RequestInput<N extends RequestName> = z.input<(typeof CONTRACT)[N]['input']>;
/** As a handler gets it. */
export type RequestParsed<N extends RequestName> = z.output<(typeof CONTRACT)[N]['input']>;
export type RequestOutput<N extends RequestName> = z.output<(typeof CONTRACT)[N]['output']>;

export function isRequestName(name: string): name is RequestName {
  return Object.hasOwn(CONTRACT, name);
}
