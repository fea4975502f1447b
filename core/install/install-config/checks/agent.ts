import type { Checks } from '../model/checks.ts';
import { networkTypeOf } from '../model/listed-networks.ts';
import { computeReplicas, replicasOf } from '../model/model.ts';
import { t } from './messages.ts';
import { hasCredentials } from './vsphere.ts';

const PLATFORMS = ['baremetal', 'vsphere', 'nutanix', 'none', 'external'];

/**
 * Checks the rules for install-config.yaml that only the agent-based installer has (openshift/installer:
 * pkg/asset/agent/installconfig.go).
 */
export function checkAgent(checks: Checks): void {
  const { config, platform, invalid, notSupported } = checks;
  if (platform && !PLATFORMS.includes(platform)) notSupported(['platform'], platform, PLATFORMS);
  const architecture = config.controlPlane?.architecture ?? '';
  if ((architecture === 'ppc64le' || architecture === 's390x') && platform !== 'none' && platform)
    invalid(['platform'], platform, `CPU architecture "${architecture}" only supports platform "none".`);
  const external = config.platform?.external;
  if (
    platform === 'external' &&
    external?.platformName === 'oci' &&
    external.cloudControllerManager !== 'External'
  ) {
    const path = ['platform', 'external', 'cloudControllerManager'];
    invalid(
      path,
      external.cloudControllerManager,
      'When using external oci platform, platform.external.cloudControllerManager must be set to External',
      {
        fix: checks.writing(
          t('setFieldFix', { field: 'cloudControllerManager', value: 'External' }),
          path,
          'External',
        ),
      },
    );
  }
  checkCredentials(checks);
  checkReplicas(checks);
  checkRootDeviceHints(checks);
}

/** Checks the hints that agent-config.yaml doesn't allow, because the hosts become those of agent-config.yaml. */
function checkRootDeviceHints({ config, forbidden }: Checks): void {
  for (const [i, { rootDeviceHints = {} }] of (config.platform?.baremetal?.hosts ?? []).entries())
    for (const [field, name] of [
      ['wwnWithExtension', 'WWN'],
      ['wwnVendorExtension', 'WWN vendor'],
    ] as const)
      if (rootDeviceHints[field])
        forbidden(
          ['platform', 'baremetal', 'hosts', i, 'rootDeviceHints', field],
          `${name} extensions are not supported in root device hints`,
          { remedy: t('rootDeviceHintRemedy') },
        );
}

function checkCredentials({ config, required }: Checks): void {
  const {
    vcenters = [],
    failureDomains = [],
    vCenter,
    password,
    datacenter,
  } = config.platform?.vsphere ?? {};
  const message = 'All credential fields are required if any one is specified';
  const old = Boolean(vCenter || password || datacenter);
  for (const [i, vcenter] of vcenters.entries()) {
    if (!hasCredentials(vcenter)) continue;
    const path = ['platform', 'vsphere', 'vcenters', i];
    if (!vcenter.server) required([...path, 'server'], message);
    if (!vcenter.user) required(old ? ['platform', 'vsphere', 'username'] : [...path, 'user'], message);
    if (!vcenter.password) required([...path, 'password'], message);
    // The file's field is datacenters.
    if (!vcenter.datacenters?.length)
      required([...path, 'datacenter'], message, { at: [...path, 'datacenters'] });
  }
  if (!vcenters.some(hasCredentials)) return;
  for (const [i, { topology, name }] of failureDomains.entries())
    if (!topology?.folder)
      required(
        ['platform', 'vsphere', 'failureDomains', i, 'topology', 'folder'],
        'must specify a folder for agent-based installs',
        { of: name ? t('domainNote', { name }) : undefined },
      );
}

function checkReplicas(checks: Checks): void {
  const { config, platform, invalid, forbidden, notSupported } = checks;
  const masters = replicasOf(config.controlPlane);
  const path = ['controlPlane', 'replicas'];
  if (masters < 1 || masters > 5)
    notSupported(path, String(masters), ['3', '1', '4', '5', '2 (with arbiter)'], {
      remedy: t('agentReplicasRemedy'),
    });
  if (masters === 2 && config.arbiter && (config.arbiter.replicas ?? 0) !== 1)
    invalid(
      ['arbiter', 'replicas'],
      config.arbiter.replicas ?? 0,
      'TNA (Two Node with Arbiter) configuration requires exactly 1 arbiter replica',
    );
  if (masters !== 1) return;
  const workers = computeReplicas(config);
  const single = platform === 'none' || platform === 'external';
  if (workers)
    forbidden(
      ['compute', 'replicas'],
      `Total number of compute replicas must be 0 when controlPlane.replicas is 1 for platform none or external. Found ${workers}`,
      {
        at: config.compute?.length ? ['compute', 0, 'replicas'] : ['compute'],
        remedy: t('computeZeroRemedy'),
        fix:
          config.compute?.length === 1
            ? checks.writing(
                t('setFieldFix', { field: 'replicas', value: '0' }),
                ['compute', 0, 'replicas'],
                0,
              )
            : undefined,
      },
    );
  else if (single && networkTypeOf(checks) !== 'OVNKubernetes')
    invalid(
      ['networking', 'networkType'],
      networkTypeOf(checks),
      'Only OVNKubernetes network type is allowed for Single Node OpenShift (SNO) cluster',
    );
  else if (!single && platform)
    invalid(
      ['platform'],
      platform,
      'Only platform none and external supports 1 ControlPlane and 0 Compute nodes',
    );
  if (config.arbiter?.replicas)
    forbidden(
      ['arbiter', 'replicas'],
      `Total number of arbiter replicas must be 0 when controlPlane.replicas is 1 for Single Node Openshift (SNO) cluster. Found ${config.arbiter.replicas}`,
    );
}
