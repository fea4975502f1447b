import type { ImageSetConfiguration } from '../config/image-set.ts';
import { imageSetOf, type LoadedImageSet, loadImageSet, parseImageSet } from '../config/load-image-set.ts';
import type { Problem } from '../errors/airlock-error.ts';

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

function named(loaded: LoadedImageSet): NamedConfiguration {
  const configuration = imageSetOf(loaded);
  return { name: loaded.file, text: loaded.text, configuration, warnings: loaded.problems };
}
