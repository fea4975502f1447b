import { baseName } from '../../parts/paths.ts';
import { t } from './messages.ts';

const NEW = 'new';

/** The file to add the content to. */
export interface Target {
  file: string;
  /** The selected value. */
  value: string;
  /** The files of the workspace, and a new file unless one with its name exists. */
  options: [value: string, label: string][];
}

/** @param chosen the selected value, undefined before any selection @param created path of the new file */
export function targetOf(files: readonly string[], chosen: string | undefined, created: string): Target {
  const file = chosen === NEW ? created : (chosen ?? files[0] ?? created);
  const exists = files.includes(created);
  const options = files.map((each): [string, string] => [each, baseName(each)]);
  return {
    file,
    value: file === created && !exists ? NEW : file,
    options: exists ? options : [...options, [NEW, t('newFileOption', { name: baseName(created) })]],
  };
}
