import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { wordList } from '../../../core/contract/documents/words.ts';
import { useClient } from '../../engine/provider.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { shortened } from '../../upgrades/question/upgrade-words.ts';
import { useDraft } from '../draft/use-draft.tsx';
import { t } from './messages.ts';
import { SelectCards } from './needed.tsx';

/** Installed operators that aren't selected, and so wouldn't receive updates. */
export function InstalledUnselected({
  catalog,
  isSelected,
}: {
  catalog: string;
  isSelected: (name: string) => boolean;
}) {
  const client = useClient();
  const { draft } = useDraft();
  const latest = useRef(draft);
  latest.current = draft;
  // The installed packages depend on the inventory, not on the text.
  const { data } = useQuery({
    queryKey: ['installed cards', draft.id, catalog, draft.inventory],
    queryFn: ({ signal }) =>
      client.request(
        'drafts.packages',
        { draft: latest.current, catalog, only: 'installed', limit: 500 },
        { signal },
      ),
  });
  const missing = (data?.cards ?? []).filter((card) => !isSelected(card.package) && !card.notForTarget);
  if (missing.length === 0) return null;
  const names = missing.map((card) => card.package);
  return (
    <p className="al-operators-hint">
      <StateMark mark="warning">
        {t.parts('installedHint', {
          count: missing.length,
          operators: wordList(shortened(names)),
          strong: (inner) => <strong key="strong">{inner}</strong>,
        })}
      </StateMark>
      <SelectCards
        catalog={catalog}
        cards={missing}
        label={
          missing.length === 1 ? t('selectOneButton', { package: names[0]! }) : t('selectInstalledButton')
        }
      />
    </p>
  );
}
