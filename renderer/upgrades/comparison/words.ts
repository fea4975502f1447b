import { firstWords } from '../../../core/contract/documents/words.ts';
import type {
  CatalogChange,
  CatalogComparison,
} from '../../../core/contract/topics/content/catalog-comparison.ts';
import { t } from './messages.ts';

/** Most bundle names that a row shows. The title of the row has more. */
const NAMES_SHOWN = 3;

/** Returns a comparison as a heading. */
export function comparisonSentence({ from, to, packages, changes }: CatalogComparison): string {
  if (packages > 0) return t('changedTitle', { packages, changes: changes.length });
  return t(from.digest === to.digest ? 'sameDigestTitle' : 'sameTitle');
}

/** Returns the details of a change. */
export function changeWords({
  about,
  change,
  from,
  to,
  channels,
  versions,
  versionsTotal,
}: CatalogChange): string {
  switch (about) {
    case 'package':
      return t('packageDetail', { channels: channels ?? 0, versions: versionsTotal });
    case 'default-channel':
      return t('defaultChannelDetail', { from: from || t('none'), to: to || t('none') });
    case 'channel':
      return t('channelDetail', {
        head: (change === 'added' ? to : from) || t('none'),
        versions: versionsTotal,
      });
    case 'head':
      return t('headDetail', { from: from || t('none'), to: to || t('none') });
    case 'versions':
      return firstWords(versions, NAMES_SHOWN);
  }
}

/** Returns the changes whose package, channel or versions contain a text, in any case. */
export function matchingChanges(changes: readonly CatalogChange[], text: string): readonly CatalogChange[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return changes;
  return changes.filter((each) =>
    [each.package, each.channel ?? '', each.from ?? '', each.to ?? '', ...each.versions].some((word) =>
      word.toLowerCase().includes(wanted),
    ),
  );
}
