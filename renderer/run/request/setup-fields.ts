import {
  instantText,
  type ReadValue,
  RUN_BOUNDS,
  readByteCount,
  readDuration,
  readInteger,
  readMinimumRate,
  readStallTimeout,
  readUntil,
} from '../../../core/contract/documents/option-values.ts';
import { capitalized } from '../../../core/contract/documents/words.ts';
import type { RunDefaults } from '../../../core/contract/topics/settings.ts';
import type { MirrorSettingsInput, WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import { withoutLastSlash } from '../../parts/paths.ts';
import { rateText, typedRate } from '../../windows/rate-steps.ts';
import { ownZone, withWindows } from '../../windows/windows-words.ts';
import { graphBaseProblem } from './graph-base.ts';
import { t } from './messages.ts';

/** The options of a run, as the form contains them. Optional numbers are texts. */
export interface SetupOptions {
  parallelImages: number;
  parallelLayers: number;
  /** MiB a second. */
  rate: string;
  /** GiB. */
  archiveSize: string;
  strictArchive: boolean;
  maxNestedPaths: string;
  first: string;
  /** Files to add to the transfer. */
  attach: string[];
  authFile: string;
  /** An approved plan, and the key of its required signature. */
  planFile: string;
  requireSignature: string;
  resend: boolean;
  trustLedger: boolean;
  verifyPush: boolean;
  sourceTlsVerify: boolean;
  destinationTlsVerify: boolean;
  removeSignatures: boolean;
  ignoreReleaseSignature: boolean;
  icsp: boolean;
  skipUnknown: boolean;
  acceptEmptyCharts: boolean;
  addDependencies: boolean;
  allowRemoval: boolean;
  securePolicy: boolean;
  /** Used instead of the host's default. */
  policy: string;
  registriesD: string;
  probe: boolean;
  /** Transfer windows. Without any, the run can use the network at any time. */
  windows: string[];
  exitAtClose: boolean;
  /** When to pause, as `--until` accepts it: `04:00`. */
  until: string;
  /** Bytes after which to pause, as `--max-bytes` accepts them: `20GiB`. */
  maxBytes: string;
  /** In the notation of the command line; empty for the default. */
  retryTimes: string;
  retryDelay: string;
  stallTimeout: string;
  minRate: string;
  /** Base image of the update graph image. */
  graphBaseImage: string;
  /** The folder of the manifests for clusters. */
  configDirectory: string;
}

/** What to mirror, as the address of the screen contains it. */
export interface SetupPlaces {
  /** Fetch and mirror: the workspace. Push: the source. */
  directory: string;
  config: string;
  destination: string;
  enclave: string;
  /** Push: the folder for runs and resources. Empty: the user's state folder. */
  state: string;
  /** Fetch and mirror: a folder with sets, or `docker://registry`. Empty: the original registries. */
  source: string;
}

/** What the configuration selects, as far as options depend on it; undefined while unknown. */
export interface Selected {
  /** It contains operator catalogs. */
  operators?: boolean | undefined;
  /** It requests the update graph image. */
  graph?: boolean | undefined;
}

/** Options that are texts with a notation of their own. */
const READERS = {
  until: (text: string) => readUntil(text, { now: Date.now(), zone: ownZone() }),
  maxBytes: readByteCount,
  archiveSize: (text: string) => readInteger(text, RUN_BOUNDS.archiveSizeGiB),
  maxNestedPaths: (text: string) => readInteger(text, RUN_BOUNDS.maxNestedPaths),
  retryTimes: (text: string) => readInteger(text, RUN_BOUNDS.retryTimes),
  retryDelay: readDuration,
  stallTimeout: readStallTimeout,
  minRate: readMinimumRate,
} as const satisfies Partial<Record<keyof SetupOptions, (text: string) => ReadValue<number>>>;

type ReadOption = keyof typeof READERS;

export type SetupField = keyof SetupPlaces | ReadOption | 'rate' | 'graphBaseImage' | 'configDirectory';

/** Returns the options of a new run. @param workspaceWindows transfer windows of its workspace, if it has any */
export function optionsFrom(defaults: RunDefaults, workspaceWindows?: readonly string[]): SetupOptions {
  return {
    parallelImages: defaults.parallelImages ?? 4,
    parallelLayers: defaults.parallelLayers ?? 5,
    rate: rateText(defaults.rate),
    archiveSize: defaults.archiveSizeGiB === undefined ? '' : String(defaults.archiveSizeGiB),
    maxNestedPaths: defaults.maxNestedPaths ? String(defaults.maxNestedPaths) : '',
    first: '',
    authFile: defaults.authFile ?? '',
    planFile: '',
    requireSignature: '',
    resend: false,
    trustLedger: false,
    verifyPush: false,
    sourceTlsVerify: true,
    destinationTlsVerify: true,
    removeSignatures: false,
    ignoreReleaseSignature: false,
    icsp: false,
    skipUnknown: false,
    acceptEmptyCharts: false,
    addDependencies: false,
    allowRemoval: false,
    securePolicy: false,
    policy: '',
    registriesD: '',
    probe: true,
    windows: [...(workspaceWindows ?? defaults.windows ?? [])],
    attach: [],
    exitAtClose: false,
    until: '',
    maxBytes: '',
    retryTimes: '',
    retryDelay: '',
    stallTimeout: '',
    minRate: '',
    strictArchive: false,
    graphBaseImage: '',
    configDirectory: '',
  };
}

/**
 * Returns whether a workflow uses an option.
 * @param selected what its configuration selects
 */
export function usesOption(
  workflow: WorkflowKind,
  option: keyof SetupOptions,
  { operators, graph }: Selected,
): boolean {
  switch (option) {
    case 'archiveSize':
    case 'strictArchive':
    case 'attach':
    case 'resend':
      return workflow === 'mirrorToDisk';
    case 'trustLedger':
    case 'destinationTlsVerify':
    case 'maxNestedPaths':
    case 'icsp':
    case 'probe':
    case 'verifyPush':
    case 'configDirectory':
      return workflow !== 'mirrorToDisk';
    case 'sourceTlsVerify':
    case 'acceptEmptyCharts':
      return workflow !== 'diskToMirror';
    case 'graphBaseImage':
      return workflow !== 'diskToMirror' && graph !== false;
    case 'skipUnknown':
    case 'addDependencies':
      return operators !== false;
    case 'allowRemoval':
      return workflow !== 'mirrorToDisk' && operators !== false;
    default:
      return true;
  }
}

/** Returns the problem of the registry that a run pushes to. */
export function destinationProblem(registry: string): string | undefined {
  if (!registry) return t('registryMissingError');
  return /^\w+:\/\/|\s|@/.test(registry) ? t('registryFormatError') : undefined;
}

/** Returns the problems of fields; empty when a run can be requested. */
export function setupProblems(
  workflow: WorkflowKind,
  places: SetupPlaces,
  options: SetupOptions,
): Partial<Record<SetupField, string>> {
  const problems: Partial<Record<SetupField, string>> = {};
  const absolute = (field: 'directory' | 'state') => {
    if (places[field] && !places[field].startsWith('/')) problems[field] = t('directoryPathError');
  };
  if (!places.directory)
    problems.directory = workflow === 'diskToMirror' ? t('sourceMissingError') : t('workspaceMissingError');
  absolute('directory');
  absolute('state');
  if (workflow !== 'diskToMirror' && !places.config && !options.planFile)
    problems.config = t('configurationMissingError');
  const destination = workflow === 'mirrorToDisk' ? undefined : destinationProblem(places.destination);
  if (destination) problems.destination = destination;
  if (places.enclave && !/^[a-z0-9][a-z0-9._-]*$/.test(places.enclave)) problems.enclave = t('enclaveError');
  if (typedRate(options.rate) === undefined) problems.rate = t('rateError');
  for (const option of Object.keys(READERS) as ReadOption[]) {
    const text = options[option].trim();
    const problem = text === '' ? undefined : READERS[option](text).problem;
    if (problem !== undefined && usesOption(workflow, option, {})) problems[option] = capitalized(problem);
  }
  if (usesOption(workflow, 'configDirectory', {}) && options.configDirectory)
    if (!options.configDirectory.startsWith('/')) problems.configDirectory = t('directoryPathError');
  const graphBase = usesOption(workflow, 'graphBaseImage', {}) && graphBaseProblem(options.graphBaseImage);
  if (graphBase) problems.graphBaseImage = graphBase;
  return problems;
}

/**
 * Returns the settings of a run, for fields without problems.
 * @param selected as for {@link usesOption}
 */
export function settingsOf(
  workflow: WorkflowKind,
  places: SetupPlaces,
  options: SetupOptions,
  selected: Selected = {},
): MirrorSettingsInput {
  const uses = (option: keyof SetupOptions) => usesOption(workflow, option, selected);
  const read = (option: ReadOption) => (uses(option) ? numberOf(option, options[option]) : undefined);
  const rate = typedRate(options.rate);
  const until = read('until');
  return {
    workflow,
    directory: places.directory,
    from: workflow !== 'diskToMirror' && places.source ? places.source : undefined,
    destination: workflow !== 'mirrorToDisk' ? places.destination : undefined,
    planFile: options.planFile || undefined,
    requireSignature: (options.planFile && options.requireSignature) || undefined,
    configFile: options.planFile ? undefined : places.config || undefined,
    enclave: places.enclave || 'default',
    stateDirectory: workflow === 'diskToMirror' && places.state ? places.state : undefined,
    forRequest: workflow === 'mirrorToDisk' && !options.planFile ? requestOfConfiguration(places) : undefined,
    first: options.first || undefined,
    attach: uses('attach') && !options.planFile && options.attach.length > 0 ? options.attach : undefined,
    authFile: options.authFile || undefined,
    rate: rate || undefined,
    archiveSizeGiB: read('archiveSize'),
    strictArchive: uses('strictArchive') && options.strictArchive,
    maxNestedPaths: read('maxNestedPaths'),
    until: until === undefined ? undefined : instantText(until),
    maxBytes: read('maxBytes'),
    retryTimes: read('retryTimes'),
    retryDelayMs: read('retryDelay'),
    stallMs: read('stallTimeout'),
    minRate: read('minRate'),
    graphBaseImage: (uses('graphBaseImage') && options.graphBaseImage.trim()) || undefined,
    configDirectory: (uses('configDirectory') && options.configDirectory) || undefined,
    parallelImages: options.parallelImages,
    parallelLayers: options.parallelLayers,
    resend: uses('resend') && options.resend,
    trustLedger: uses('trustLedger') && options.trustLedger,
    verifyPush: uses('verifyPush') && options.verifyPush,
    sourceTlsVerify: !uses('sourceTlsVerify') || options.sourceTlsVerify,
    destinationTlsVerify: !uses('destinationTlsVerify') || options.destinationTlsVerify,
    removeSignatures: options.removeSignatures,
    ignoreReleaseSignature: options.ignoreReleaseSignature,
    icsp: uses('icsp') && options.icsp,
    skipUnknown: uses('skipUnknown') && options.skipUnknown,
    acceptEmptyCharts: uses('acceptEmptyCharts') && options.acceptEmptyCharts,
    addDependencies: uses('addDependencies') && options.addDependencies,
    allowRemoval: uses('allowRemoval') && options.allowRemoval,
    securePolicy: options.securePolicy,
    policy: options.securePolicy && options.policy ? options.policy : undefined,
    registriesD: options.securePolicy && options.registriesD ? options.registriesD : undefined,
    probe: !uses('probe') || options.probe,
    ...withWindows({}, { windows: options.windows, exitAtClose: options.exitAtClose }),
  };
}

/** Returns the ID of the accepted request that a configuration in the workspace belongs to. */
function requestOfConfiguration({ directory, config }: SetupPlaces): string | undefined {
  const [, root, id] = /^(.*)\/\.airlock\/requests\/([0-9a-f]{16})\.yaml$/.exec(config) ?? [];
  return root === withoutLastSlash(directory) ? id : undefined;
}

/** Returns the value of an option that is a text; undefined if it is empty or invalid. */
export function numberOf(option: ReadOption, text: string): number | undefined {
  return text.trim() === '' ? undefined : READERS[option](text.trim()).value;
}
