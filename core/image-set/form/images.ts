import type { YamlText } from '../../base/document/yaml-text.ts';
import { putField, putNamed, takeOut } from './place-field.ts';
import { type ImageView, imageSetView } from './view.ts';

const ADDITIONAL = ['mirror', 'additionalImages'];
const BLOCKED = ['mirror', 'blockedImages'];

/** The additional images, all of them. What is said of one that stays (`targetRepo`, comments) stays, too. */
export function setAdditionalImages(doc: YamlText, names: readonly string[]): YamlText {
  return putNamed(
    doc,
    ADDITIONAL,
    names.map((name) => ({ name })),
    ['name'],
  );
}

/** A further additional image, as the last; nothing is done where it is there. */
export function addImage(doc: YamlText, name: string): YamlText {
  const images = imageSetView(doc).additionalImages;
  return named(images, name) ? doc : putField(doc, [...ADDITIONAL, images.length], { name });
}

export function removeImage(doc: YamlText, name: string): YamlText {
  const image = named(imageSetView(doc).additionalImages, name);
  return image ? takeOut(doc, image.path) : doc;
}

/** Another reference in the place of one, e.g. with its digest. Nothing is done where that is not there. */
export function replaceImage(doc: YamlText, name: string, by: string): YamlText {
  const image = named(imageSetView(doc).additionalImages, name);
  return image ? putField(doc, [...image.path, 'name'], by) : doc;
}

/** Names or expressions of images that are left out, all of them. */
export function setBlockedImages(doc: YamlText, names: readonly string[]): YamlText {
  return putNamed(
    doc,
    BLOCKED,
    names.map((name) => ({ name })),
    ['name'],
  );
}

/** GiB of one archive file; undefined or 0: the default's. */
export function setArchiveSize(doc: YamlText, size: number | undefined): YamlText {
  return putField(doc, ['archiveSize'], size || undefined);
}

function named(images: readonly ImageView[], name: string): ImageView | undefined {
  return images.find((image) => image.name === name);
}
