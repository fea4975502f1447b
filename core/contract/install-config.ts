/** Checking, converting and beginning an install-config.yaml, for the screens: they know the contract only. */
export type { Fix, InstallConfigProblem } from '../install-config/checks.ts';
export { afterLoading, type ConversionChange, convertDeprecated } from '../install-config/deprecated.ts';
export { featureGateFor, type NeededFeatureSet } from '../install-config/feature-gates.ts';
export { pathText, samePath, startsWith, writtenPath } from '../install-config/field-path.ts';
export { type MirrorSettings, withMirror } from '../install-config/from-mirror.ts';
export {
  computeReplicas,
  type FailureDomain,
  type InstallConfig,
  type InstallMethod,
  platformOf,
  replicasOf,
  type VCenter,
} from '../install-config/model.ts';
export { PRESETS, type Preset } from '../install-config/presets.ts';
export { type ReadInstallConfig, readInstallConfig } from '../install-config/read-install-config.ts';
export { MASK, maskSecrets, secretPaths } from '../install-config/secrets.ts';
export {
  type PlacedMachine,
  type QuorumWarning,
  type Topology,
  type TopologyFailureDomain,
  type TopologyVCenter,
  topologyOf,
  type WorkerSet,
} from '../install-config/topology.ts';
export {
  type ValidateOptions,
  type Verdict,
  validateInstallConfig,
} from '../install-config/validate-install-config.ts';
