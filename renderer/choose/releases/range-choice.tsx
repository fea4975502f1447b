import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import type { ReactNode } from 'react';
import { useDraft } from '../draft/use-draft.tsx';
import { useImageSet } from '../draft/use-image-set.ts';
import { rangeLimit, writeShortestPath } from './edits.ts';
import { t } from './messages.ts';

const CODE = (inner: ReactNode[]) => (
  <code key="key" className="al-mono">
    {inner}
  </code>
);

/** Whether the mirror contains all releases of its ranges, or only those of the shortest path. Hidden without a range. */
export function RangeChoice() {
  const { edit } = useDraft();
  const { releases } = useImageSet();
  const limit = rangeLimit(releases);
  if (limit === 'none') return null;
  const choose = (shortest: boolean) => edit((doc) => writeShortestPath(doc, shortest));
  return (
    <fieldset className="al-choose-set">
      <legend className="al-choose-legend">{t('rangeLabel')}</legend>
      <div className="al-choose-checks">
        <Radio
          id="al-choose-shortest-path"
          name="al-choose-range"
          label={t.parts('shortestOption', { code: CODE })}
          isChecked={limit === 'shortest'}
          onChange={() => choose(true)}
        />
        <Radio
          id="al-choose-every-release"
          name="al-choose-range"
          label={t.parts('everyOption', { code: CODE })}
          isChecked={limit === 'every'}
          onChange={() => choose(false)}
        />
      </div>
    </fieldset>
  );
}
