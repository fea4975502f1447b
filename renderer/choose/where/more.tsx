import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { useState } from 'react';
import type { Draft } from '../../../core/contract/topics/drafts.ts';
import { Check, CountField, TextField } from '../../parts/fields/option-fields.tsx';
import { useDraft } from '../draft/use-draft.tsx';

/** Size of the pieces and how the run works: the defaults are right for most. */
export function WhereMore() {
  const { draft, change } = useDraft();
  const { options, goal } = draft;
  const [open, setOpen] = useState(false);
  const [pieces, setPieces] = useState(
    options.archiveSizeGiB === undefined ? '' : `${options.archiveSizeGiB}`,
  );
  const set = (changes: Partial<Draft['options']>) => change({ options: { ...options, ...changes } });
  const whole = pieces.trim() === '' || /^[1-9]\d{0,5}$/.test(pieces.trim());
  return (
    <ExpandableSection
      className="al-choose-section"
      toggleText="Size of pieces, parallelism, certificates"
      isExpanded={open}
      onToggle={(_event, expanded) => setOpen(expanded)}
    >
      <div className="al-choose-places">
        {goal !== 'registry' && (
          <TextField
            id="al-choose-pieces"
            label="Largest piece, GiB"
            value={pieces}
            placeholder="500"
            problem={whole ? undefined : 'Write a whole number of GiB, or nothing.'}
            note="Wins over archiveSize; 29 fits a 32 GB stick."
            onChange={(text) => {
              setPieces(text);
              const typed = text.trim();
              if (typed === '') set({ archiveSizeGiB: undefined });
              else if (/^[1-9]\d{0,5}$/.test(typed)) set({ archiveSizeGiB: Number(typed) });
            }}
          />
        )}
        <CountField
          id="al-choose-images-at-once"
          label="Images at once"
          value={options.parallelImages ?? 4}
          onChange={(parallelImages) => set({ parallelImages })}
        />
        <CountField
          id="al-choose-layers-at-once"
          label="Layers at once"
          value={options.parallelLayers ?? 5}
          onChange={(parallelLayers) => set({ parallelLayers })}
        />
      </div>
      <div className="al-choose-checks al-choose-tls">
        <Check
          id="al-choose-source-tls"
          label="Verify source certificates"
          isChecked={options.sourceTlsVerify ?? true}
          onChange={(sourceTlsVerify) => set({ sourceTlsVerify })}
        />
        {goal !== 'disk' && (
          <Check
            id="al-choose-destination-tls"
            label="Verify the destination's certificate"
            isChecked={options.destinationTlsVerify ?? true}
            onChange={(destinationTlsVerify) => set({ destinationTlsVerify })}
          />
        )}
      </div>
    </ExpandableSection>
  );
}
