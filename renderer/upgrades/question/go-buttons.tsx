import { Button } from '@patternfly/react-core/dist/esm/components/Button';

/** Makes a version the one to go from or to. */
export function GoButtons({ onFrom, onTo }: { onFrom: () => void; onTo: () => void }) {
  return (
    <div className="al-actions">
      <Button variant="secondary" size="sm" onClick={onFrom}>
        Go from here
      </Button>
      <Button variant="secondary" size="sm" onClick={onTo}>
        Go to here
      </Button>
    </div>
  );
}
