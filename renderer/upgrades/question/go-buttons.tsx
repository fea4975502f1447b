import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { t } from './messages.ts';

/** Buttons that make a version the current or the target version. */
export function GoButtons({
  fromText = t('setFromButton'),
  onFrom,
  onTo,
}: {
  fromText?: string;
  onFrom: () => void;
  onTo: () => void;
}) {
  return (
    <div className="al-actions">
      <Button variant="secondary" size="sm" onClick={onFrom}>
        {fromText}
      </Button>
      <Button variant="secondary" size="sm" onClick={onTo}>
        {t('setToButton')}
      </Button>
    </div>
  );
}
