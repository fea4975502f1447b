import { AirlockError } from '../errors/airlock-error.ts';
import { parseInstant } from './parse-instant.ts';
import { parseRate, SLOWEST_RATE } from './rate-text.ts';
import { type DateRange, END_OF_DAY, type LinkWindow } from './window.ts';
import { parseDate, zoneName } from './zone.ts';

const FORM = 'Write it as "Mon-Fri 00:00-04:00 Europe/Oslo", with "@20MiB/s" or "except 2026-12-24" behind.';
const FULL_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const GROUPS: Readonly<Record<string, readonly number[]>> = {
  daily: [0, 1, 2, 3, 4, 5, 6],
  weekdays: [0, 1, 2, 3, 4],
  weekends: [5, 6],
};

export interface WindowReading {
  /** Zone of windows that name none. */
  zone: string;
  /** What the text is of, for messages: `--window`. */
  name?: string;
}

interface Word {
  text: string;
  /** From 1. */
  column: number;
}

/**
 * Reads a window: `[DAYS] FROM-TO [ZONE] [@RATE] [except DATE[..DATE][,…]]`, or one that comes once,
 * `2026-11-21T21:00Z/2026-11-21T23:00Z [ZONE] [@RATE]`. Without days it is daily; an end that is not after the beginning is
 * on the next day, `24:00` is the end of the day.
 * @throws AirlockError `usage` with the column
 */
export function parseWindow(text: string, reading: WindowReading): LinkWindow {
  // A list may have spaces behind its commas.
  const words: Word[] = [...text.matchAll(/[^\s,]+(?:\s*,\s*[^\s,]+)*|,+/g)].map((found) => ({
    text: found[0],
    column: found.index + 1,
  }));
  const rejectRequest = (why: string, { column }: Pick<Word, 'column'>): AirlockError =>
    new AirlockError('usage', `${reading.name ?? 'window'} "${text}": ${why}`, {
      remedy: FORM,
      rule: { id: 'window', why },
      at: { path: reading.name ?? 'window', column },
    });
  const end = { column: text.length + 1 };
  const first = words.shift();
  if (!first) throw rejectRequest('nothing is written there', end);
  if (/^\d{4}-/.test(first.text)) {
    const { zone, rate } = behind(words, rejectRequest, false);
    return single(first, zone ?? reading.zone, rate, rejectRequest);
  }
  const named = /^[a-z]/i.test(first.text);
  const days = named ? daysOf(first, rejectRequest) : [...GROUPS.daily!];
  const times = named ? words.shift() : first;
  if (!times) throw rejectRequest('the times are missing', end);
  const { from, to } = timesOf(times, rejectRequest);
  const { zone, rate, except } = behind(words, rejectRequest, true);
  return { kind: 'weekly', days, from, to, zone: zone ?? reading.zone, rate, except };
}

type Reject = (why: string, where: Pick<Word, 'column'>) => AirlockError;

/** Zone, rate and dates off, in any order, each once. */
function behind(
  words: Word[],
  rejectRequest: Reject,
  weekly: boolean,
): { zone: string | undefined; rate: number | null; except: DateRange[] } {
  let zone: string | undefined;
  let rate: number | null | undefined;
  let except: DateRange[] | undefined;
  for (let word = words.shift(); word; word = words.shift()) {
    if (word.text.startsWith('@')) {
      if (rate !== undefined) throw rejectRequest('it has two rates', word);
      rate = parseRate(word.text.slice(1));
      if (rate === undefined || rate < SLOWEST_RATE)
        throw rejectRequest(`"${word.text.slice(1)}" is no rate of at least 1KiB/s, such as 20MiB/s`, word);
    } else if (weekly && /^except$/i.test(word.text)) {
      const dates = words.shift();
      if (!dates) throw rejectRequest('the dates behind "except" are missing', word);
      if (except) throw rejectRequest('it has two lists of dates', word);
      except = datesOf(dates, rejectRequest);
    } else {
      if (zone !== undefined) throw rejectRequest(`"${word.text}" is not expected here`, word);
      zone = zoneName(word.text);
      if (zone === undefined)
        throw rejectRequest(
          `there is no time zone "${word.text}" (names are such as Europe/Oslo or UTC)`,
          word,
        );
    }
  }
  return { zone, rate: rate ?? null, except: except ?? [] };
}

