import { AirlockError } from '../../base/errors/airlock-error.ts';
import { parseReference } from '../../base/image/reference.ts';
import { valueAt } from './charts/values.ts';
import { isValueMap, type Value, type ValueMap } from './charts/yaml.ts';

/** A probable image in values. */
export interface ValueImage {
  /** Path in the values. List items are numbers. */
  path: string[];
  reference: string;
}

/**
 * Finds images in values by the conventions of charts: `image: {registry, repository, tag, digest}` in its variants,
 * `image: name:tag`, lists of `images`, and any string that is a host's repository with a digest.
 * @param appVersion replaces empty tags
 */
export function searchValues(values: ValueMap, appVersion: string): ValueImage[] {
  const global = valueAt(values, ['global', 'imageRegistry']);
  const context = { appVersion, registry: typeof global === 'string' ? global : '' };
  const found: ValueImage[] = [];
  const walk = (value: Value, path: string[], parent: ValueMap | undefined): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) walk(item, [...path, String(index)], undefined);
      return;
    }
    if (isValueMap(value)) {
      const reference = fromMapping(value, path.at(-1) ?? '', context);
      if (reference) found.push({ path, reference });
      // Its parts are read, and deeper values can be other images.
      for (const [name, inner] of Object.entries(value))
        if (!reference || typeof inner === 'object') walk(inner, [...path, name], value);
      return;
    }
    if (typeof value !== 'string') return;
    const reference = fromText(value.trim(), path, parent, context);
    if (reference) found.push({ path, reference });
  };
  walk(values, [], undefined);
  return found;
}

interface Context {
  appVersion: string;
  /** `global.imageRegistry`, which has precedence over the registry of an image. */
  registry: string;
}

function fromMapping(map: ValueMap, key: string, { appVersion, registry }: Context): string | undefined {
  const states = (name: string) => Object.hasOwn(map, name);
  const versioned = states('tag') || states('digest') || states('imageTag');
  const isImage =
    states('repository') && (versioned || states('registry') || states('pullPolicy') || /image$/i.test(key));
  const name = isImage
    ? textOf(map.repository)
    : versioned && (states('registry') || /image$/i.test(key))
      ? textOf(map.image) || textOf(map.name)
      : '';
  if (!name || /:\/\/|\s|\{\{/.test(name)) return undefined;
  const host = states('registry') ? registry || textOf(map.registry) : '';
  const full = host ? `${host.replace(/(?<!\/)\/+$/, '')}/${name}` : name;
  if (isReference(full)) return full;
  const tag = textOf(map.tag) || textOf(map.imageTag);
  const digest = textOf(map.digest) || (tag.startsWith('sha256:') ? tag : '');
  const named = tag.startsWith('sha256:') ? '' : tag || (digest ? '' : appVersion);
  const at = digest && (digest.includes(':') ? digest : `sha256:${digest}`);
  return `${full}${named && `:${named}`}${at && `@${at}`}`;
}

function fromText(
  text: string,
  path: string[],
  parent: ValueMap | undefined,
  { appVersion }: Context,
): string | undefined {
  const key = path.at(-1) ?? '';
  if (/^[\w-]+(?:[.:][\w.:-]*)\/\S+@sha256:[0-9a-f]{64}$/.test(text) && isReference(text)) return text;
  if (!/^[a-z0-9][\w.:/@-]*$/.test(text)) return undefined;
  if (/images?$/i.test(path.at(-2) ?? '') && !/(?:repository|registry|tag|policy|digest)$/i.test(key))
    return text.includes('/') && isReference(text) ? text : undefined;
  if (!/image(?:name)?$/i.test(key)) return undefined;
  if (isReference(text)) return text;
  const adjacent = ['tag', 'imageTag', `${key}Tag`, 'version'].find(
    (name) => parent && Object.hasOwn(parent, name),
  );
  const tag = adjacent && (textOf(parent![adjacent]) || appVersion);
  return tag ? `${text}:${tag}` : text;
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
