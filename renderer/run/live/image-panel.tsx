import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { TimesIcon } from '@patternfly/react-icons/dist/esm/icons/times-icon';
import type { ReactNode } from 'react';
import { capitalized } from '../../../core/contract/documents/words.ts';
import type { ImageRow } from '../../../core/contract/topics/run.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { count, size } from '../../parts/format.ts';
import { Words } from '../../parts/words.tsx';
import { RowState } from './image-state.tsx';
import { t } from './messages.ts';

/** Shows the details of one image. */
export function ImagePanel({
  row,
  deletes,
  paused,
  onClose,
}: {
  row: ImageRow;
  /** Whether the run is a deletion. */
  deletes: boolean;
  /** Whether no image is in progress. */
  paused: boolean;
  onClose: () => void;
}) {
  return (
    <aside className="al-image-panel" aria-label={t('detailsLabel')}>
      <header className="al-row">
        <RowState row={row} deletes={deletes} paused={paused} />
        <Button
          className="al-end"
          variant="plain"
          size="sm"
          aria-label={t('closeDetailsLabel')}
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
        <Fact name={t('sourceLabel')} copy={row.origin} copyLabel={t('copySourceButton')}>
          <code>{row.origin}</code>
        </Fact>
        <Fact name={t('destinationLabel')} copy={row.destination} copyLabel={t('copyDestinationButton')}>
          <code>{row.destination}</code>
        </Fact>
        <Fact name={t('digestColumn')} copy={row.digest} copyLabel={t('copyDigestButton')}>
          <code>{row.digest}</code>
        </Fact>
        <Fact name={t('partOfColumn')}>{capitalized(row.deliverable)}</Fact>
        <Fact name={t('kindLabel')}>{row.kind}</Fact>
        {row.bytes > 0 && <Fact name={t('sizeColumn')}>{size(row.bytes)}</Fact>}
        {row.verdict && <Fact name={t('signatureLabel')}>{row.verdict}</Fact>}
        {row.attempts !== undefined && <Fact name={t('attemptsLabel')}>{count(row.attempts)}</Fact>}
      </dl>
    </aside>
  );
}

function Fact({
  name,
  copy,
  copyLabel,
  children,
}: {
  name: string;
  copy?: string;
  copyLabel?: string;
  children: ReactNode;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="al-row">
        <span>{children}</span>
        {copy !== undefined && <CopyButton text={copy} what={copyLabel} />}
      </dd>
    </div>
  );
}
