import type { Problem } from '../../base/errors/airlock-error.ts';
import type { ImageSetConfiguration } from '../../image-set/config/image-set.ts';
import {
  imageSetOf,
  type LoadedImageSet,
  loadImageSet,
  parseImageSet,
} from '../../image-set/config/load-image-set.ts';
import { configurationWithoutCredentials } from '../../runs/audit/without-secrets.ts';

/** A configuration with the text it was read from, which travels with sets, plans and audit records. */
export interface NamedConfiguration {
  name: string;
  /** Without the credentials of addresses: those are used on this host, and kept nowhere. */
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
  return {
    name: loaded.file,
    text: configurationWithoutCredentials(loaded.text),
    configuration,
    warnings: loaded.problems,
  };
}
