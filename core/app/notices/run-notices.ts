import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import type { MirrorRequest, MirrorResult } from '../../mirror/run/request.ts';
import { sequenceOf } from '../../runs/audit/run-file.ts';
import type { RunEvent } from '../../runs/progress/events.ts';
import { t } from './messages.ts';
import type { NewNotice, Notices } from './notices.ts';

/** Sends notices about one run: it waits for a login, or ended. */
export interface RunNotices {
  event(event: RunEvent): void;
  /** Sends no notice about a paused or stopped run, because a user did that. */
  ended(result: MirrorResult): void;
  failed(error: unknown): void;
}

export function runNotices(request: MirrorRequest, notices: Pick<Notices, 'send'>): RunNotices {
  const { workflow } = request;
  const place =
    workflow.kind === 'mirrorToDisk'
      ? workflow.directory
      : `${workflow.destination.host}/${workflow.destination.namespace}`.replace(/\/$/, '');
  let run: NewNotice['run'];
  const title = (status: string) => t('runEndedTitle', { workflow: workflow.kind, status });
  return {
    event(event) {
      if (event.type === 'run') run = refOf(event.directory);
      if (event.type === 'login')
        void notices.send({
          ...{ kind: 'run-waiting', level: 'warning', run, text: t('waitingText') },
          title: t('waitingTitle', { registry: event.registry }),
        });
    },
    ended({ status, images, transfer }) {
      if (status === 'paused') return;
      const { copied, failed } = images;
      void notices.send({
        ...{ kind: 'run-ended', status, transfer, run, title: title(status) },
        level: status === 'complete' ? 'info' : status === 'partial' ? 'warning' : 'error',
        text: t('runEndedText', { place: transfer ?? place, copied, failed }),
      });
    },
    failed(error) {
      const { code, message } = asAirlockError(error);
      // Without a record, the page that started it shows the error.
      if (code === 'interrupted' || run === undefined) return;
      void notices.send({
        ...{ kind: 'run-ended', level: 'error', status: 'failed', run, title: title('failed') },
        text: `${place}: ${message}`,
      });
    },
  };
}

function refOf(directory: string): NewNotice['run'] {
  const [name = ''] = directory.split(/[\\/]/).slice(-1);
  const sequence = sequenceOf(name);
  const root = directory.slice(0, -(airlockDirectory('', 'runs', name).length + 1));
  return sequence === undefined ? undefined : { root, sequence };
}
