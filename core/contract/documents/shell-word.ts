/** Quotes words of commands that a page shows or copies. */
export { shellWord } from '../../base/document/shell-word.ts';
