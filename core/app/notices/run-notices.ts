import type { RunRef } from '../../contract/topics/vocabulary.ts';
import { readDeleteResult } from '../../mirror/delete/delete-result.ts';
import { readRunFile } from '../../runs/audit/read-runs.ts';
import type { RunFile } from '../../runs/audit/run-file.ts';
import type { RunEvent } from '../../runs/progress/events.ts';
import { t } from './messages.ts';
import type { Notices } from './notices.ts';

/** Sends notices about one run: it waits for a login or a transfer window, or ended. A window that opens ends its notice. */
export interface RunNotices {
  event(event: RunEvent): void;
  /** Sends no notice about a paused run, because a user did that, and none about a run without a record. */
  ended(): Promise<void>;
}

/** @param refOf returns a run by the folder of its record */
export function runNotices(
  notices: Pick<Notices, 'send' | 'endWait'>,
  refOf: (record: string) => RunRef,
): RunNotices {
  let record: string | undefined;
  let waitsForWindow = false;
  const runOf = () => (record === undefined ? undefined : refOf(record));
  const endWindowWait = (): void => {
    const run = runOf();
    if (waitsForWindow && run) void notices.endWait({ run });
    waitsForWindow = false;
  };
  return {
    event(event) {
      if (event.type === 'run') record = event.directory;
      if (event.type === 'login')
        void notices.send({
          ...{ kind: 'run-waiting', level: 'warning', text: t('waitingText') },
          run: runOf(),
          title: t('waitingTitle', { registry: event.registry }),
        });
      if (event.type === 'window' && event.state !== 'closed') endWindowWait();
      if (event.type === 'window' && event.state === 'closed' && event.until !== undefined) {
        waitsForWindow = true;
        void notices.send({
          ...{ kind: 'run-waiting', level: 'info', title: t('windowTitle') },
          run: runOf(),
          text: t('windowText', { time: `${event.until.slice(0, 16).replace('T', ' ')} UTC` }),
        });
      }
    },
    async ended() {
      endWindowWait();
      if (record === undefined) return;
      const { run, status } = await readRunFile(record);
      if (!run || (status !== 'complete' && status !== 'partial' && status !== 'failed')) return;
      const { workflow, transfer, problem } = run;
      const images = await imagesText(record, run);
      await notices.send({
        ...{ kind: 'run-ended', status, transfer, run: refOf(record) },
        level: status === 'complete' ? 'info' : status === 'partial' ? 'warning' : 'error',
        title: t('runEnded', { workflow, status }),
        text: [transfer, status === 'failed' ? problem?.message : images].filter(Boolean).join(': '),
      });
    },
  };
}

/** Returns the number of images by outcome. A deletion reports its own, because its record also counts attached content. */
async function imagesText(record: string, { workflow, counts }: RunFile): Promise<string | undefined> {
  if (workflow !== 'delete')
    return counts && t('runEndedText', { copied: counts.images.copied, failed: counts.images.failed });
  const result = await readDeleteResult(record);
  return result && t('deletionEndedText', { deleted: result.images.deleted, failed: result.images.failed });
}
