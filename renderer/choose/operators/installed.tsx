import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { wordList } from '../../../core/contract/documents/words.ts';
import { useClient } from '../../engine/provider.tsx';
import { counted } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { shortened } from '../../upgrades/question/upgrade-words.ts';
import { useDraft } from '../draft/use-draft.tsx';
import { SelectCards } from './needed.tsx';

/** Installed operators that are not selected: they would have no way to a newer version. */
export function InstalledLeftOut({
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
  // Which packages are installed follows from the inventory, not from the text.
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
        <strong>{counted(missing.length, 'installed operator')} not selected:</strong>{' '}
        {wordList(shortened(names))} would have no newer version to go to.
      </StateMark>
      <SelectCards
        catalog={catalog}
        cards={missing}
        label={missing.length === 1 ? `Select ${names[0]}` : 'Select what is installed'}
      />
    </p>
  );
}
