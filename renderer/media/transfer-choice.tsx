import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { t } from './messages.ts';

/** The transfer of a screen, for its eyebrow, with a selection if there are several. */
export function TransferChoice({
  transfer,
  transfers,
  onTransfer,
}: {
  transfer: string;
  transfers: readonly string[];
  onTransfer: (name: string) => void;
}) {
  if (transfers.length < 2) return <strong>{transfer}</strong>;
  return (
    <FormSelect
      className="al-eyebrow-select"
      aria-label={t('transferLabel')}
      value={transfer}
      onChange={(_event, name) => onTransfer(name)}
    >
      {transfers.map((name) => (
        <FormSelectOption key={name} value={name} label={name} />
      ))}
    </FormSelect>
  );
}
