import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { type Finding, fault, fine, note } from './finding.ts';
import type { HostProbes } from './host-probes.ts';
import { mountOf } from './mounts.ts';

const NODE = 24;

/** Settings of this host that no network knows of. */
export async function checkHost(thisHost: string, temporary: string, probes: HostProbes): Promise<Finding[]> {
  const { node, system } = await probes.versions();
  const major = Number(/^v(\d+)/.exec(node)?.[1]);
  const versions =
    major >= NODE
      ? fine('versions', thisHost, `Node ${node}, ${system}`)
      : fault(
          'versions',
          thisHost,
          'warning',
          new AirlockError('host-setting', `Node ${node} is older than Airlock needs`, {
            remedy: `Use Node ${NODE}, or the one that Airlock is installed with (node_modules/.bin/node).`,
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
  if ((mask & 0o002) === 0)
    return report(
      `the umask is ${shown}: everybody on this host may change what a run writes`,
      'Set it before Airlock is started: `umask 022`.',
    );
  if ((mask & 0o044) === 0o044)
    return report(
      `the umask is ${shown}: nobody but this user can read what a run writes`,
      'Where another user carries, verifies or pushes it, set `umask 022` before Airlock is started.',
    );
  return fine('umask', thisHost, `the umask is ${shown}`);
}

async function fips(thisHost: string, probes: HostProbes): Promise<Finding> {
  const { kernel, node } = await probes.fips();
  const words = `kernel ${kernel ? 'on' : 'off'}, Node ${node ? 'on' : 'off'}`;
  if (!kernel || node) return fine('fips', thisHost, `FIPS mode: ${words}`);
  return note(
    'fips',
    thisHost,
    `FIPS mode: ${words}. Node brings its own OpenSSL, which is no validated module`,
    'Where the rules demand one, run Airlock with a Node of the distribution that uses its OpenSSL, with --enable-fips.',
  );
}

async function noexec(temporary: string, probes: HostProbes): Promise<Finding> {
  const mount = mountOf((await probes.mounts()) ?? '', temporary);
  if (!mount?.options.includes('noexec')) return fine('noexec', temporary, 'programs can be started from it');
  return note(
    'noexec',
    temporary,
    `${mount.point} is mounted noexec. Airlock starts nothing there; programs that unpack themselves do, as the AppImage of the desktop app`,
    'Set TMPDIR to another folder for those.',
  );
}
