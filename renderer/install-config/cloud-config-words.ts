import type { RequestOutput } from '../../core/contract/contract.ts';
import { t } from './messages.ts';

/** The result of a conversion. */
export type Converted = RequestOutput<'cloudConfig.convert'>;

/** The input of a conversion: a file on the engine's host, or a text. */
export interface Given {
  file?: string;
  text?: string;
}

/** The format of the input. */
export const FORMATS = { yaml: t('yamlFormat'), ini: t('iniFormat') } as const;

/** Returns the input: a pasted text before the name of a file, undefined while both are empty. */
export function inputOf(file: string, pasted: string): Given | undefined {
  if (pasted.trim() !== '') return { text: pasted };
  return file.startsWith('/') ? { file } : undefined;
}

/** Returns the result of the conversion as the title of the screen. */
export function convertedSentence(done: Converted | undefined): string {
  if (!done) return t('convertTitle');
  if (done.text === undefined) return t('unreadableTitle');
  const keys = done.dropped.reduce((sum, dropped) => sum + dropped.keys.length, 0);
  if (done.from === 'yaml') return keys > 0 ? t('alreadyYamlPartlyTitle', { keys }) : t('alreadyYamlTitle');
  return keys > 0 ? t('convertedPartlyTitle', { keys }) : t('convertedTitle');
}
