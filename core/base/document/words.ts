import { LOCALE } from '../messages/translator.ts';
import { t } from './messages.ts';

/** Returns a text with its first letter in upper case. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns a message with an initial capital. Names such as `quay.io` and `anvil-operator` are unchanged. */
export function sentenceStart(message: string): string {
  return /^[a-z]+(?=[ ,]|$)/.test(message) ? capitalized(message) : message;
}

/**
 * Returns a message of the engine as a sentence, with an initial capital and a final period. Names such as `quay.io`,
 * `localhost:5000` and `anvil-operator` are unchanged. A text that ends with a quotation mark gets no period.
 */
export function asSentence(message: string): string {
  const sentence = sentenceStart(message.trimEnd());
  return /[.!?"]$/.test(sentence) ? sentence : t('sentence', { statement: sentence });
}

/** Returns a message without its final period, for texts that continue after it. */
export function withoutPeriod(message: string): string {
  return message.replace(/\.$/, '');
}

/** Returns `a, b and c`; empty for no words. */
export function wordList(words: readonly (string | number)[]): string {
  if (words.length < 2) return words.join('');
  return t('lastTwo', { first: commaList(words.slice(0, -1)), last: words.at(-1)! });
}

/** Returns `a, b or c`, for negative sentences and alternatives; empty for no words. */
export function alternativeList(words: readonly (string | number)[]): string {
  if (words.length < 2) return words.join('');
  return t('lastAlternative', { first: commaList(words.slice(0, -1)), last: words.at(-1)! });
}

/** Returns the first words and how many follow: `a, b and 3 more`. */
export function firstWords(words: readonly string[], most: number): string {
  const shown = commaList(words.slice(0, most));
  const count = words.length - most;
  return count > 0 ? t('andMore', { words: shown, count }) : shown;
}

/** Returns numbers as ranges, such as `1-4, 7`. */
export function numbersText(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  return commaList(runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)));
}

/** Returns `a, b, c`. */
export function commaList(words: readonly (string | number)[]): string {
  list ??= new Intl.ListFormat(LOCALE, { type: 'unit', style: 'short' });
  return list.format(words.map(String));
}

/** Created when it is first used, because commands without lists don't need it. */
let list: Intl.ListFormat | undefined;
