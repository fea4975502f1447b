import { isValueMap, readYaml, type Value, yamlDocuments } from './charts/yaml.ts';
import { isImageName, referencesIn } from './image-names.ts';
import { findImages, type ImagePath, USUAL_IMAGE_PATHS } from './image-paths.ts';
import { expanded, withoutMarks } from './templates/data.ts';

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
    const add = (name: string, line: string | undefined, path?: string): void => {
      for (const each of expanded(name)) {
        const key = `${path ?? ''} ${each}`;
        if (!found.has(key))
          found.set(key, { name: each.trim(), line: line ?? lineWith(document, name) ?? '', path });
      }
    };
    for (const { line, value } of imageLines(document)) add(value, line);
    if (!mayContainMore(text, paths)) continue;
    const value = documentOf(text);
    for (const path of paths) for (const name of findImages(value, path)) add(name, undefined, path.text);
    for (const name of fieldsAndMentions(value)) if (isImageName(name)) add(name, undefined);
  }
  return [...found.values()];
}

/** Returns whether it is worth parsing a document. Charts of dashboards output megabytes without an image. */
function mayContainMore(text: string, paths: ImagePath[]): boolean {
  if (/image["']?\s*:/.test(text) || paths.length > USUAL_IMAGE_PATHS.length) return true;
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

/** Returns the images of fields `image` everywhere in a document, and of texts whose context says that they are images. */
function* fieldsAndMentions(value: Value, context = ''): Generator<string> {
  if (typeof value === 'string') {
    if (context === 'image') yield* expanded(value.trim());
    else yield* mentions(value, context);
  } else if (Array.isArray(value)) {
    let before: Value = '';
    for (const item of value) {
      yield* fieldsAndMentions(item, typeof before === 'string' ? before : '');
      before = item;
    }
  } else if (isValueMap(value)) {
    // An environment variable: its name and value are fields.
    const own = typeof value.name === 'string' ? value.name : '';
    for (const [name, inner] of Object.entries(value))
      yield* fieldsAndMentions(inner, name === 'value' ? own : name);
  }
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
