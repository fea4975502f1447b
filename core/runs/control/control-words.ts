import { rateText } from '../../base/schedule/rate-text.ts';
import { t } from '../messages.ts';
import type { ControlRequest, RunEvent } from '../progress/events.ts';

/** Returns a request in words: `pause`, `stop`, `set limits: no rate limit`, `run at any time`. */
export function controlWords(event: ControlRequest): string {
  if (event.action === 'ignore-windows') return event.ignore ? t('ignoreWindows') : t('useOwnWindows');
  if (event.action === 'windows')
    return event.windows.length > 0
      ? t('useWindows', { windows: event.windows.join('; ') })
      : t('removeWindows');
  if (event.action !== 'adjust') return event.action;
  const { parallelImages, parallelLayers, rate } = event;
  const changes = [
    ...(parallelImages === undefined ? [] : [t('parallelImages', { count: parallelImages })]),
    ...(parallelLayers === undefined ? [] : [t('parallelLayers', { count: parallelLayers })]),
    ...(rate === undefined ? [] : [rate === null ? t('noRate') : t('rate', { rate: rateText(rate) })]),
  ];
  return t('adjust', { changes: changes.join(', ') });
}

/** Returns a window event in words. @param clock formats an instant */
export function windowWords(
  { state, until: instant, rate }: Extract<RunEvent, { type: 'window' }>,
  clock: (instant: string) => string = (same) => same,
): string {
  const until = instant === undefined ? 'none' : clock(instant);
  const windowRate = rate === undefined || rate === null ? 'none' : rateText(rate);
  if (state === 'open') return t('windowOpen', { rate: windowRate, until });
  if (state === 'ignored') return t('windowIgnored', { until });
  return instant === undefined ? t('windowClosed') : t('windowClosedUntil', { until });
}
