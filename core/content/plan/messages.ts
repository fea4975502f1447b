import { translator } from '../../base/messages/translator.ts';

/** Texts of finding out what images consist of. */
export const t = translator({
  manifestUnreadable: "the manifest {digest} can't be read: {error}",
  tagMissing: "{registry} doesn't contain {repository}:{tag}",
  tagNotInSet: "{location} doesn't contain {repository}:{tag} ({origin})",
  nestedTooDeeply: 'indexes are nested more than {limit} levels deep',
  sizesDiffer: 'two different sizes are listed for {digest}: {first} and {second} bytes',
  attachmentsLimited: '{image}: {limit}',
  referrersTooDeep: "referrers nested more than {limit} levels deep aren't copied",
  referrersLimited: 'only the first {count} referrers are copied',
  attachmentCountLimited: 'only the first {count} attachments are copied',
});
