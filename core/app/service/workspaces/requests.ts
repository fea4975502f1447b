import type { Problem } from '../../../base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../../base/files/atomic-file.ts';
import { makeRequest } from '../../../media/request/make-request.ts';
import { previewRequest, takeRequest } from '../../../media/request/take-request.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';

type Requests = 'transfers.makeRequest' | 'transfers.readRequest' | 'transfers.acceptRequest';

/** Returns the handlers of requests for missing content: created on one side, read and accepted on the other. */
export function requestHandlers({
  host,
  warned,
}: Pick<ServiceState, 'host'> & {
  /** Collects warnings, and reports that workspaces have changed. */
  warned<T extends object>(
    work: (onWarning: (problem: Problem) => void) => Promise<T>,
  ): Promise<T & { problems: Problem[] }>;
}): Pick<HandlersOf<'transfers'>, Requests> {
  return {
    async 'transfers.makeRequest'({ directory, configFile, enclave, file }) {
      const target = file === undefined ? undefined : absolutePath(file, 'file');
      const { request, text, id, acknowledgments, missing, problems } = await makeRequest({
        directory: absolutePath(directory, 'directory'),
        configFile: absolutePath(configFile, 'configFile'),
        tool: host.tool,
        enclave,
      });
      if (target !== undefined) await writeFileAtomic(target, text);
      return {
        ...{ id, text, acknowledgments, problems, file: target },
        enclave: request.enclave,
        missing: missing.deliverables.map(({ name, images }) => ({ name, images: images.length })),
        unknown: missing.unknown,
      };
    },
    async 'transfers.readRequest'({ workspace, file }) {
      const { id, request, known, unknown, transfer } = await previewRequest(
        absolutePath(workspace, 'workspace'),
        absolutePath(file, 'file'),
        host.tool,
      );
      const { enclave, created, tool, configuration } = request;
      return {
        ...{ id, enclave, created, tool, known, unknown, transfer },
        name: configuration.name,
        configuration: configuration.text,
      };
    },
    'transfers.acceptRequest': ({ workspace, file }) =>
      warned(async (onWarning) => {
        const { id, request, configFile } = await takeRequest(
          absolutePath(workspace, 'workspace'),
          absolutePath(file, 'file'),
          host.tool,
          onWarning,
        );
        return { id, enclave: request.enclave, configFile };
      }),
  };
}
