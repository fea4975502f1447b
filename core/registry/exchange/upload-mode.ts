/** How blobs are uploaded to a registry with restrictions, as stored in its profile. */
export interface UploadMode {
  /**
   * Mounts work only from other repositories, or not at all. A registry without mounts needs a check for the blob
   * instead.
   */
  mounts: 'everywhere' | 'from-others' | 'never';
  /** Whether the registry doesn't support chunks, so that the rejection of a complete blob is final. */
  completeOnly: boolean;
  /** Maximum bytes of one request. Larger blobs are uploaded in chunks of at most this size. Null if no limit is known. */
  requestBytes: number | null;
  /** Concurrent uploads. Null: as many as the run allows. */
  parallel: number | null;
}

/** The mode for a registry that isn't known yet. */
export const ANY_UPLOAD: UploadMode = {
  mounts: 'everywhere',
  completeOnly: false,
  requestBytes: null,
  parallel: null,
};