function daysOf(word: Word, rejectRequest: Reject): number[] {
  const group = Object.hasOwn(GROUPS, word.text.toLowerCase()) ? GROUPS[word.text.toLowerCase()] : undefined;
  if (group) return [...group];
  const days = new Set<number>();
  for (const part of partsOf(word)) {
    const [first, last, ...more] = part.text.split('-').map((name) => weekday(name));
    const wrong = first === undefined || more.length > 0 || (part.text.includes('-') && last === undefined);
    if (wrong) throw rejectRequest(`"${part.text}" is no day of the week (Mon, Mon-Fri, daily)`, part);
    for (let day = first; ; day = (day + 1) % 7) {
      days.add(day);
      if (day === (last ?? first)) break;
    }
  }
  return [...days].sort((a, b) => a - b);
}

/** `mon`, `Monday`, and what is between. */
function weekday(name: string): number | undefined {
  const lower = name.toLowerCase();
  const found = FULL_NAMES.findIndex((full) => lower.length >= 3 && full.startsWith(lower));
  return found < 0 ? undefined : found;
}

function timesOf(word: Word, rejectRequest: Reject): { from: number; to: number } {
  const found = /^([\d:]+)-([\d:]+)$/.exec(word.text);
  if (!found) throw rejectRequest(`"${word.text}" is no time from and to, such as 00:00-04:00`, word);
  const [, begins = '', ends = ''] = found;
  const second = { column: word.column + begins.length + 1 };
  const from = secondOf(begins);
  const to = secondOf(ends);
  if (from === undefined || from === END_OF_DAY)
    throw rejectRequest(`"${begins}" is no time of the day from 00:00 to 23:59`, word);
  if (to === undefined) throw rejectRequest(`"${ends}" is no time of the day from 00:00 to 24:00`, second);
  if (from === to) throw rejectRequest('it ends when it begins (a whole day is 00:00-24:00)', second);
  // Midnight as an end is that of the day it began.
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

function datesOf(word: Word, rejectRequest: Reject): DateRange[] {
  return partsOf(word)
    .map((part) => {
      const [begins = '', ends = begins, ...more] = part.text.split('..');
      const [first, last] = [parseDate(begins), parseDate(ends)];
      if (first === undefined || last === undefined || more.length > 0)
        throw rejectRequest(`"${part.text}" is no date such as 2026-12-24 or 2026-12-24..2026-12-26`, part);
      if (last < first) throw rejectRequest(`"${part.text}" ends before it begins`, part);
      return { first, last };
    })
    .sort((a, b) => a.first - b.first);
}

function single(word: Word, zone: string, rate: number | null, rejectRequest: Reject): LinkWindow {
  const [begins = '', ends, ...more] = word.text.split('/');
  if (ends === undefined || more.length > 0)
    throw rejectRequest('a time that comes once is written as 2026-11-21T21:00Z/2026-11-21T23:00Z', word);
  const second = { column: word.column + begins.length + 1 };
  const from = parseInstant(begins, zone);
  const to = parseInstant(ends, zone);
  if (from === undefined) throw rejectRequest(`"${begins}" is no date and time`, word);
  if (to === undefined) throw rejectRequest(`"${ends}" is no date and time`, second);
  if (to <= from) throw rejectRequest('it ends before it begins', second);
  return { kind: 'single', from, to, rate };
}

/** The parts of a list with their columns. */
function partsOf({ text, column }: Word): Word[] {
  return [...text.matchAll(/[^\s,]+/g)].map((found) => ({ text: found[0], column: column + found.index }));
}
