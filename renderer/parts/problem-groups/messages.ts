import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of groups of problems with the same cause. */
export const t = translator({
  similarTitle: '{count, plural, one {# similar problem} other {# similar problems}}, for example: {message}',
  showButton: '{count, plural, one {Show # item} other {Show # items}}',
  hideButton: 'Hide items',
  membersLabel: 'Items: {title}',
  moreMembersText: '{count, plural, one {# more item} other {# more items}}',
});
