/** A text of a configuration file that is not saved. */
export interface ConfigurationDraft {
  text: string;
  /** Of the file that was changed; absent for a file that does not exist yet. */
  digest?: string | undefined;
}

/** A file as it was read. */
export interface ReadConfiguration {
  text: string;
  digest: string;
}

/** Whether a draft is of a file that does not exist yet. */
export function isNewFile(draft: ConfigurationDraft | undefined): boolean {
  return draft !== undefined && draft.digest === undefined;
}

/** Whether there is something to save: a new file is, whatever is in it. */
export function isUnsaved(
  draft: ConfigurationDraft | undefined,
  read: ReadConfiguration | undefined,
): boolean {
  return draft !== undefined && (isNewFile(draft) || draft.text !== read?.text);
}

/** The draft after a text was typed; undefined when it is the text of the file again. */
export function typedDraft(
  typed: string,
  draft: ConfigurationDraft | undefined,
  read: ReadConfiguration | undefined,
): ConfigurationDraft | undefined {
  if (!isNewFile(draft) && typed === read?.text) return undefined;
  return { text: typed, digest: draft ? draft.digest : read?.digest };
}

/** The draft after a text was saved: what was typed while it was being saved stays a change. */
export function draftAfterSave(
  newest: ConfigurationDraft | undefined,
  saved: ReadConfiguration,
): ConfigurationDraft | undefined {
  return newest && newest.text !== saved.text ? { text: newest.text, digest: saved.digest } : undefined;
}
