import type { YamlText } from '../../base/document/yaml-text.ts';
import { putField, putNamed, removeField } from './place-field.ts';
import { type ImageView, imageSetView } from './view.ts';

const ADDITIONAL = ['mirror', 'additionalImages'];
const BLOCKED = ['mirror', 'blockedImages'];

/** Writes the complete list of additional images. Other fields and comments of the remaining images are unchanged. */
export function setAdditionalImages(doc: YamlText, names: readonly string[]): YamlText {
  return putNamed(
    doc,
    ADDITIONAL,
    names.map((name) => ({ name })),
    ['name'],
  );
}

/** Adds an additional image at the end, unless it exists. */
export function addImage(doc: YamlText, name: string): YamlText {
  const images = imageSetView(doc).additionalImages;
  return named(images, name) ? doc : putField(doc, [...ADDITIONAL, images.length], { name });
}

export function removeImage(doc: YamlText, name: string): YamlText {
  const image = named(imageSetView(doc).additionalImages, name);
  return image ? removeField(doc, image.path) : doc;
}

/** Replaces the reference of an image, for example with its digest, if it exists. */
export function replaceImage(doc: YamlText, name: string, by: string): YamlText {
  const image = named(imageSetView(doc).additionalImages, name);
  return image ? putField(doc, [...image.path, 'name'], by) : doc;
}

/** Writes the complete list of names or expressions of blocked images. */
export function setBlockedImages(doc: YamlText, names: readonly string[]): YamlText {
  return putNamed(
    doc,
    BLOCKED,
    names.map((name) => ({ name })),
    ['name'],
  );
}

/** Sets the size of one archive file in GiB; undefined or 0 is the default. */
export function setArchiveSize(doc: YamlText, size: number | undefined): YamlText {
  return putField(doc, ['archiveSize'], size || undefined);
}

function named(images: readonly ImageView[], name: string): ImageView | undefined {
  return images.find((image) => image.name === name);
}
