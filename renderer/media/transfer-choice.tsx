import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';

/** The transfer that a screen is about, for its eyebrow; a choice where there are several. */
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
      aria-label="Transfer"
      value={transfer}
      onChange={(_event, name) => onTransfer(name)}
    >
      {transfers.map((name) => (
        <FormSelectOption key={name} value={name} label={name} />
      ))}
    </FormSelect>
  );
}
