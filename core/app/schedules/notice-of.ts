import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { LOCALE } from '../../base/messages/translator.ts';
import type { NewNotice } from '../notices/notices.ts';
import { t } from './messages.ts';
import type { Outcome } from './perform.ts';
import type { Schedule } from './schedule-file.ts';

/** The next attempt starts within an hour, so its date is left out: `21:11 GMT+1`. */
const CLOCK = new Intl.DateTimeFormat(LOCALE, {
  ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' },
});

/**
 * Returns the notice about the result of a schedule.
 * @param next when a failure is tried again; `none` if an announced attempt doesn't start
 */
export function noticeOf(
  workspace: string,
  { name, destination }: Schedule,
  outcome: Outcome,
  attempts: number,
  next?: string,
): NewNotice {
  const { result, detail = '', images, transfer, drift, run, root } = outcome;
  const place = {
    workspace,
    schedule: name,
    run: run === undefined || !root ? undefined : { root, sequence: run },
  };
  if (result === 'nothing-new' || result === 'same')
    return {
      ...place,
      kind: 'nothing-new',
      level: 'info',
      title: t('nothingNewTitle', { schedule: name }),
      text: detail,
    };
  if (result === 'different')
    return {
      ...place,
      ...{ kind: 'drift-found', level: 'warning', text: detail, images: drift },
      title: t('driftTitle', { registry: destination ?? '' }),
    };
  const status = result === 'complete' || result === 'partial' || result === 'paused' ? result : 'failed';
  const counted =
    images && status !== 'failed'
      ? t('runEndedText', { copied: images.copied, failed: images.failed, transfer: transfer ?? 'none' })
      : '';
  const reason = attempts > 1 ? t('attemptsText', { detail: sentence(detail), attempts }) : detail;
  return {
    ...place,
    ...{ kind: 'run-ended', status, transfer },
    level: status === 'failed' ? 'error' : status === 'partial' ? 'warning' : 'info',
    title: t('runEnded', { schedule: name, status }),
    text: [counted, next === undefined ? reason : sentence(reason), nextText(next)].filter(Boolean).join(' '),
  };
}

function nextText(next: string | undefined): string {
  if (next === undefined) return '';
  return next === 'none' ? t('noNextAttempt') : t('nextAttempt', { time: CLOCK.format(Date.parse(next)) });
}

/** Returns the notice about a schedule that started. */
export function startedNotice(workspace: string, schedule: string): NewNotice {
  return {
    ...{ workspace, schedule, kind: 'schedule-started', level: 'info', text: '' },
    title: t('startedTitle', { schedule }),
  };
}

/** Returns the notice about a window in which a schedule didn't start. */
export function missedNotice(workspace: string, schedule: string): NewNotice {
  return {
    ...{ workspace, schedule, kind: 'schedule-missed', level: 'warning', text: t('missedWindow') },
    title: t('missedTitle', { schedule }),
  };
}

/** Returns the notice about schedules that can't be read, or whose results can't be saved. */
export function faultNotice(workspace: string, error: unknown): NewNotice {
  const { message, remedy } = asAirlockError(error);
  return {
    ...{ workspace, kind: 'run-ended', level: 'error', status: 'failed' },
    title: t('faultTitle', { workspace }),
    text: [sentence(message), remedy].filter(Boolean).join(' '),
  };
}

/** Returns the notice about a run that waits for a login. */
export function waitingNotice(
  workspace: string,
  schedule: string,
  registry: string,
  sequence: number | undefined,
): NewNotice {
  return {
    run: sequence === undefined ? undefined : { root: workspace, sequence },
    ...{ workspace, schedule, kind: 'run-waiting', level: 'warning' },
    title: t('waitingTitle', { schedule, registry }),
    text: t('waitingText'),
  };
}

function sentence(text: string): string {
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}
