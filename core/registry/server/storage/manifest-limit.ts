/** Largest manifest that is taken or served: what docker distribution and the OCI specification ask for at least. */
export const MANIFEST_LIMIT_BYTES = 4 * 1024 * 1024;
