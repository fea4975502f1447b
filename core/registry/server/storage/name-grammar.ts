/**
 * Names that the distribution specification allows. Also ensures that `directoryStorage` stays inside its directory.
 */
const REPOSITORY = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*$/;
const TAG = /^\w[\w.-]{0,127}$/;

/**
 * Returns whether this is a repository name: at most 255 characters, with elements that start and end with a letter or
 * digit.
 */
export function isRepository(text: string): boolean {
  return text.length <= 255 && REPOSITORY.test(text);
}

export function isTag(text: string): boolean {
  return TAG.test(text);
}
