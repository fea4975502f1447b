import { refOf } from '../../../cluster/client/object-ref.ts';
import { resourceYaml } from '../../../content/resources/resource-yaml.ts';
import type { ContractProblem } from '../../../contract/topics/vocabulary.ts';
import {
  configOfPush,
  type WriteConfigRequest,
  writeConfigOfPush,
} from '../../../mirror/cluster-resources/write-config-of-push.ts';
import type { HostFacts } from '../../../mirror/run/request.ts';
import { defaultStateDirectory } from '../../../mirror/run/state-directory.ts';
import { valueWithoutSecrets } from '../../../runs/audit/without-secrets.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { refLine, shown } from './cluster-objects.ts';

type Manifests = 'clusters.previewManifests' | 'clusters.writeManifests';
type Given = Parameters<HandlersOf<'clusters'>['clusters.previewManifests']>[0];

/** Returns the handlers that preview and write the manifests of a push, with a CA and a pull secret. */
export function manifestHandlers(
  state: Pick<ServiceState, 'host' | 'hostFor'>,
): Pick<HandlersOf<'clusters'>, Manifests> {
  const requestOf = (given: Given, to: string): { request: WriteConfigRequest; host: HostFacts } => {
    const file = (name: 'from' | 'trustBundle' | 'pullSecret' | 'authFile') => {
      const path = given[name];
      return path === undefined ? undefined : absolutePath(path, name);
    };
    const from = file('from') ?? defaultStateDirectory(state.host);
    const request: WriteConfigRequest = {
      ...{ from, to, openShiftVersion: given.openShiftVersion || undefined, icsp: given.icsp },
      trustBundle: file('trustBundle'),
      pullSecret: file('pullSecret'),
      authFile: file('authFile'),
    };
    return { request, host: state.hostFor(from) };
  };
  return {
    async 'clusters.previewManifests'(given) {
      const { request, host } = requestOf(given, '');
      const { objects, problems, destination, enclave, run } = await configOfPush(request, host);
      return {
        ...{ enclave, run },
        target: destination.namespace ? `${destination.host}/${destination.namespace}` : destination.host,
        objects: objects.map(({ path, purpose, effect, restartsNodes, resource }) => ({
          ...refLine(refOf(resource)),
          ...{ file: path, purpose, effect, restartsNodes },
          yaml: resourceYaml(shown(resource)),
        })),
        problems: valueWithoutSecrets(problems) as ContractProblem[],
      };
    },
    async 'clusters.writeManifests'({ to, ...given }) {
      const { request, host } = requestOf(given, absolutePath(to, 'to'));
      const { directory, files, handoff, problems } = await writeConfigOfPush(request, host);
      return {
        directory,
        files: files.map(({ path }) => path),
        handoff: handoff.html,
        problems: valueWithoutSecrets(problems) as ContractProblem[],
      };
    },
  };
}
