/** Text helpers for capitalization and lists. */
export {
  alternativeList,
  asSentence,
  capitalized,
  firstWords,
  withoutPeriod,
  wordList,
} from '../../base/document/words.ts';
