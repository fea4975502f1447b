import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useState } from 'react';
import { counted } from '../../parts/format.ts';

/** What can be done with several cells at once. */
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
  const [only, ...others] = columns;
  const what = others.length === 0 ? `${only} of ${counted(rows, 'host')}` : counted(cells, 'cell');
  return (
    <form
      className="al-hosts-selection"
      aria-label="Selected cells"
      onSubmit={(event) => {
        event.preventDefault();
        onWrite(text);
        setText('');
      }}
    >
      <strong>{what}</strong>
      <TextInput
        aria-label={`New text for ${what}`}
        className="al-mono"
        value={text}
        placeholder="for all of them"
        onChange={(_event, value) => setText(value)}
      />
      <Button type="submit" variant="secondary" size="sm">
        Write into all
      </Button>
      {rows > 1 && (
        <>
          <Button variant="link" isInline onClick={onFillDown}>
            Fill down
          </Button>
          <Button variant="link" isInline onClick={onSeries}>
            Fill as a series
          </Button>
        </>
      )}
      <Button variant="link" isInline isDanger onClick={onRemove}>
        Remove {counted(rows, 'host')}
      </Button>
    </form>
  );
}
