/** Texts of words: capital letters, lists. */
export { capitalized, firstWords, wordList } from '../../base/document/words.ts';
