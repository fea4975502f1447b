import { AirlockError } from '../../base/errors/airlock-error.ts';
import { parseReference } from '../../base/image/reference.ts';
import type { Value, ValueMap } from './charts/yaml.ts';

/** What templates add to the parts of an image in values. */
export interface ImageDefaults {
  /** Replaces an empty tag. */
  appVersion: string;
  /** `global.imageRegistry`, which has precedence over the registry of an image. */
  registry: string;
}

/** The parts of an image in a document are complete. */
const NO_DEFAULTS: ImageDefaults = { appVersion: '', registry: '' };

/** An image whose name is split into fields. */
export interface SplitImage {
  reference: string;
  /** The field with the repository. */
  field: 'repository' | 'image' | 'name';
}

/**
 * Combines `{registry, repository, tag, digest}` in its variants; undefined for a map that isn't an image.
 * @param key the field with the map
 */
export function imageInMap(
  map: ValueMap,
  key: string,
  { appVersion, registry }: ImageDefaults = NO_DEFAULTS,
): SplitImage | undefined {
  const states = (name: string) => Object.hasOwn(map, name);
  const versioned = states('tag') || states('digest') || states('imageTag');
  const isImage =
    states('repository') && (versioned || states('registry') || states('pullPolicy') || /image$/i.test(key));
  const isNamed = !isImage && versioned && (states('registry') || /image$/i.test(key));
  const field = isImage ? 'repository' : textOf(map.image) ? 'image' : 'name';
  const name = isImage || isNamed ? textOf(map[field]) : '';
  if (!name || /:\/\/|\s|\{\{/.test(name)) return undefined;
  const host = states('registry') ? registry || textOf(map.registry) : '';
  const full = host ? `${host.replace(/(?<!\/)\/+$/, '')}/${name}` : name;
  if (isReference(full)) return { reference: full, field };
  return { reference: `${full}${versionInMap(map, 'image') || (appVersion && `:${appVersion}`)}`, field };
}

/**
 * Returns `:TAG@DIGEST` with the fields of a map that complete the name in another field; empty if they are empty, and
 * undefined if there are none.
 * @param key the field with the name
 * @param others more fields that can contain the tag
 */
export function versionInMap(map: ValueMap, key: string, others: string[] = []): string | undefined {
  const states = (name: string) => Object.hasOwn(map, name);
  const tags = ['tag', 'imageTag', `${key}Tag`, ...others].filter(states);
  if (tags.length === 0 && !states('digest')) return undefined;
  const tag = tags.map((name) => textOf(map[name])).find(Boolean) ?? '';
  const digest = textOf(map.digest) || (tag.startsWith('sha256:') ? tag : '');
  const named = tag && !tag.startsWith('sha256:') ? `:${tag}` : '';
  return `${named}${digest && `@${digest.includes(':') ? digest : `sha256:${digest}`}`}`;
}

function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

/** Returns whether a text is an image name with tag or digest. */
export function isReference(text: string): boolean {
  try {
    return parseReference(text).transport === 'docker';
  } catch (error) {
    if (error instanceof AirlockError) return false;
    throw error;
  }
}
