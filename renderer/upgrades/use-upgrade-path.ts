import { useQueryClient } from '@tanstack/react-query';
import type { KnownVersions } from '../../core/contract/topics/upgrades.ts';
import { useAsk, useDo, useRejection } from '../engine/requests.ts';
import { pathRequest, type UpgradeQuestion } from './question/upgrade-question.ts';
import { useUpgradeQuestion } from './question/use-upgrade-question.ts';

/** A question about an upgrade path, and the answer of the engine. */
export type UpgradeQuery = ReturnType<typeof useUpgradePath>;

/** Returns the upgrade path for the question in the address. */
export function useUpgradePath(workspace: string | undefined) {
  const settings = useAsk('settings.read', {});
  const isOffline = settings.data?.side === 'disconnected';
  const { question, change } = useUpgradeQuestion(isOffline ? 'cached' : 'service');
  const request = pathRequest(question, workspace);
  const known = useKnownVersions(question, workspace, settings.isSuccess);
  const isFile = question.source === 'file';
  const { architecture, file } = question;
  const rejection = useRejection('upgrades.path');
  const response = useAsk('upgrades.path', request ?? { from: '-', to: '-', source: { kind: 'cached' } }, {
    enabled: request !== undefined && settings.isSuccess && rejection === undefined,
    keep: true,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isBrowsed = request === undefined || response.error !== null;
  const host = useAsk(
    'upgrades.graph',
    { architecture, workspace },
    { enabled: isBrowsed && settings.isSuccess && !isFile, keep: true, staleTime: 0 },
  );
  const inFile = useFileGraph(isFile ? file : '', { architecture, workspace });
  const fileRejection = useRejection('upgrades.fileGraph');
  const graph = isFile ? inFile : host;
  const queries = useQueryClient();
  const again = useDo('upgrades.path');
  const askAgain = () =>
    request &&
    again.mutate(
      { ...request, fresh: true },
      { onSuccess: (newer) => queries.setQueryData(['upgrades.path', request], newer) },
    );
  return {
    question,
    change,
    /** Undefined if something is missing. */
    request,
    response,
    answer: request && !response.error ? response.data : undefined,
    /** Queries the update service even if its responses are saved. */
    again: { ask: askAgain, isPending: again.isPending, rejection, error: again.error },
    known,
    /** Versions to choose from: those of the file, otherwise those that this host knows. */
    offered: isFile ? inFile.data : known,
    /** The complete graph of the file or of this host, until the question is complete, and if it couldn't be answered. */
    graph: isBrowsed && !graph.error ? graph.data : undefined,
    graphError: request === undefined ? graph.error : null,
    /** Of the graph in the file. */
    fileState: inFile.data ? ('read' as const) : inFile.isLoading ? ('loading' as const) : ('none' as const),
    /** Why this session can't read a file. */
    fileRejection,
    /** Whether this is the disconnected side. */
    isOffline,
  };
}

/** Returns the complete graph in a file or directory. @param file empty: nothing is requested */
function useFileGraph(
  file: string,
  { architecture, workspace }: Pick<UpgradeQuestion, 'architecture'> & { workspace: string | undefined },
) {
  const isAllowed = useRejection('upgrades.fileGraph') === undefined;
  // The role of the session isn't known before the host is.
  const isKnown = useAsk('host.describe', {}).isSuccess;
  return useAsk(
    'upgrades.fileGraph',
    { file: file || '-', architecture, workspace },
    { enabled: file !== '' && isKnown && isAllowed, staleTime: 0 },
  );
}

/** Returns the versions of the graphs that are saved on this host. */
export function useKnownVersions(
  { architecture }: Pick<UpgradeQuestion, 'architecture'>,
  workspace: string | undefined,
  enabled = true,
): KnownVersions | undefined {
  return useAsk('upgrades.versions', { architecture, workspace }, { enabled, keep: true }).data;
}
