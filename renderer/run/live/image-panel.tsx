import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { TimesIcon } from '@patternfly/react-icons/dist/esm/icons/times-icon';
import type { ReactNode } from 'react';
import type { ImageRow } from '../../../core/contract/topics/run.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { count, size } from '../../parts/format.ts';
import { Words } from '../../parts/words.tsx';
import { RowState } from './image-state.tsx';

/** All that is known of one image. */
export function ImagePanel({
  row,
  deletes,
  onClose,
}: {
  row: ImageRow;
  /** Of a deletion. */
  deletes: boolean;
  onClose: () => void;
}) {
  return (
    <aside className="al-image-panel" aria-label="Image details">
      <header className="al-row">
        <RowState row={row} deletes={deletes} />
        <Button
          className="al-end"
          variant="plain"
          size="sm"
          aria-label="Close the details"
          icon={<TimesIcon />}
          onClick={onClose}
        />
      </header>
      {row.error && (
        <div className="al-image-error">
          <p>
            <Words text={row.error.message} />
          </p>
          <p className="al-sub">
            <Words text={row.error.remedy} />
          </p>
        </div>
      )}
      <dl>
        <Fact name="Source" copy={row.origin}>
          <code>{row.origin}</code>
        </Fact>
        <Fact name="Destination" copy={row.destination}>
          <code>{row.destination}</code>
        </Fact>
        <Fact name="Digest" copy={row.digest}>
          <code>{row.digest}</code>
        </Fact>
        <Fact name="Belongs to">{row.deliverable}</Fact>
        <Fact name="Kind">{row.kind}</Fact>
        {row.bytes > 0 && <Fact name="Size">{size(row.bytes)}</Fact>}
        {row.verdict && <Fact name="Signature">{row.verdict}</Fact>}
        {row.attempts !== undefined && <Fact name="Attempts">{count(row.attempts)}</Fact>}
      </dl>
    </aside>
  );
}

function Fact({ name, copy, children }: { name: string; copy?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="al-row">
        <span>{children}</span>
        {copy !== undefined && <CopyButton text={copy} what={`Copy ${name.toLowerCase()}`} />}
      </dd>
    </div>
  );
}
