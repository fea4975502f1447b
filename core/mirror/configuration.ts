import type { ImageSetConfiguration } from '../config/image-set.ts';
import { imageSetOf, type LoadedImageSet, loadImageSet, parseImageSet } from '../config/load-image-set.ts';
import { unsupported } from '../config/unsupported.ts';
import { AirlockError, type Problem } from '../errors/airlock-error.ts';

/** A configuration with the text it was read from, which travels with sets and audit records. */
export interface NamedConfiguration {
  name: string;
  text: string;
  configuration: ImageSetConfiguration;
  /** What is accepted but should be looked at. */
  warnings: Problem[];
}

/** @throws AirlockError `config-unreadable`, `config-invalid` with every located problem */
export async function readConfiguration(file: string): Promise<NamedConfiguration> {
  return named(await loadImageSet(file, 'ImageSetConfiguration'));
}

/** As {@link readConfiguration}, of text that is already here. */
export function parseConfiguration(text: string, name: string): NamedConfiguration {
  return named(parseImageSet(text, name, 'ImageSetConfiguration'));
}

/** What this version cannot mirror is an error: it is never left out in silence. */
function named(loaded: LoadedImageSet): NamedConfiguration {
  const configuration = imageSetOf(loaded);
  const missing = unsupported(configuration, loaded.file);
  if (missing[0])
    throw new AirlockError('config-unsupported', missing[0].message, { at: missing[0], problems: missing });
  return { name: loaded.file, text: loaded.text, configuration, warnings: loaded.problems };
}
