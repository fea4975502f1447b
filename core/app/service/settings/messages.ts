import { translator } from '../../../base/messages/translator.ts';

/** Texts of diagnostics and trusted keys. */
export const t = translator({
  noVariables: 'No Airlock environment variables are set.\n',
  directoryUnreadable: "the directory is missing or can't be read",
  keyUnused: "key {fingerprint} isn't in use for {place}",
  keyUnusedRemedy: 'Refresh the page. The key may already have been removed.',
});
