import { AirlockError } from '../errors/airlock-error.ts';
import { t } from './messages.ts';
import { parseWindow } from './parse-window.ts';
import { END_OF_DAY, type LinkWindow, windowText } from './window.ts';

/**
 * Reads a time such as `Mon-Fri 06:00 Europe/Oslo` as a window of one minute.
 * @throws AirlockError `usage` that quotes the time
 */
export function parseTime(text: string, { zone, name }: { zone: string; name: string }): LinkWindow {
  const found = /(^|\s)(\d{1,2}):(\d\d)(?=\s|$)/.exec(text);
  if (!found)
    throw new AirlockError('usage', t('window', { name, text, reason: t('timeMissing') }), {
      remedy: t('timeRemedy'),
      at: { path: name },
    });
  const end = Number(found[2]) * 60 + Number(found[3]) + 1;
  const two = (value: number) => String(value).padStart(2, '0');
  const to = end * 60 >= END_OF_DAY ? '24:00' : `${two(Math.floor(end / 60))}:${two(end % 60)}`;
  const at = found.index + found[0].length;
  return parseWindow(`${text.slice(0, at)}-${to}${text.slice(at)}`, { zone, name, time: text });
}

/** Returns a time with its zone, such as `Mon-Fri 06:00 Europe/Oslo`. @throws AirlockError as `parseTime` */
export function startText(text: string, options: { zone: string; name: string }): string {
  return windowText(parseTime(text, options)).replace(/(\d\d:\d\d)-[\d:]+/, '$1');
}
