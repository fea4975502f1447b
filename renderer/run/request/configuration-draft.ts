/** An unsaved text of a configuration file. */
export interface ConfigurationDraft {
  text: string;
  /** Digest of the changed file; absent for a file that doesn't exist yet. */
  digest?: string | undefined;
}

/** A configuration file from disk. */
export interface ReadConfiguration {
  text: string;
  digest: string;
}

/** Returns whether a draft is for a file that doesn't exist yet. */
export function isNewFile(draft: ConfigurationDraft | undefined): boolean {
  return draft !== undefined && draft.digest === undefined;
}

/** Returns whether there is a text to save. A new file always has one. */
export function isUnsaved(
  draft: ConfigurationDraft | undefined,
  read: ReadConfiguration | undefined,
): boolean {
  return draft !== undefined && (isNewFile(draft) || draft.text !== read?.text);
}

/** Returns the draft after a text was typed; undefined when it equals the text of the file. */
export function typedDraft(
  typed: string,
  draft: ConfigurationDraft | undefined,
  read: ReadConfiguration | undefined,
): ConfigurationDraft | undefined {
  if (!isNewFile(draft) && typed === read?.text) return undefined;
  return { text: typed, digest: draft ? draft.digest : read?.digest };
}

/** Returns the draft after a text was saved. Text that was typed while it was being saved remains a change. */
export function draftAfterSave(
  newest: ConfigurationDraft | undefined,
  saved: ReadConfiguration,
): ConfigurationDraft | undefined {
  return newest && newest.text !== saved.text ? { text: newest.text, digest: saved.digest } : undefined;
}
