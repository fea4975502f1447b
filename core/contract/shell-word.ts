/** Words of commands that a page shows or copies. */
export { shellWord } from '../document/shell-word.ts';
