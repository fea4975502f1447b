import type { RequestOutput } from '../../core/contract/contract.ts';
import { counted } from '../parts/format.ts';

/** A cloud configuration, converted. */
export type Converted = RequestOutput<'cloudConfig.convert'>;

/** What is to be converted: a file of the engine's host, or a text. */
export interface Given {
  file?: string;
  text?: string;
}

/** What a configuration was written in. */
export const FORMATS = { yaml: 'YAML', ini: 'INI' } as const;

/** What to convert: a pasted text wins over the name of a file; undefined while there is neither. */
export function givenBy(file: string, pasted: string): Given | undefined {
  if (pasted.trim() !== '') return { text: pasted };
  return file.startsWith('/') ? { file } : undefined;
}

/** What became of a configuration, in a sentence. */
export function convertedSentence(done: Converted | undefined): string {
  if (!done) return 'Convert the cloud configuration to YAML';
  if (done.text === undefined) return 'The configuration cannot be read';
  const lost = done.dropped.filter(({ section }) => section !== '').length;
  const left = lost > 0 ? `; ${counted(lost, 'section is', 'sections are')} not carried over` : '';
  return done.from === 'yaml' ? `It is YAML already${left}` : `The same effect as YAML${left}`;
}
