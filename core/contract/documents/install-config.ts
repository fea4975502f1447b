/** Checking, converting and beginning an install-config.yaml, for the screens: they know the contract only. */

export {
  afterLoading,
  type ConversionChange,
  convertDeprecated,
} from '../../install/install-config/deprecated/deprecated.ts';
export { type MirrorSettings, withMirror } from '../../install/install-config/from-mirror.ts';
export type { Fix, InstallConfigProblem } from '../../install/install-config/model/checks.ts';
export { featureGateFor, type NeededFeatureSet } from '../../install/install-config/model/feature-gates.ts';
export {
  pathText,
  samePath,
  startsWith,
  writtenPath,
} from '../../install/install-config/model/field-path.ts';
export {
  computeReplicas,
  type FailureDomain,
  type InstallConfig,
  type InstallMethod,
  platformOf,
  replicasOf,
  type VCenter,
} from '../../install/install-config/model/model.ts';
export {
  type ReadInstallConfig,
  readInstallConfig,
} from '../../install/install-config/model/read-install-config.ts';
export { MASK, maskSecrets, secretPaths } from '../../install/install-config/model/secrets.ts';
export {
  type PlacedMachine,
  type QuorumWarning,
  type Topology,
  type TopologyFailureDomain,
  type TopologyVCenter,
  topologyOf,
  type WorkerSet,
} from '../../install/install-config/model/topology.ts';
export { PRESETS, type Preset } from '../../install/install-config/presets.ts';
export {
  type ValidateOptions,
  type Verdict,
  validateInstallConfig,
} from '../../install/install-config/validate-install-config.ts';
