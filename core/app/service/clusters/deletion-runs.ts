import { readFile } from 'node:fs/promises';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import type { RunRef } from '../../../contract/topics/vocabulary.ts';
import { readDeleteResult } from '../../../mirror/delete/delete-result.ts';
import { type ExecuteDeleteRequest, executeDelete } from '../../../mirror/delete/execute-delete.ts';
import { readDeleteList } from '../../../mirror/delete/plan/read-delete-list.ts';
import { recordedDelete } from '../../../mirror/delete/recorded-delete.ts';
import type { HostFacts, RunControl } from '../../../mirror/run/request.ts';
import { parseDestination } from '../../../mirror/run/workflow.ts';
import { readConfigurations, readRunFile } from '../../../runs/audit/read-runs.ts';
import { runDirectory } from '../runs/run-places.ts';
import { placeOf } from '../runs/run-request.ts';
import { absolutePath, optionalPath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { t } from './messages.ts';

/** The defaults of the command line. */
export const RETRY = { retryTimes: 5, retryDelayMs: 0 };

/** Starts a run of this process. @param places folders, files and registries that may belong to the practice world */
export type BeginRun = (
  work: (control: RunControl, host: HostFacts) => Promise<unknown>,
  places: (string | undefined)[],
  signal: AbortSignal,
) => Promise<{ run: RunRef }>;

/** Returns the handlers that run deletions and return their results. */
export function deletionRuns(
  state: Pick<ServiceState, 'noteStateDirectory'>,
  begin: BeginRun,
): Pick<HandlersOf<'deletes'>, 'deletes.run' | 'deletes.resume' | 'deletes.result'> {
  const execute = (request: ExecuteDeleteRequest, signal: AbortSignal): Promise<{ run: RunRef }> =>
    begin(
      (own, host) => executeDelete(request, host, own),
      [request.listFile, request.stateDirectory, request.destination.host],
      signal,
    );
  return {
    async 'deletes.run'(input, { signal }) {
      const listFile = absolutePath(input.listFile, 'listFile');
      const destination = parseDestination(docker(input.destination));
      const listed = await readDeleteList(listFile);
      const { registry, images } = input.confirmed;
      if (registry !== destination.host || images !== listed.length)
        throw new AirlockError(
          'file-changed',
          t('confirmedOther', {
            confirmed: images,
            registry,
            file: listFile,
            listed: listed.length,
            host: destination.host,
          }),
          { side: 'local', remedy: t('confirmedOtherRemedy') },
        );
      const stateDirectory = optionalPath(input.stateDirectory, 'stateDirectory');
      if (stateDirectory !== undefined) await state.noteStateDirectory(stateDirectory);
      const authFile = optionalPath(input.authFile, 'authFile');
      const { destinationTlsVerify, forceCacheDelete } = input;
      const command = ['delete', '--delete-yaml-file', listFile, docker(input.destination)];
      return execute(
        {
          ...RETRY,
          listFile,
          destination,
          forceCacheDelete,
          destinationTlsVerify,
          stateDirectory,
          authFile,
          arguments: forceCacheDelete ? [...command, '--force-cache-delete'] : command,
        },
        signal,
      );
    },
    async 'deletes.resume'({ run }, { signal }) {
      const directory = await runDirectory(run);
      const { status, run: recorded } = await readRunFile(directory);
      const request = recordedDelete(recorded);
      if (!request || status === 'complete' || status === 'running')
        throw new AirlockError('usage', t('notResumable', { run: run.sequence }), {
          side: 'local',
          remedy: t('notResumableRemedy'),
        });
      // A later preview writes its list to the same file.
      const [was] = await readConfigurations(directory);
      const now = await readFile(request.listFile, 'utf8').catch((error) => {
        throw asAirlockError(error);
      });
      if (was?.text !== now)
        throw new AirlockError(
          'file-changed',
          t('listReplaced', { file: request.listFile, run: run.sequence }),
          { side: 'local', remedy: t('listReplacedRemedy') },
        );
      return execute(request, signal);
    },
    async 'deletes.result'({ run }) {
      const directory = await runDirectory(run);
      const result = await readDeleteResult(directory);
      const request = recordedDelete((await readRunFile(directory)).run);
      return {
        result,
        requested: request && {
          listFile: request.listFile,
          destination: placeOf(request.destination),
          destinationTlsVerify: request.destinationTlsVerify,
        },
      };
    },
  };
}

export function docker(destination: string): string {
  return `docker://${destination.replace(/^docker:\/\//, '')}`;
}
