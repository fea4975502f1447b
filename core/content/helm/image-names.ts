/**
 * An image name with or without a registry, tag and digest (distribution/reference). Names with capital letters are
 * reported when they are parsed.
 */
const NAME = /^[\w][\w.-]*(?::\d+)?(?:\/[\w][\w.-]*)*(?::\w[\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/;
const HOST = String.raw`(?:localhost|[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)+)(?::\d+)?`;
const HOSTED = new RegExp(`^(?:${HOST}|[a-zA-Z0-9-]+:\\d+)/`);
const REFERENCE = new RegExp(
  String.raw`(?<![\w.:/@-])${HOST}/[\w./-]+(?:@sha256:[0-9a-f]{64}|:\w[\w.-]{0,127}(?:@sha256:[0-9a-f]{64})?)(?![\w.:/@-])`,
  'g',
);

/** Returns whether a text can be the name of an image. Text with unknown parts, and `:` of two empty parts, can't. */
export function isImageName(text: string): boolean {
  return text.length <= 1_000 && NAME.test(text) && !/^\d+(?:\.\d+)?$|^(?:true|false|null)$/.test(text);
}

/** Returns whether a name begins with the host of a registry. */
export function hasRegistry(name: string): boolean {
  return HOSTED.test(name);
}

/** Returns the images in a text with a registry, and a tag or digest, and where they begin. */
export function referencesIn(text: string): { reference: string; at: number }[] {
  return [...text.matchAll(REFERENCE)].map((match) => ({ reference: match[0], at: match.index }));
}
