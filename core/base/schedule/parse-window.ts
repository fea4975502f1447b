import { AirlockError } from '../errors/airlock-error.ts';
import { t } from './messages.ts';
import { parseInstant } from './parse-instant.ts';
import { parseRate, SLOWEST_RATE } from './rate-text.ts';
import { type DateRange, END_OF_DAY, type LinkWindow } from './window.ts';
import { parseDate, zoneName } from './zone.ts';

const FULL_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const GROUPS: Readonly<Record<string, readonly number[]>> = {
  daily: [0, 1, 2, 3, 4, 5, 6],
  weekdays: [0, 1, 2, 3, 4],
  weekends: [5, 6],
};

export interface WindowReading {
  /** Time zone of windows that don't state one. */
  zone: string;
  /** Option or field that contains the text, for messages: `--window`. */
  name?: string;
  /** Start time that the text was made from, for messages. They quote it instead of the text, without a column. */
  time?: string;
}

interface Word {
  text: string;
  /** Column, from 1. */
  column: number;
}

/**
 * Parses a window: `[DAYS] FROM-TO [ZONE] [@RATE] [except DATE[..DATE][,…]]`, or one that opens once,
 * `2026-11-21T21:00Z/2026-11-21T23:00Z [ZONE] [@RATE]`. Without days it is daily. An end that isn't after the start is
 * on the next day. `24:00` is the end of the day.
 * @throws AirlockError `usage` with the column
 */
export function parseWindow(text: string, reading: WindowReading): LinkWindow {
  // A list may have spaces after its commas.
  const words: Word[] = [...text.matchAll(/[^\s,]+(?:\s*,\s*[^\s,]+)*|,+/g)].map((found) => ({
    text: found[0],
    column: found.index + 1,
  }));
  const { name = t('windowName'), time } = reading;
  const invalid = (why: string, { column }: Pick<Word, 'column'>): AirlockError =>
    new AirlockError('usage', t('window', { name, text: time ?? text, reason: why }), {
      remedy: time === undefined ? t('windowRemedy') : t('timeRemedy'),
      rule: { id: 'window', why },
      at: { path: reading.name ?? 'window', column: time === undefined ? column : undefined },
    });
  const end = { column: text.length + 1 };
  const first = words.shift();
  if (!first) throw invalid(t('windowEmpty'), end);
  if (/^\d{4}-/.test(first.text)) {
    const { zone, rate } = settingsOf(words, invalid, false);
    return single(first, zone ?? reading.zone, rate, invalid);
  }
  const named = /^[a-z]/i.test(first.text);
  const days = named ? daysOf(first, invalid) : [...GROUPS.daily!];
  const times = named ? words.shift() : first;
  if (!times) throw invalid(t('windowTimesMissing'), end);
  const { from, to } = timesOf(times, invalid);
  const { zone, rate, except } = settingsOf(words, invalid, true);
  return { kind: 'weekly', days, from, to, zone: zone ?? reading.zone, rate, except };
}

type Reject = (why: string, where: Pick<Word, 'column'>) => AirlockError;

/** Reads zone, rate and excepted dates, in any order, each once. */
function settingsOf(
  words: Word[],
  invalid: Reject,
  weekly: boolean,
): { zone: string | undefined; rate: number | null; except: DateRange[] } {
  let zone: string | undefined;
  let rate: number | null | undefined;
  let except: DateRange[] | undefined;
  for (let word = words.shift(); word; word = words.shift()) {
    if (word.text.startsWith('@')) {
      if (rate !== undefined) throw invalid(t('windowTwoRates'), word);
      rate = parseRate(word.text.slice(1));
      if (rate === undefined || rate < SLOWEST_RATE)
        throw invalid(t('windowRate', { text: word.text.slice(1) }), word);
    } else if (weekly && /^except$/i.test(word.text)) {
      const dates = words.shift();
      if (!dates) throw invalid(t('windowExceptMissing'), word);
      if (except) throw invalid(t('windowTwoExcepts'), word);
      except = datesOf(dates, invalid);
    } else {
      if (zone !== undefined) throw invalid(t('windowUnexpected', { text: word.text }), word);
      zone = zoneName(word.text);
      if (zone === undefined) throw invalid(t('windowZone', { text: word.text }), word);
    }
  }
  return { zone, rate: rate ?? null, except: except ?? [] };
}

