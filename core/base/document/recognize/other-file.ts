import { isPlainMap } from '../node-value.ts';
import { t } from './messages.ts';

/** The files that people give to Airlock. */
export type FileContent =
  | 'imageSet'
  | 'installConfig'
  | 'agentConfig'
  | 'hosts'
  | 'network'
  | 'cloudConfig'
  | 'catalog'
  | 'manifest';

/** A file that is something else than a command expects. */
export interface OtherFile {
  /** The top-level field that shows it. */
  field: string;
  message: string;
  remedy: string;
}

/** Fields of agent-config.yaml that install-config.yaml doesn't have (openshift/installer: pkg/types/agent/agent_config_type.go). */
const AGENT_FIELDS = ['rendezvousIP', 'hosts', 'bootArtifactsBaseURL', 'minimalISO', 'additionalNTPSources'];
/** Fields of install-config.yaml that no other file has (openshift/installer: pkg/types/installconfig.go). */
const INSTALL_FIELDS = ['baseDomain', 'platform', 'controlPlane', 'compute', 'pullSecret', 'networking'];
const IMAGE_SET_FIELDS = ['mirror', 'delete', 'prune', 'archiveSize', 'storageConfig'];
/** Fields with which a file is meant as the expected one, whatever else it contains. */
const OWN_FIELDS: Partial<Record<FileContent, readonly string[]>> = {
  imageSet: IMAGE_SET_FIELDS,
  installConfig: INSTALL_FIELDS,
  cloudConfig: ['global', 'vcenter', 'labels', 'nodes'],
};
/** Fields of a state of NMState, and of the file of `nmstatectl` around it. */
const STATE_FIELDS = [
  ...['interfaces', 'routes', 'route-rules', 'dns-resolver', 'hostname', 'ovs-db', 'ovn', 'capture'],
  ...['desiredState', 'desired'],
];
/** Kinds that `airlock nmstate validate` reads. */
const NETWORK_KINDS = [
  ...['NodeNetworkConfigurationPolicy', 'NodeNetworkState', 'NodeNetworkConfigurationEnactment'],
  ...['NMStateConfig', 'MachineConfig'],
];

/**
 * Returns the problem that a file isn't what a command expects, by its kind or, without one, by its fields. Undefined if the
 * file can be meant as the expected one.
 * @param root the first document of the file
 */
export function otherFile(root: unknown, expected: FileContent): OtherFile | undefined {
  if (!isPlainMap(root) || OWN_FIELDS[expected]?.some((field) => Object.hasOwn(root, field)))
    return undefined;
  const found = contentOf(root);
  if (!found || found.content === expected) return undefined;
  const { field, content, kind } = found;
  return {
    field,
    message: t('otherFile', { field, content, kind, expected }),
    remedy: t('otherFileRemedy', { content, expected }),
  };
}

function contentOf(
  root: Record<string, unknown>,
): { content: FileContent; field: string; kind: string } | undefined {
  const has = (field: string) => Object.hasOwn(root, field);
  const by = (fields: readonly string[]) => fields.find(has);
  const { kind, apiVersion } = root;
  const imageSet = by(IMAGE_SET_FIELDS);
  if (imageSet) return { content: 'imageSet', field: imageSet, kind: '' };
  if (typeof kind === 'string' && kind !== '') {
    const content = contentOfKind(kind, apiVersion);
    return content && { content, field: 'kind', kind };
  }
  const [install, agent, state] = [by(INSTALL_FIELDS), by(AGENT_FIELDS), by(STATE_FIELDS)];
  if (install) return { content: 'installConfig', field: install, kind: '' };
  if (agent) return { content: 'hosts', field: agent, kind: '' };
  if (isPlainMap(root.vcenter)) return { content: 'cloudConfig', field: 'vcenter', kind: '' };
  if (typeof root.schema === 'string' && root.schema.startsWith('olm.'))
    return { content: 'catalog', field: 'schema', kind: '' };
  return state === undefined ? undefined : { content: 'network', field: state, kind: '' };
}

function contentOfKind(kind: string, apiVersion: unknown): FileContent | undefined {
  if (/^(?:Delete)?ImageSetConfiguration$/.test(kind)) return 'imageSet';
  if (kind === 'InstallConfig') return 'installConfig';
  if (kind === 'AgentConfig') return 'agentConfig';
  if (NETWORK_KINDS.includes(kind)) return 'network';
  const isMisspelled = typeof apiVersion !== 'string' || apiVersion.startsWith('mirror.openshift.io/');
  return isMisspelled ? undefined : 'manifest';
}
