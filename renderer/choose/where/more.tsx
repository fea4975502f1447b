import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { useState } from 'react';
import { type ReadValue, RUN_BOUNDS, readInteger } from '../../../core/contract/documents/option-values.ts';
import type { Draft } from '../../../core/contract/topics/drafts.ts';
import { Check, CountField, TextField } from '../../parts/fields/option-fields.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { t } from './messages.ts';

/** Archive size, parallelism and certificates. The defaults suit most runs. */
export function WhereMore() {
  const { draft, change } = useDraft();
  const { options, goal } = draft;
  const [open, setOpen] = useState(false);
  const [archive, setArchive] = useState(
    options.archiveSizeGiB === undefined ? '' : `${options.archiveSizeGiB}`,
  );
  const set = (changes: Partial<Draft['options']>) => change({ options: { ...options, ...changes } });
  const size: ReadValue<number | undefined> =
    archive.trim() === '' ? { value: undefined } : readInteger(archive.trim(), RUN_BOUNDS.archiveSizeGiB);
  return (
    <ExpandableSection
      className="al-choose-section"
      toggleText={t('moreTitle')}
      isExpanded={open}
      onToggle={(_event, expanded) => setOpen(expanded)}
    >
      <div className="al-choose-places">
        {goal !== 'registry' && (
          <div className="al-column">
            <TextField
              id="al-choose-archive"
              label={t('archiveLabel')}
              value={archive}
              placeholder="500"
              problem={size.problem}
              note={t('archiveHelp')}
              onChange={(text) => {
                setArchive(text);
                const typed = text.trim();
                const read = readInteger(typed, RUN_BOUNDS.archiveSizeGiB);
                if (typed === '') set({ archiveSizeGiB: undefined });
                else if (read.value !== undefined) set({ archiveSizeGiB: read.value });
              }}
            />
            <Check
              id="al-choose-strict"
              label={t('strictArchiveLabel')}
              description={t('strictArchiveHelp')}
              isChecked={options.strictArchive ?? false}
              onChange={(strictArchive) => set({ strictArchive })}
            />
          </div>
        )}
        <CountField
          id="al-choose-images-at-once"
          label={t('parallelImagesLabel')}
          value={options.parallelImages ?? 4}
          onChange={(parallelImages) => set({ parallelImages })}
        />
        <CountField
          id="al-choose-layers-at-once"
          label={t('parallelLayersLabel')}
          value={options.parallelLayers ?? 5}
          onChange={(parallelLayers) => set({ parallelLayers })}
        />
      </div>
      <div className="al-choose-checks al-choose-tls">
        <Check
          id="al-choose-source-tls"
          label={t('sourceTlsLabel')}
          isChecked={options.sourceTlsVerify ?? true}
          onChange={(sourceTlsVerify) => set({ sourceTlsVerify })}
        />
        {goal !== 'disk' && (
          <Check
            id="al-choose-destination-tls"
            label={t('destinationTlsLabel')}
            isChecked={options.destinationTlsVerify ?? true}
            onChange={(destinationTlsVerify) => set({ destinationTlsVerify })}
          />
        )}
      </div>
    </ExpandableSection>
  );
}
