import type { DraftLine } from '../../../core/contract/topics/drafts.ts';
import { clock, dateText } from '../../parts/format.ts';
import { t } from './messages.ts';

/** The fields of a draft that its name consists of. */
type Named = Pick<DraftLine, 'name' | 'named' | 'from' | 'to' | 'enclave' | 'savedAt'>;

/** Returns the entered name of a draft, otherwise `4.16.1 to 4.16.9, enclave fleet, Nov 28, 09:12`. */
export function draftName({ name, named, from, to, enclave, savedAt }: Named): string {
  if (named) return name;
  const time = new Date(savedAt);
  const content =
    to === undefined ? name : from === undefined ? to : t('versionsName', { first: from, last: to });
  return t('draftName', {
    ...{ content, enclave },
    date: dateText(time, { day: 'numeric', month: 'short' }),
    time: clock(time),
  });
}
