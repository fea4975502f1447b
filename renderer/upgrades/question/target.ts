import { baseName } from '../../parts/paths.ts';

const NEW = 'new';

/** The file that a configuration is added to. */
export interface Target {
  file: string;
  /** The value of the choice. */
  value: string;
  /** Files of the workspace, and a new one where no file has its name. */
  options: [value: string, label: string][];
}

/** @param chosen value of the choice; undefined before any. @param made the new file */
export function targetOf(files: readonly string[], chosen: string | undefined, made: string): Target {
  const file = chosen === NEW ? made : (chosen ?? files[0] ?? made);
  const isThere = files.includes(made);
  const options = files.map((each): [string, string] => [each, baseName(each)]);
  return {
    file,
    value: file === made && !isThere ? NEW : file,
    options: isThere ? options : [...options, [NEW, `A new file, ${baseName(made)}`]],
  };
}
