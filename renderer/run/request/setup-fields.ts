import type { RunDefaults } from '../../../core/contract/topics/settings.ts';
import type { MirrorSettingsInput, WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import { rateText, typedRate } from '../../windows/rate-steps.ts';
import { withWindows } from '../../windows/windows-words.ts';
import { t } from './messages.ts';

/** The options of a run, as the form contains them. Optional numbers are texts. */
export interface SetupOptions {
  parallelImages: number;
  parallelLayers: number;
  /** MiB a second. */
  rate: string;
  /** GiB. */
  archiveSize: string;
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
}

export type SetupField = keyof SetupPlaces | 'rate' | 'archiveSize' | 'maxNestedPaths';

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
  };
}

/**
 * Returns whether a workflow uses an option.
 * @param operators whether the configuration contains operator catalogs; undefined while unknown
 */
export function usesOption(
  workflow: WorkflowKind,
  option: keyof SetupOptions,
  operators: boolean | undefined,
): boolean {
  switch (option) {
    case 'archiveSize':
    case 'attach':
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
  if (workflow !== 'mirrorToDisk') {
    if (!places.destination) problems.destination = t('registryMissingError');
    else if (/^\w+:\/\/|\s|@/.test(places.destination)) problems.destination = t('registryFormatError');
  }
  if (places.enclave && !/^[a-z0-9][a-z0-9._-]*$/.test(places.enclave)) problems.enclave = t('enclaveError');
  if (typedRate(options.rate) === undefined) problems.rate = t('rateError');
  if (usesOption(workflow, 'archiveSize', undefined) && integer(options.archiveSize, 1) === undefined)
    problems.archiveSize = t('archiveSizeError');
  if (usesOption(workflow, 'maxNestedPaths', undefined) && integer(options.maxNestedPaths, 0) === undefined)
    problems.maxNestedPaths = t('pathDepthError');
  return problems;
}

/**
 * Returns the settings of a run, for fields without problems.
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
  const archiveSizeGiB = integer(options.archiveSize, 1);
  const maxNestedPaths = integer(options.maxNestedPaths, 0);
  return {
    workflow,
    directory: places.directory,
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

/** Returns the ID of the accepted request that a configuration in the workspace belongs to. */
function requestOfConfiguration({ directory, config }: SetupPlaces): string | undefined {
  const [, root, id] = /^(.*)\/\.airlock\/requests\/([0-9a-f]{16})\.yaml$/.exec(config) ?? [];
  return root === directory.replace(/\/+$/, '') ? id : undefined;
}

/** Returns the number of a text, null for an empty text, and undefined without an integer of at least `least`. */
function integer(text: string, least: number): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const value = Number(trimmed);
  return Number.isSafeInteger(value) && value >= least ? value : undefined;
}
