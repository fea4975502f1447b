import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useState } from 'react';
import { t } from './messages.ts';

/** The actions for several selected cells. */
export function SelectionBar({
  rows,
  cells,
  columns,
  onWrite,
  onFillDown,
  onSeries,
  onRemove,
}: {
  rows: number;
  cells: number;
  /** Titles of the columns that are selected. */
  columns: readonly string[];
  onWrite: (text: string) => void;
  onFillDown: () => void;
  onSeries: () => void;
  onRemove: () => void;
}) {
  const [text, setText] = useState('');
  const [column = '', ...others] = columns;
  const selected =
    others.length === 0 ? t('selectedColumn', { column, hosts: rows }) : t('selectedCells', { cells });
  return (
    <form
      className="al-hosts-selection"
      aria-label={t('selectionLabel')}
      onSubmit={(event) => {
        event.preventDefault();
        onWrite(text);
        setText('');
      }}
    >
      <strong>{selected}</strong>
      <TextInput
        aria-label={t('newTextLabel', { cells: selected })}
        className="al-mono"
        value={text}
        placeholder={t('newTextPlaceholder')}
        onChange={(_event, value) => setText(value)}
      />
      <Button type="submit" variant="secondary" size="sm">
        {t('writeCellsButton')}
      </Button>
      {rows > 1 && (
        <>
          <Button variant="link" isInline onClick={onFillDown}>
            {t('fillDownButton')}
          </Button>
          <Button variant="link" isInline onClick={onSeries}>
            {t('fillSeriesButton')}
          </Button>
        </>
      )}
      <Button variant="link" isInline isDanger onClick={onRemove}>
        {t('removeHostsButton', { hosts: rows })}
      </Button>
    </form>
  );
}
