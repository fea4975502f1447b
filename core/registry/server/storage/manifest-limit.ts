/** Largest manifest that is accepted or served: the minimum required by docker distribution and the OCI specification. */
export const MANIFEST_LIMIT_BYTES = 4 * 1024 * 1024;
