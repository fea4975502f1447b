import type { Checks } from '../model/checks.ts';
import { replicasOf } from '../model/model.ts';
import { t } from './messages.ts';
import { ownLoadBalancer, vipsOf } from './vips.ts';

/**
 * Checks for fields that only apply to machines of the installer. The installer doesn't know that the user creates the
 * machines, so it accepts them (openshift-docs: modules/installation-vsphere-config-yaml.adoc,
 * modules/installation-configuration-parameters.adoc).
 */
export function checkUserProvisioned(checks: Checks): void {
  const { config, platform, unnoticed } = checks;
  if (platform === 'baremetal') {
    unnoticed(['platform', 'baremetal'], t('userBareMetal'), t('userBareMetalRemedy'));
    return;
  }
  checkWorkers(checks);
  if (platform !== 'vsphere') return;
  const path = ['platform', 'vsphere'];
  const { api = [], ingress = [] } = vipsOf(checks) ?? {};
  if (!ownLoadBalancer(checks))
    for (const [field, addresses] of [
      ['apiVIPs', api],
      ['ingressVIPs', ingress],
    ] as const)
      if (addresses.length) unnoticed([...path, field], t('userVips', { field }), t('userVipsRemedy'));
  if (config.platform?.vsphere?.hosts?.length)
    unnoticed([...path, 'hosts'], t('userHosts'), t('userHostsRemedy'));
}

/** Checks that no pool has workers. Pools without `replicas`, and files without a pool named worker, have three. */
function checkWorkers({ config, unnoticed, writing }: Checks): void {
  const { compute = [] } = config;
  for (const [i, pool] of compute.entries()) {
    const count = replicasOf(pool);
    if (count <= 0) continue;
    const path = ['compute', i, 'replicas'];
    const field = `compute[${i}].replicas`;
    unnoticed(
      path,
      t(pool.replicas === undefined ? 'userReplicasMissing' : 'userReplicas', { field, count }),
      t('userReplicasRemedy', { field }),
      { fix: writing(t('setFieldFix', { field, value: '0' }), path, 0) },
    );
  }
  if (compute.some(({ name }) => name === 'worker')) return;
  unnoticed(['compute'], t('userPoolMissing', { count: replicasOf(undefined) }), t('userPoolMissingRemedy'), {
    fix: writing(t('userPoolFix'), ['compute'], [...compute, { name: 'worker', replicas: 0 }]),
  });
}
