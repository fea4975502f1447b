import { afterLoading } from '../deprecated/deprecated.ts';
import { cannotWrite, type ManifestContext, releaseByGates } from '../model/manifest-context.ts';
import type { ManifestFile } from '../model/manifest-file.ts';
import { type InstallConfig, type InstallMethod, platformOf, platformsOf } from '../model/model.ts';
import { parseRelease } from '../model/versions.ts';
import { checklistFile } from '../vsphere/checklist.ts';
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

export interface ManifestOptions {
  /** Default: from name and domain, always the same. */
  infraId?: string;
  /** `4.17` or `4.17.3`: decides the shapes. Default: what gates in the file say, else today's. */
  openShiftVersion?: string;
  /** Default: by release. */
  cloudConfig?: CloudConfigForm;
  /** Default `control-plane`: none for vCenters that only workers are in. */
  clustersFor?: ClustersFor;
  /** `agent`: agent-config.yaml in place of what makes machines. Default `installer`. */
  method?: InstallMethod;
  /** Of agent-based installs: the address that hosts meet at. */
  rendezvousIP?: string;
}

export interface InstallManifests {
  infraId: string;
  /** `4.17`; undefined: today's shapes. */
  release?: string;
  /** Sorted by path. The same input gives the same bytes. */
  files: ManifestFile[];
  /** What was taken for granted, one sentence each. */
  notes: string[];
}

/**
 * The files that follow from an install-config, in the shapes and under the names of `openshift-install create manifests`,
 * without network and without vCenter: settings of the cluster; for vSphere its machines, credentials, cloud config and a
 * checklist of what must be in each vCenter. Secrets are in the files that say so
 * (`secret`) and nowhere else.
 * @param given as read; deprecated fields are read, too
 * @throws AirlockError `install-config-invalid` when name, domain or platform is missing, or a machine can be put nowhere;
 * `usage` for an infrastructure ID that is none
 */
export function installManifests(given: InstallConfig, options: ManifestOptions = {}): InstallManifests {
  const { config } = afterLoading(given);
  if (!config.metadata?.name) throw cannotWrite('the cluster has no name', 'metadata.name');
  if (!config.baseDomain) throw cannotWrite('the cluster has no base domain', 'baseDomain');
  if (platformsOf(config).length !== 1)
    throw cannotWrite('the configuration does not name one platform', 'platform');
  const release = parseRelease(options.openShiftVersion) ?? releaseByGates(config);
  const infraId = options.infraId === undefined ? infraIdFor(config) : checkedInfraId(options.infraId);
  const context: ManifestContext = { config, infraId, release };
  const vsphere = vsphereContext(context);
  const agent = options.method === 'agent';
  const files = [
    ...infrastructureFiles(context),
    ...settingFiles(config),
    ...(vsphere ? vsphereFiles(vsphere, options, agent) : []),
    ...(agent ? [agentConfigFile(config, options.rendezvousIP)] : []),
  ];
  const text = release && `${release.major}.${release.minor}`;
  return {
    infraId,
    release: text,
    files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    notes: [
      ...notesOf(options, text, infraId, agent ? undefined : vsphere),
      ...leftToInstaller(platformOf(config), agent),
    ],
  };
}

function vsphereFiles(context: VSphereContext, options: ManifestOptions, agent: boolean): ManifestFile[] {
  const { clustersFor = 'control-plane', cloudConfig = cloudConfigForm(context) } = options;
  return [
    cloudConfigFile(context, cloudConfig),
    ...credentialFiles(context.vsphere),
    checklistFile(context),
    ...(agent
      ? []
      : [...clusterFiles(context, clustersFor), ...machineFiles(context), ...machineApiFiles(context)]),
  ];
}

function notesOf(
  { infraId, openShiftVersion }: ManifestOptions,
  release: string | undefined,
  id: string,
  vsphere: VSphereContext | undefined,
): string[] {
  const notes = [];
  if (infraId === undefined)
    notes.push(
      `the infrastructure ID ${id} follows from name and domain; the installer draws one of its own`,
    );
  if (openShiftVersion === undefined)
    notes.push(
      release
        ? `shapes of ${release}, as the file turns VSphereMultiVCenters on itself`
        : "shapes of today's installer, as no version is given",
    );
  const byName = (vsphere?.vsphere.failureDomains ?? []).some(({ topology }) =>
    topology?.networks?.some((network) => !network.includes('/')),
  );
  if (byName)
    notes.push(
      'networks are taken to be below their compute cluster; the installer looks them up in vCenter',
    );
  return notes;
}

/** What other platforms have beside settings of the cluster. */
function leftToInstaller(platform: string, agent: boolean): string[] {
  if (platform === 'baremetal')
    return agent ? [] : ['hosts and machines of bare metal are left to the installer'];
  return ['vsphere', 'none', 'external'].includes(platform)
    ? []
    : [`Infrastructure and machines of platform ${platform} are left to the installer`];
}
