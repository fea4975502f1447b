import { writeFileAtomic } from '../../../base/files/atomic-file.ts';
import type { DoctorRequest } from '../../doctor/examine.ts';
import { shellCommand } from '../runs/run-request.ts';
import { absolutePath, optionalPath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { hostsAsCsv } from './hosts-csv.ts';
import { registryNameOf } from './name.ts';

export function doctorHandlers(state: ServiceState): HandlersOf<'doctor'> {
  return {
    'doctor.examine': async (input, { signal }) => {
      const { configFile, workspace, authFile, sourceTlsVerify, destinationTlsVerify, ticket } = input;
      const registry =
        input.destination === undefined ? undefined : registryNameOf(input.destination, 'destination');
      // The first check loads the network libraries, so that the engine starts quickly.
      const { examine } = await import('../../doctor/examine.ts');
      const { keepProfile } = await import('./profiles.ts');
      const { profileView } = await import('./profile-view.ts');
      const at = new Date().toISOString();
      const request: DoctorRequest = {
        sourceTlsVerify,
        destinationTlsVerify,
        configFile: optionalPath(configFile, 'configFile'),
        workspace: optionalPath(workspace, 'workspace'),
        authFile: optionalPath(authFile, 'authFile'),
        destination: registry && { host: registry.host, namespace: registry.path },
      };
      using reportProgress = state.jobs.request(ticket, { phase: 'doctor', unit: 'checks' });
      const { profile, ...report } = await examine(
        request,
        state.hostFor(workspace, configFile, registry?.host),
        {
          signal,
          onProgress: ({ done, total, doing: detail }) => reportProgress(done, total, { detail }),
        },
      );
      // The next push uses the profile. A folder that can't be written is already a finding.
      if (profile) await keepProfile(profile, state, workspace).catch(() => undefined);
      return {
        at,
        ...report,
        hostsText: hostsAsCsv(report.hosts),
        command: commandOf(request),
        profile: profile && profileView(profile),
      };
    },
    'doctor.saveHosts': async ({ hosts, file }) => {
      const path = absolutePath(file, 'file');
      await writeFileAtomic(path, hostsAsCsv(hosts));
      return { file: path };
    },
  };
}

function commandOf(request: DoctorRequest): string {
  const { configFile, workspace, authFile, destination, sourceTlsVerify, destinationTlsVerify } = request;
  return shellCommand([
    'doctor',
    ...(configFile === undefined ? [] : ['-c', configFile]),
    ...(workspace === undefined ? [] : ['--workspace', `file://${workspace}`]),
    ...(authFile === undefined ? [] : ['--authfile', authFile]),
    ...(sourceTlsVerify ? [] : ['--src-tls-verify=false']),
    ...(destinationTlsVerify ? [] : ['--dest-tls-verify=false']),
    ...(destination
      ? [`docker://${destination.host}${destination.namespace && `/${destination.namespace}`}`]
      : []),
  ]);
}
