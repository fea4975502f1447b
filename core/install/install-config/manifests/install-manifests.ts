import { afterLoading } from '../deprecated/deprecated.ts';
import { cannotWrite, type ManifestContext, releaseByGates } from '../model/manifest-context.ts';
import type { ManifestFile } from '../model/manifest-file.ts';
import {
  computeReplicas,
  type InstallConfig,
  type InstallMethod,
  platformOf,
  platformsOf,
} from '../model/model.ts';
import { parseRelease } from '../model/versions.ts';
import { checklistFile, checklistOf, type VCenterChecklist } from '../vsphere/checklist.ts';
import { type CloudConfigForm, cloudConfigFile, cloudConfigForm } from '../vsphere/cloud-provider-config.ts';
import { type ClustersFor, clusterFiles } from '../vsphere/cluster-api.ts';
import { machineFiles } from '../vsphere/cluster-api-machines.ts';
import { credentialFiles } from '../vsphere/credentials.ts';
import { machineApiFiles } from '../vsphere/machine-api.ts';
import { type VSphereContext, vsphereContext } from '../vsphere/placement.ts';
import { agentConfigFile } from './agent-config.ts';
import { settingFiles } from './cluster-settings.ts';
import { checkedInfraId, infraIdFor } from './infra-id.ts';
import { infrastructureFiles } from './infrastructure.ts';
import { t } from './messages.ts';
import { networkFiles } from './network-settings.ts';
import { type InstallStep, STEPS_FILE, stepsFile, userProvisionedSteps } from './user-provisioned.ts';

export interface ManifestOptions {
  /** Default: derived from cluster name and domain. */
  infraId?: string;
  /** `4.17` or `4.17.3`, which decides the form of the objects. Default: by the gates of the file, else the newest release. */
  openShiftVersion?: string;
  /** Default: by release. */
  cloudConfig?: CloudConfigForm;
  /** Default: `control-plane`, without vCenters that have only workers. */
  clustersFor?: ClustersFor;
  /**
   * `agent` writes agent-config.yaml instead of the objects for machines, and `user-provisioned` the steps to create the
   * machines. Default: `installer`.
   */
  method?: InstallMethod;
  /** Rendezvous IP of an agent-based installation. */
  rendezvousIP?: string;
}

export interface InstallManifests {
  infraId: string;
  /** `4.17`, or undefined for the newest release. */
  release?: string;
  /** Files sorted by path. The same input returns the same bytes. */
  files: ManifestFile[];
  /** Assumptions and notices, as clauses. */
  notes: string[];
  /** Requirements of each vCenter before the installation. */
  checklist: VCenterChecklist[];
  /** Steps of an installation with user-provisioned machines. */
  steps: InstallStep[];
}

/**
 * Returns the manifests for an install-config, with the form and names of `openshift-install create manifests`, but without
 * network and vCenter: settings of the cluster, and for vSphere its machines, credentials, cloud configuration and a
 * checklist of the requirements of each vCenter. Only files marked as `secret` contain secrets.
 * @param given configuration as read, which can have deprecated fields
 * @throws AirlockError `install-config-invalid` if name, domain or platform is missing, or a machine can't be placed;
 * `usage` for an invalid infrastructure ID
 */
export function installManifests(given: InstallConfig, options: ManifestOptions = {}): InstallManifests {
  const { config } = afterLoading(given);
  if (!config.metadata?.name) throw cannotWrite(t('nameMissing'), 'metadata.name');
  if (!config.baseDomain) throw cannotWrite(t('baseDomainMissing'), 'baseDomain');
  if (platformsOf(config).length !== 1) throw cannotWrite(t('platformMissing'), 'platform');
  const release = parseRelease(options.openShiftVersion) ?? releaseByGates(config);
  const infraId = options.infraId === undefined ? infraIdFor(config) : checkedInfraId(options.infraId);
  const { method = 'installer' } = options;
  const context: ManifestContext = { config, infraId, release, method };
  const vsphere = vsphereContext(context);
  const files = [
    ...infrastructureFiles(context),
    ...networkFiles(context),
    ...settingFiles(config),
    ...(vsphere ? vsphereFiles(vsphere, options) : []),
    ...(method === 'agent' ? [agentConfigFile(config, options.rendezvousIP)] : []),
    ...(method === 'user-provisioned' ? [stepsFile(context)] : []),
  ];
  const text = release && `${release.major}.${release.minor}`;
  return {
    infraId,
    release: text,
    files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    notes: [
      ...notesOf(options, text, infraId, method === 'installer' ? vsphere : undefined),
      ...installerNotes(platformOf(config), method),
      ...machineNotes(context),
    ],
    checklist: vsphere ? checklistOf(vsphere) : [],
    steps: method === 'user-provisioned' ? userProvisionedSteps(context) : [],
  };
}

/**
 * Returns the files for vSphere. Only openshift-install creates machines: from the Cluster API objects during the
 * installation, and from those of the Machine API afterwards.
 */
function vsphereFiles(context: VSphereContext, options: ManifestOptions): ManifestFile[] {
  const { clustersFor = 'control-plane', cloudConfig = cloudConfigForm(context) } = options;
  return [
    cloudConfigFile(context, cloudConfig),
    ...credentialFiles(context.vsphere),
    checklistFile(context),
    ...(context.method === 'installer'
      ? [...clusterFiles(context, clustersFor), ...machineFiles(context), ...machineApiFiles(context)]
      : []),
  ];
}

function notesOf(
  { infraId, openShiftVersion }: ManifestOptions,
  release: string | undefined,
  id: string,
  vsphere: VSphereContext | undefined,
): string[] {
  const notes = [];
  if (infraId === undefined) notes.push(t('infraIdNote', { id }));
  if (openShiftVersion === undefined)
    notes.push(release ? t('releaseByGatesNote', { release }) : t('newestReleaseNote'));
  const byName = (vsphere?.vsphere.failureDomains ?? []).some(({ topology }) =>
    topology?.networks?.some((network) => !network.includes('/')),
  );
  if (byName) notes.push(t('networksNote'));
  return notes;
}

/** Returns notes about objects of other platforms that only the installer creates. */
function installerNotes(platform: string, method: InstallMethod): string[] {
  if (platform === 'baremetal') return method === 'agent' ? [] : [t('baremetalNote')];
  return ['vsphere', 'none', 'external'].includes(platform) ? [] : [t('platformNote', { platform })];
}

/**
 * Returns the installer's notice about schedulable control plane nodes (openshift/installer: pkg/asset/manifests/scheduler.go),
 * and for user-provisioned machines the omitted files and the steps.
 */
function machineNotes({ config, method }: ManifestContext): string[] {
  const user = method === 'user-provisioned';
  const schedulable = computeReplicas(config) === 0;
  return [
    ...(schedulable ? [t('schedulableNote')] : []),
    ...(schedulable && user ? [t('schedulableUserNote')] : []),
    ...(user && config.platform?.vsphere ? [t('omittedNote')] : []),
    ...(user ? [t('stepsNote', { file: STEPS_FILE })] : []),
  ];
}
