import type { MediaJob } from '../../core/contract/topics/media.ts';
import { useJobs } from '../job/use-jobs.ts';

/** Returns the last export of a transfer. */
export function useExportJob(workspace: string, transfer: string): MediaJob | undefined {
  return useJobs('media').find(
    ({ settings }) =>
      settings.kind === 'export' && settings.workspace === workspace && settings.transfer === transfer,
  );
}

/** Returns the last import into a folder. */
export function useImportJob(directory: string): MediaJob | undefined {
  return useJobs('media').find(
    ({ settings }) => settings.kind === 'import' && settings.directory === directory,
  );
}