function daysOf(word: Word, invalid: Reject): number[] {
  const group = Object.hasOwn(GROUPS, word.text.toLowerCase()) ? GROUPS[word.text.toLowerCase()] : undefined;
  if (group) return [...group];
  const days = new Set<number>();
  for (const part of partsOf(word)) {
    const [first, last, ...more] = part.text.split('-').map((name) => weekday(name));
    const wrong = first === undefined || more.length > 0 || (part.text.includes('-') && last === undefined);
    if (wrong) throw invalid(t('windowDay', { text: part.text }), part);
    for (let day = first; ; day = (day + 1) % 7) {
      days.add(day);
      if (day === (last ?? first)) break;
    }
  }
  return [...days].sort((a, b) => a - b);
}

/** Returns the day of `mon`, `Monday`, and other abbreviations. */
function weekday(name: string): number | undefined {
  const lower = name.toLowerCase();
  const found = FULL_NAMES.findIndex((full) => lower.length >= 3 && full.startsWith(lower));
  return found < 0 ? undefined : found;
}

function timesOf(word: Word, invalid: Reject): { from: number; to: number } {
  const found = /^([\d:]+)-([\d:]+)$/.exec(word.text);
  if (!found) throw invalid(t('windowTimes', { text: word.text }), word);
  const [, begins = '', ends = ''] = found;
  const second = { column: word.column + begins.length + 1 };
  const from = secondOf(begins);
  const to = secondOf(ends);
  if (from === undefined || from === END_OF_DAY) throw invalid(t('windowStart', { text: begins }), word);
  if (to === undefined) throw invalid(t('windowEnd', { text: ends }), second);
  if (from === to) throw invalid(t('windowNoDuration'), second);
  // Midnight as an end is the end of the day on which the window opened.
  return { from, to: to === 0 ? END_OF_DAY : to };
}

function secondOf(text: string): number | undefined {
  const found = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/.exec(text);
  if (!found) return undefined;
  const [hours, minutes, seconds] = [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)];
  if (minutes > 59 || seconds > 59) return undefined;
  const second = hours * 3600 + minutes * 60 + seconds;
  return second <= END_OF_DAY ? second : undefined;
}

function datesOf(word: Word, invalid: Reject): DateRange[] {
  return partsOf(word)
    .map((part) => {
      const [begins = '', ends = begins, ...more] = part.text.split('..');
      const [first, last] = [parseDate(begins), parseDate(ends)];
      if (first === undefined || last === undefined || more.length > 0)
        throw invalid(t('windowDate', { text: part.text }), part);
      if (last < first) throw invalid(t('windowDatesReversed', { text: part.text }), part);
      return { first, last };
    })
    .sort((a, b) => a.first - b.first);
}

function single(word: Word, zone: string, rate: number | null, invalid: Reject): LinkWindow {
  const [begins = '', ends, ...more] = word.text.split('/');
  if (ends === undefined || more.length > 0) throw invalid(t('windowSingle'), word);
  const second = { column: word.column + begins.length + 1 };
  const from = parseInstant(begins, zone);
  const to = parseInstant(ends, zone);
  if (from === undefined) throw invalid(t('windowInstant', { text: begins }), word);
  if (to === undefined) throw invalid(t('windowInstant', { text: ends }), second);
  if (to <= from) throw invalid(t('windowReversed'), second);
  return { kind: 'single', from, to, rate };
}

/** Returns the parts of a list with their columns. */
function partsOf({ text, column }: Word): Word[] {
  return [...text.matchAll(/[^\s,]+/g)].map((found) => ({ text: found[0], column: column + found.index }));
}
