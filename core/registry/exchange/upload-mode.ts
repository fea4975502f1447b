/** How blobs are given to a registry that does not take them in every way; what a stored profile of it says. */
export interface UploadMode {
  /** Mounts work from other repositories only, or not at all; a registry without mounts needs a check for the blob instead. */
  mounts: 'everywhere' | 'from-others' | 'never';
  /** Whether the registry doesn't support chunks, so that the rejection of a complete blob is final. */
  completeOnly: boolean;
  /** Maximum bytes of one request. Larger blobs are uploaded in chunks of at most this size. Null if no limit is known. */
  requestBytes: number | null;
  /** Uploads at once. Null: as many as the run allows. */
  parallel: number | null;
}

/** The ways that blobs are tried in where nothing is known of a registry. */
export const ANY_UPLOAD: UploadMode = {
  mounts: 'everywhere',
  completeOnly: false,
  requestBytes: null,
  parallel: null,
};
