import type { MediaJob } from '../../core/contract/topics/media.ts';
import { useLive } from '../engine/live.ts';
import { useAsk } from '../engine/requests.ts';

/** Every export and import of the engine, the newest first: as events tell, else as it answered. */
export function useMediaJobs(): MediaJob[] {
  const told = useLive((live) => live.media);
  const asked = useAsk('media.jobs', {}).data?.jobs ?? [];
  const jobs = new Map(asked.map((job) => [job.job, job]));
  for (const job of Object.values(told)) jobs.set(job.job, job);
  return [...jobs.values()].sort((a, b) => b.startedAt.localeCompare(a.startedAt));
}

/** The last export of a transfer. */
export function useExportJob(workspace: string, transfer: string): MediaJob | undefined {
  return useMediaJobs().find(
    ({ settings }) =>
      settings.kind === 'export' && settings.workspace === workspace && settings.transfer === transfer,
  );
}

/** The last import into a folder. */
export function useImportJob(directory: string): MediaJob | undefined {
  return useMediaJobs().find(
    ({ settings }) => settings.kind === 'import' && settings.directory === directory,
  );
}
