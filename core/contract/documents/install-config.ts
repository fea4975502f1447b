/** Checks, converts and creates an install-config.yaml for the screens, which may import only the contract. */

export type { Fix } from '../../base/document/edit/fix.ts';
export { type Field as FileField, fieldAt } from '../../base/document/fields.ts';
export {
  afterLoading,
  convertDeprecated,
} from '../../install/install-config/deprecated/deprecated.ts';
export { featureGateFor } from '../../install/install-config/model/feature-gates.ts';
export { INSTALL_CONFIG } from '../../install/install-config/model/install-config-fields.ts';
export {
  type InstallConfig,
  type InstallMethod,
  MOST_VCENTERS,
  platformOf,
} from '../../install/install-config/model/model.ts';
export { readInstallConfig } from '../../install/install-config/model/read-install-config.ts';
export { secretPaths } from '../../install/install-config/model/secrets.ts';
export {
  type Topology,
  type TopologyFailureDomain,
  type TopologyVCenter,
  topologyOf,
} from '../../install/install-config/model/topology.ts';
export { PRESETS } from '../../install/install-config/presets.ts';
export { validateInstallConfig } from '../../install/install-config/validate-install-config.ts';
