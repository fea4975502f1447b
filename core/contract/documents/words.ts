/** Text helpers for capitalization and lists. */
export { asSentence, capitalized, firstWords, withoutPeriod, wordList } from '../../base/document/words.ts';
