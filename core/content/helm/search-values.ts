import { valueAt } from './charts/values.ts';
import { isValueMap, type Value, type ValueMap } from './charts/yaml.ts';
import { type ImageDefaults, imageInMap, isReference, versionInMap } from './image-fields.ts';

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
      const reference = imageInMap(value, path.at(-1) ?? '', context)?.reference;
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

function fromText(
  text: string,
  path: string[],
  parent: ValueMap | undefined,
  { appVersion }: ImageDefaults,
): string | undefined {
  const key = path.at(-1) ?? '';
  if (/^[\w-]+(?:[.:][\w.:-]*)\/\S+@sha256:[0-9a-f]{64}$/.test(text) && isReference(text)) return text;
  if (!/^[a-z0-9][\w.:/@-]*$/.test(text)) return undefined;
  if (/images?$/i.test(path.at(-2) ?? '') && !/(?:repository|registry|tag|policy|digest)$/i.test(key))
    return text.includes('/') && isReference(text) ? text : undefined;
  if (!/image(?:name)?$/i.test(key)) return undefined;
  if (isReference(text)) return text;
  const version = parent && versionInMap(parent, key, ['version']);
  return text + (version || (version === '' && appVersion ? `:${appVersion}` : ''));
}
