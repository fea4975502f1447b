import type { RunDefaults } from '../../../core/contract/topics/settings.ts';
import type { MirrorSettingsInput, WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import { rateText, typedRate } from '../../windows/rate-steps.ts';
import { withWindows } from '../../windows/windows-words.ts';

/** How a run is to work, as the form holds it: numbers that may be left out are texts. */
export interface SetupOptions {
  parallelImages: number;
  parallelLayers: number;
  /** MiB a second. */
  rate: string;
  /** GiB. */
  archiveSize: string;
  maxNestedPaths: string;
  first: string;
  authFile: string;
  /** An approved plan, and who must have signed it. */
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
  /** In place of the host's own. */
  policy: string;
  registriesD: string;
  probe: boolean;
  /** When links may be used; none: always. */
  windows: string[];
  exitAtClose: boolean;
}

/** What to mirror: as the address of the screen holds it. */
export interface SetupPlaces {
  /** Fetch and mirror: the workspace. Push: where from. */
  directory: string;
  config: string;
  destination: string;
  enclave: string;
  /** Push: where this side keeps runs and resources; empty: the user's state folder. */
  state: string;
}

export type SetupField = keyof SetupPlaces | 'rate' | 'archiveSize' | 'maxNestedPaths';

/** The options of a new run. @param workspaceWindows windows of its workspace, where it has some */
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
    exitAtClose: false,
  };
}

/**
 * Which options a workflow looks at.
 * @param operators whether the configuration names operator catalogs; undefined while that is not known
 */
export function usesOption(
  workflow: WorkflowKind,
  option: keyof SetupOptions,
  operators: boolean | undefined,
): boolean {
  switch (option) {
    case 'archiveSize':
    case 'resend':
      return workflow === 'mirrorToDisk';
    case 'trustLedger':
    case 'destinationTlsVerify':
    case 'maxNestedPaths':
    case 'icsp':
    case 'probe':
    case 'verifyPush':
      return workflow !== 'mirrorToDisk';
    case 'sourceTlsVerify':
    case 'acceptEmptyCharts':
      return workflow !== 'diskToMirror';
    case 'skipUnknown':
    case 'addDependencies':
      return operators !== false;
    case 'allowRemoval':
      return workflow !== 'mirrorToDisk' && operators !== false;
    default:
      return true;
  }
}

/** What is missing or wrong, by field; empty when a run can be asked for. */
export function setupProblems(
  workflow: WorkflowKind,
  places: SetupPlaces,
  options: SetupOptions,
): Partial<Record<SetupField, string>> {
  const problems: Partial<Record<SetupField, string>> = {};
  const absolute = (field: 'directory' | 'state', what: string) => {
    if (places[field] && !places[field].startsWith('/')) problems[field] = `Write ${what} as a whole path.`;
  };
  if (!places.directory)
    problems.directory =
      workflow === 'diskToMirror' ? 'Name what to push.' : 'Name a folder for the workspace.';
  absolute('directory', 'the folder');
  absolute('state', 'the folder');
  if (workflow !== 'diskToMirror' && !places.config && !options.planFile)
    problems.config = 'Choose a configuration, or make a new one.';
  if (workflow !== 'mirrorToDisk') {
    if (!places.destination) problems.destination = 'Name the registry as HOST:PORT or HOST:PORT/PATH.';
    else if (/^\w+:\/\/|\s|@/.test(places.destination))
      problems.destination = 'Write HOST:PORT or HOST:PORT/PATH, without scheme and user.';
  }
  if (places.enclave && !/^[a-z0-9][a-z0-9._-]*$/.test(places.enclave))
    problems.enclave = 'Use lower-case letters, digits, dot, dash and underscore.';
  if (typedRate(options.rate) === undefined) problems.rate = 'Write a number of MiB a second, or nothing.';
  if (usesOption(workflow, 'archiveSize', undefined) && wholeNumber(options.archiveSize, 1) === undefined)
    problems.archiveSize = 'Write a whole number of GiB, or nothing.';
  if (
    usesOption(workflow, 'maxNestedPaths', undefined) &&
    wholeNumber(options.maxNestedPaths, 0) === undefined
  )
    problems.maxNestedPaths = 'Write a whole number, or nothing.';
  return problems;
}

/**
 * What is asked of the engine; only for fields without problems.
 * @param operators as for {@link usesOption}
 */
export function settingsOf(
  workflow: WorkflowKind,
  places: SetupPlaces,
  options: SetupOptions,
  operators?: boolean,
): MirrorSettingsInput {
  const uses = (option: keyof SetupOptions) => usesOption(workflow, option, operators);
  const rate = typedRate(options.rate);
  const archiveSizeGiB = wholeNumber(options.archiveSize, 1);
  const maxNestedPaths = wholeNumber(options.maxNestedPaths, 0);
  return {
    workflow,
    directory: places.directory,
    destination: workflow !== 'mirrorToDisk' ? places.destination : undefined,
    planFile: options.planFile || undefined,
    requireSignature: (options.planFile && options.requireSignature) || undefined,
    configFile: options.planFile ? undefined : places.config || undefined,
    enclave: places.enclave || 'default',
    stateDirectory: workflow === 'diskToMirror' && places.state ? places.state : undefined,
    first: options.first || undefined,
    authFile: options.authFile || undefined,
    rate: rate || undefined,
    archiveSizeGiB: uses('archiveSize') && archiveSizeGiB ? archiveSizeGiB : undefined,
    maxNestedPaths: uses('maxNestedPaths') && maxNestedPaths ? maxNestedPaths : undefined,
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

/** Null for an empty text, undefined for what is no whole number of at least `least`. */
function wholeNumber(text: string, least: number): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const value = Number(trimmed);
  return Number.isSafeInteger(value) && value >= least ? value : undefined;
}
