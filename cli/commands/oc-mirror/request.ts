import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { MIRROR_DEFAULTS } from '../../../core/mirror/run/command-of.ts';
import type { HostFacts, MirrorRequest } from '../../../core/mirror/run/request.ts';
import { type Destination, parseDestination, type Workflow } from '../../../core/mirror/run/workflow.ts';
import type { FoundCredentials } from '../../../core/registry/access/credentials.ts';
import { MOST_PARALLEL } from '../../../core/runs/progress/events.ts';
import { commandHost, hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import { type CommandLine, OcMirrorError } from './flags.ts';
import { t } from './messages.ts';

/** Typed access to the values of a command line. */
export class Values {
  private readonly values: CommandLine['values'];
  constructor(values: CommandLine['values']) {
    this.values = values;
  }
  /** Returns a text. An empty one counts as absent, as in oc-mirror. */
  text(name: string): string | undefined {
    const value = this.values.get(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  }
  flag(name: string, byDefault = false): boolean {
    return (this.values.get(name) as boolean | undefined) ?? byDefault;
  }
  number(name: string, byDefault: number): number {
    return (this.values.get(name) as number | undefined) ?? byDefault;
  }
  has(name: string): boolean {
    return this.values.has(name);
  }
  path(name: string): string | undefined {
    const value = this.text(name);
    return value === undefined ? undefined : userPath(value);
  }
}

const FILE = 'file://';
const DOCKER = 'docker://';

/**
 * Returns the workflow of the arguments. Checks them in the order of oc-mirror (internal/pkg/cli/executor.go), with its
 * messages.
 * @throws OcMirrorError
 */
export function workflowOf(values: Values, args: readonly string[]): Workflow {
  const [destination] = args;
  if (destination === undefined) throw new OcMirrorError('requires at least 1 arg(s), only received 0');
  const [from, workspace] = [values.text('from'), values.text('workspace')];
  if (values.text('config') === undefined) throw new OcMirrorError('use the --config flag it is mandatory');
  const toDisk = destination.startsWith(FILE);
  if (toDisk && from !== undefined)
    throw new OcMirrorError(
      'when destination is file://, mirrorToDisk workflow is assumed, and the --from argument is not needed',
    );
  if (from !== undefined && !from.startsWith(FILE))
    throw new OcMirrorError('when --from is used, it must have file:// prefix');
  const since = values.text('since');
  if (since !== undefined && !isDay(since))
    throw new OcMirrorError('--since flag needs to be in format yyyy-MM-dd');
  if (values.flag('dry-run') && values.flag('dry-run-manifest-lists'))
    throw new OcMirrorError('--dry-run and --dry-run-manifest-lists cannot be used together');
  parallel(values);
  if (workspace !== undefined && !workspace.startsWith(FILE))
    throw new OcMirrorError('when --workspace is used, it must have file:// prefix');
  if (toDisk) {
    if (workspace !== undefined)
      throw new OcMirrorError(
        'when destination is file://, mirrorToDisk workflow is assumed, and the --workspace argument is not needed',
      );
    return { kind: 'mirrorToDisk', directory: directory(destination) };
  }
  if (!destination.startsWith(DOCKER))
    throw new OcMirrorError(
      'destination must have either file:// (mirror to disk) or docker:// (diskToMirror) protocol prefixes',
    );
  if (from !== undefined && workspace !== undefined)
    throw new OcMirrorError(
      'when destination is docker://, --from (assumes disk to mirror workflow) and --workspace (assumes mirror to mirror workflow) cannot be used together',
    );
  if (from !== undefined)
    return { kind: 'diskToMirror', from: directory(from), destination: registryOf(destination) };
  if (workspace === undefined)
    throw new OcMirrorError(
      'when destination is docker://, either --from (assumes disk to mirror workflow) or --workspace (assumes mirror to mirror workflow) need to be provided',
    );
  return {
    kind: 'mirrorToMirror',
    workspace: directory(workspace).replace(/\/working-dir\/?$/, ''),
    destination: registryOf(destination),
  };
}

/** Returns the registry of a `docker://` argument. @throws OcMirrorError */
export function registryOf(destination: string): Destination {
  try {
    return parseDestination(destination);
  } catch (error) {
    if (!(error instanceof AirlockError)) throw error;
    throw new OcMirrorError(error.message);
  }
}

/** Returns the absolute directory of `file://DIR`. @throws OcMirrorError */
export function directory(url: string): string {
  const path = url.slice(FILE.length);
  if (path === '') throw new OcMirrorError(t('directoryMissing', { url }));
  return userPath(path);
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  // Date accepts February 31, which is March 3.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${text}T`);
}

function parallel(values: Values): void {
  for (const name of ['parallel-images', 'parallel-layers']) {
    const count = values.number(name, 1);
    if (count < 1 || count > MOST_PARALLEL)
      throw new OcMirrorError(`the flag ${name} must be between the range 1 to ${MOST_PARALLEL}`);
  }
}

/**
 * Returns the request of a mirroring command. As in oc-mirror, unknown operators and charts without images don't change
 * the exit code, catalogs may lose operators, and the state of a push is in its source directory.
 */
export function requestOf(values: Values, workflow: Workflow): MirrorRequest {
  return {
    workflow,
    enclave: MIRROR_DEFAULTS.enclave,
    configFile: values.path('config'),
    dryRun: values.flag('dry-run') || values.flag('dry-run-manifest-lists'),
    dryRunManifestLists: values.flag('dry-run-manifest-lists') || undefined,
    // All content counts as new, which is more than the content since that day.
    resend: values.text('since') !== undefined && workflow.kind === 'mirrorToDisk',
    trustLedger: false,
    verifyPush: false,
    strictArchive: values.flag('strict-archive'),
    parallelImages: values.number('parallel-images', MIRROR_DEFAULTS.parallelImages),
    parallelLayers: values.number('parallel-layers', MIRROR_DEFAULTS.parallelLayers),
    retryTimes: Math.max(0, values.number('retry-times', MIRROR_DEFAULTS.retryTimes)),
    retryDelayMs: values.number('retry-delay', MIRROR_DEFAULTS.retryDelayMs),
    maxNestedPaths: Math.max(0, values.number('max-nested-paths', MIRROR_DEFAULTS.maxNestedPaths)),
    sourceTlsVerify: sourceTls(values),
    destinationTlsVerify: destinationTls(values),
    removeSignatures: values.flag('remove-signatures'),
    ignoreReleaseSignature: values.flag('ignore-release-signature'),
    icsp: false,
    skipUnknown: true,
    acceptEmptyCharts: true,
    addDependencies: false,
    allowRemoval: true,
    securePolicy: values.flag('secure-policy'),
    probe: false,
    policy: values.path('policy'),
    registriesD: values.path('registries.d'),
    stateDirectory: workflow.kind === 'diskToMirror' ? workflow.from : undefined,
    authFile: authFileOf(values),
    arguments: recordedWords(),
  };
}

/** Returns the command line for the audit record, without the values of secret flags, which may start with `--`. */
function recordedWords(): string[] {
  const isSecret = (word = '') =>
    /^--(?:(?:src|dest)-(?:creds|password|registry-token)|[sd]creds)$/.test(word);
  const { argv } = commandHost();
  return argv.map((word, i) => (isSecret(argv[i - 1]) ? '***' : word));
}

export function sourceTls(values: Values): boolean {
  return values.flag('src-tls-verify', values.flag('tls-verify', true));
}

export function destinationTls(values: Values): boolean {
  return values.flag('dest-tls-verify', values.flag('tls-verify', true));
}

/** Returns the auth file: one flag for both sides, or one per side if both name the same file. @throws OcMirrorError */
export function authFileOf(values: Values): string | undefined {
  const [source, destination] = [values.path('src-authfile'), values.path('dest-authfile')];
  if (source !== undefined && destination !== undefined && source !== destination)
    throw new OcMirrorError(t('authFiles'));
  return values.path('authfile') ?? source ?? destination;
}

/** Flags that Airlock can't honor, with what to use instead. */
const UNSUPPORTED = {
  v1: t('v1'),
  'delete-v1-images': t('deleteV1Images'),
  'src-cert-dir': t('certificates'),
  'dest-cert-dir': t('certificates'),
  'src-no-creds': t('noCredentials'),
  'dest-no-creds': t('noCredentials'),
} as const;

/** Rejects flags whose effect would be missing unnoticed. @throws OcMirrorError */
export function requireSupported(values: Values): void {
  for (const [name, instead] of Object.entries(UNSUPPORTED))
    if (values.has(name) && (values.flag(name) || values.text(name) !== undefined))
      throw new OcMirrorError(t('unsupported', { flag: `--${name}`, instead }));
  if (values.text('cache-dir') !== undefined && (commandHost().env.OC_MIRROR_CACHE ?? '') !== '')
    throw new OcMirrorError('either OC_MIRROR_CACHE or --cache-dir can be used but not both');
}

/**
 * Returns the facts about this host with the cache and the credentials of the flags. Credentials of a flag take precedence
 * over files.
 * @throws OcMirrorError for incomplete credentials
 */
export function hostOf(values: Values, destination?: Destination): HostFacts {
  const host = hostFacts();
  const cache = values.path('cache-dir');
  const [from, to] = [credentialsOf(values, 'src'), credentialsOf(values, 'dest')];
  return {
    ...host,
    env: cache === undefined ? host.env : { ...host.env, OC_MIRROR_CACHE: cache },
    credentials: from || to ? (registry) => (registry === destination?.host ? to : from) : undefined,
  };
}

function credentialsOf(values: Values, side: 'src' | 'dest'): FoundCredentials | undefined {
  const name = values.text(`${side}-creds`) ? `${side}-creds` : side === 'src' ? 'screds' : 'dcreds';
  const pair = values.text(name);
  const [username, password] = [values.text(`${side}-username`), values.text(`${side}-password`)];
  const token = values.text(`${side}-registry-token`);
  if (pair !== undefined && username !== undefined)
    throw new OcMirrorError('creds and username cannot be specified at the same time');
  if (username !== undefined && password === undefined)
    throw new OcMirrorError('password must be specified when username is specified');
  if (password !== undefined && username === undefined)
    throw new OcMirrorError('username must be specified when password is specified');
  const origin = (flag: string) => t('credentialsOrigin', { flag: `--${flag}` });
  if (token !== undefined)
    return { credentials: { kind: 'registry-token', token }, origin: origin(`${side}-registry-token`) };
  if (username !== undefined && password !== undefined)
    return { credentials: { kind: 'basic', username, password }, origin: origin(`${side}-username`) };
  if (pair === undefined) return undefined;
  const colon = pair.indexOf(':');
  const [user, secret] = colon < 0 ? [pair, ''] : [pair.slice(0, colon), pair.slice(colon + 1)];
  if (user === '') throw new OcMirrorError("username can't be empty");
  return { credentials: { kind: 'basic', username: user, password: secret }, origin: origin(name) };
}
