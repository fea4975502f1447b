/** Text helpers for capitalization and lists. */
export { capitalized, firstWords, wordList } from '../../base/document/words.ts';
