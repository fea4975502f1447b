import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { t } from '../messages.ts';
import { type Finding, fault, fine, note } from './finding.ts';
import type { HostProbes } from './host-probes.ts';
import { mountOf } from './mounts.ts';

const NODE = 24;

/** Checks the settings of this host that don't concern the network. */
export async function checkHost(thisHost: string, temporary: string, probes: HostProbes): Promise<Finding[]> {
  const { node, system } = await probes.versions();
  const major = Number(/^v(\d+)/.exec(node)?.[1]);
  const versions =
    major >= NODE
      ? fine('versions', thisHost, t('nodeFine', { version: node, system }))
      : fault(
          'versions',
          thisHost,
          'warning',
          new AirlockError('host-setting', t('nodeOld', { version: node }), {
            remedy: t('nodeOldRemedy', { version: NODE }),
          }),
          [system],
        );
  return [
    versions,
    umask(thisHost, probes.umask()),
    await fips(thisHost, probes),
    await noexec(temporary, probes),
  ];
}

function umask(thisHost: string, mask: number): Finding {
  const shown = mask.toString(8).padStart(4, '0');
  const report = (message: string, remedy: string) =>
    fault('umask', thisHost, 'warning', new AirlockError('host-setting', message, { remedy }));
  if ((mask & 0o002) === 0) return report(t('umaskOpen', { umask: shown }), t('umaskOpenRemedy'));
  if ((mask & 0o044) === 0o044) return report(t('umaskClosed', { umask: shown }), t('umaskClosedRemedy'));
  return fine('umask', thisHost, t('umaskFine', { umask: shown }));
}

async function fips(thisHost: string, probes: HostProbes): Promise<Finding> {
  const { kernel, node } = await probes.fips();
  if (!kernel || node)
    return fine('fips', thisHost, t('fipsFine', { kernel: String(kernel), node: String(node) }));
  return note('fips', thisHost, t('fipsUnvalidated'), t('fipsUnvalidatedRemedy'));
}

async function noexec(temporary: string, probes: HostProbes): Promise<Finding> {
  const mount = mountOf((await probes.mounts()) ?? '', temporary);
  if (!mount?.options.includes('noexec')) return fine('noexec', temporary, t('noexecFine'));
  return note('noexec', temporary, t('noexec', { point: mount.point }), t('noexecRemedy'));
}
