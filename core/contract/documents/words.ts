/** Text helpers for capitalization and lists. */
export {
  alternativeList,
  asSentence,
  capitalized,
  firstWords,
  sentenceStart,
  withoutPeriod,
  wordList,
} from '../../base/document/words.ts';
