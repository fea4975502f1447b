import type { RunRef } from '../../contract/topics/vocabulary.ts';
import { readRunFile } from '../../runs/audit/read-runs.ts';
import type { RunEvent } from '../../runs/progress/events.ts';
import { t } from './messages.ts';
import type { Notices } from './notices.ts';

/** Sends notices about one run: it waits for a login or a transfer window, or ended. */
export interface RunNotices {
  event(event: RunEvent): void;
  /** Sends no notice about a paused run, because a user did that, and none about a run without a record. */
  ended(): Promise<void>;
}

/** @param refOf returns a run by the folder of its record */
export function runNotices(notices: Pick<Notices, 'send'>, refOf: (record: string) => RunRef): RunNotices {
  let record: string | undefined;
  return {
    event(event) {
      if (event.type === 'run') record = event.directory;
      if (event.type === 'login')
        void notices.send({
          ...{ kind: 'run-waiting', level: 'warning', text: t('waitingText') },
          run: record === undefined ? undefined : refOf(record),
          title: t('waitingTitle', { registry: event.registry }),
        });
      if (event.type === 'window' && event.state === 'closed' && event.until !== undefined)
        void notices.send({
          ...{ kind: 'run-waiting', level: 'info', title: t('windowTitle') },
          run: record === undefined ? undefined : refOf(record),
          text: t('windowText', { time: `${event.until.slice(0, 16).replace('T', ' ')} UTC` }),
        });
    },
    async ended() {
      if (record === undefined) return;
      const { run, status } = await readRunFile(record);
      if (!run || (status !== 'complete' && status !== 'partial' && status !== 'failed')) return;
      const { workflow, transfer, counts, problem } = run;
      const images =
        counts && t('runEndedText', { copied: counts.images.copied, failed: counts.images.failed });
      await notices.send({
        ...{ kind: 'run-ended', status, transfer, run: refOf(record) },
        level: status === 'complete' ? 'info' : status === 'partial' ? 'warning' : 'error',
        title: t('runEnded', { workflow, status }),
        text: [transfer, status === 'failed' ? problem?.message : images].filter(Boolean).join(': '),
      });
    },
  };
}
