/** Options of commands that write checksums. */
export const SIGN_OPTIONS = {
  'sign-key': { type: 'string' },
  'passphrase-file': { type: 'string' },
} as const;

/** Options of `npm run package`. */
export const PACKAGE_OPTIONS = {
  output: { type: 'string' },
  platform: { type: 'string' },
  arch: { type: 'string', multiple: true },
  target: { type: 'string', multiple: true },
  dir: { type: 'boolean' },
  electron: { type: 'string' },
  ...SIGN_OPTIONS,
} as const;
