import type { Problem } from '../../base/errors/airlock-error.ts';
import type { ImageSetConfiguration } from '../../image-set/config/image-set.ts';
import {
  imageSetOf,
  type LoadedImageSet,
  loadImageSet,
  parseImageSet,
} from '../../image-set/config/load-image-set.ts';
import { configurationWithoutCredentials } from '../../runs/audit/without-secrets.ts';

/** A configuration with its text, which is stored in sets, plans and audit records. */
export interface NamedConfiguration {
  name: string;
  /** Without credentials in addresses, which are used on this host and never stored. */
  text: string;
  configuration: ImageSetConfiguration;
  /** Problems of a valid configuration. */
  warnings: Problem[];
}

/** Reads a configuration file. @throws AirlockError `config-unreadable`, `config-invalid` with every located problem */
export async function readConfiguration(file: string): Promise<NamedConfiguration> {
  return named(await loadImageSet(file, 'ImageSetConfiguration'));
}

/** {@link readConfiguration} for a text. */
export function parseConfiguration(text: string, name: string): NamedConfiguration {
  return named(parseImageSet(text, name, 'ImageSetConfiguration'));
}

function named(loaded: LoadedImageSet): NamedConfiguration {
  const configuration = imageSetOf(loaded);
  return {
    name: loaded.file,
    text: configurationWithoutCredentials(loaded.text),
    configuration,
    warnings: loaded.problems,
  };
}
