/** Text helpers for capitalization and lists. */
export { asSentence, capitalized, firstWords, wordList } from '../../base/document/words.ts';
