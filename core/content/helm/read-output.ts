import { isValueMap, readYaml, type Value, type ValueMap, yamlDocuments } from './charts/yaml.ts';
import { imageInMap, isReference, versionInMap } from './image-fields.ts';
import { hasRegistry, isImageName, referencesIn } from './image-names.ts';
import { findImages, type ImagePath, USUAL_IMAGE_PATHS } from './image-paths.ts';
import { expanded, UNKNOWN, withoutMarks } from './templates/data.ts';

/** An image in the output of a template. */
export interface OutputImage {
  /** Isn't an image name if only Helm can determine it. */
  name: string;
  /** The line of the output, with marks. */
  line: string;
  /** The path of the configuration that selects it. */
  path?: string;
}

/** Characters before a name that can say that it is an image. */
const LONGEST_CONTEXT = 60;

/**
 * Returns the images in the output of a template: fields `image`, those at paths, and other texts that are an image by
 * their context, such as `--solver-image=NAME` or a variable `RELATED_IMAGE_X`. Definitions of resources have none.
 */
export function imagesInOutput(output: string, paths: ImagePath[]): OutputImage[] {
  const found = new Map<string, OutputImage>();
  for (const document of yamlDocuments(output)) {
    const text = withoutMarks(document);
    if (/^kind:\s*CustomResourceDefinition\s*$/m.test(text)) continue;
    const value = mayContainMore(text, paths) ? documentOf(text) : undefined;
    const fields = value === undefined ? [] : [...imagesInFields(value)];
    const completed = new Set(fields.flatMap(({ part = [] }) => part));
    for (const { name, part } of fields) if (part === undefined) completed.delete(name);
    const add = (name: string, line: string | undefined, path?: string): void => {
      for (const each of expanded(name)) {
        const key = `${path ?? ''} ${each}`;
        if (!found.has(key))
          found.set(key, { name: each.trim(), line: line ?? lineWith(document, name) ?? '', path });
      }
    };
    for (const { line, value: name } of imageLines(document)) if (!completed.has(name)) add(name, line);
    if (value === undefined) continue;
    for (const path of paths) for (const name of findImages(value, path)) add(name, undefined, path.text);
    for (const { name, part } of fields)
      if (part !== undefined) add(name, lineWith(document, part));
      else if (isImageName(name)) add(name, undefined);
  }
  return [...found.values()];
}

/** Returns whether it is worth parsing a document. Charts of dashboards output megabytes without an image. */
function mayContainMore(text: string, paths: ImagePath[]): boolean {
  if (/(?:image|repository)["']?\s*:/i.test(text) || paths.length > USUAL_IMAGE_PATHS.length) return true;
  return /image/i.test(text) && referencesIn(text).length > 0;
}

/** Returns the lines with an image. They contain marks, their values don't. */
export function imageLines(text: string): { line: string; value: string }[] {
  return text.split('\n').flatMap((line) => {
    const [, written] = /^\s*(?:-\s+)?["']?image["']?:\s+(\S.*)$/.exec(withoutMarks(line)) ?? [];
    const value = written
      ?.replace(/(?<!\s)\s+#.*$/s, '')
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2')
      .trim();
    return value && /^[^\s{}[\],|>&*!][^\s{}[\],|>&*]*$/.test(value) ? [{ line, value }] : [];
  });
}

function lineWith(document: string, name: string): string | undefined {
  return document.split('\n').find((line) => withoutMarks(line).includes(name));
}

function documentOf(text: string): Value {
  try {
    return readYaml(text) ?? null;
  } catch {
    return null;
  }
}

/** An image in the fields of a document. */
interface FieldImage {
  name: string;
  /** The field with the repository, if other fields complete it. */
  part?: string;
}

/**
 * Returns the images of fields `image` everywhere in a document, of maps such as `{repository, tag}`, and of texts whose
 * context says that they are images.
 */
function* imagesInFields(value: Value, context = '', parent?: ValueMap): Generator<FieldImage> {
  if (typeof value === 'string') {
    if (context === 'image') yield* imagesInText(value.trim(), parent);
    else for (const name of mentions(value, context)) yield { name };
  } else if (Array.isArray(value)) {
    let before: Value = '';
    for (const item of value) {
      yield* imagesInFields(item, typeof before === 'string' ? before : '');
      before = item;
    }
  } else if (isValueMap(value)) {
    const split = imageInMap(value, context);
    const isSplit = split !== undefined && isCertain(split.reference, context);
    if (isSplit) yield { name: split.reference, part: String(value[split.field]) };
    // An environment variable: its name and value are fields.
    const own = typeof value.name === 'string' ? value.name : '';
    for (const [name, inner] of Object.entries(value))
      if (!isSplit || name !== split.field)
        yield* imagesInFields(inner, name === 'value' ? own : name, value);
  }
}

/** Returns the image of a field `image`, with the version of fields next to it. */
function* imagesInText(text: string, parent: ValueMap | undefined): Generator<FieldImage> {
  const version = parent && versionInMap(parent, 'image');
  for (const name of expanded(text))
    yield version && !isReference(name) ? { name: name + version, part: text } : { name };
}

/**
 * Returns whether fields of a document are an image: they have a version, because a program adds its own one otherwise,
 * and a registry, unless the name of the field says that it is an image. Parts that only Helm knows are possible.
 */
function isCertain(reference: string, field: string): boolean {
  const isNamed = /image$/i.test(field);
  return expanded(reference).some(
    (each) => isReference(each.replaceAll(UNKNOWN, 'x')) && (isNamed || hasRegistry(each)),
  );
}

function* mentions(text: string, context: string): Generator<string> {
  const isImage = /image/i.test(context);
  for (const each of expanded(text))
    for (const { reference, at } of referencesIn(each)) {
      const before = each.slice(Math.max(0, at - LONGEST_CONTEXT), at);
      if ((isImage && at === 0) || /image[\w.-]{0,64}["']?\s{0,64}[:=\s]\s{0,64}["']?$/i.test(before))
        yield reference;
    }
}
