import type { EmitRunEvent } from '../progress/events.ts';
import type { RunTracker } from '../progress/run-tracker.ts';
import type { HostFacts, MirrorRequest, MirrorResult, RunControl } from './request.ts';

export interface RecordedRun {
  emit: EmitRunEvent;
  keepConfiguration(configuration: { name: string; text: string }): Promise<void>;
  close(result: MirrorResult): Promise<MirrorResult>;
  failed(error: unknown, tracker?: RunTracker): Promise<never>;
}

export async function openRecordedRun(options: {
  request: MirrorRequest;
  host: HostFacts;
  control: RunControl;
  runs: string;
  logs: string;
  configurations: { name: string; text: string }[];
}): Promise<RecordedRun> {
  return {
    emit: options.control.emit,
    keepConfiguration: async () => {},
    close: async (result) => result,
    failed: async (error) => {
      throw error;
    },
  };
}
