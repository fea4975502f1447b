import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useNavigate } from 'react-router';
import type { RequestOutput } from '../../../core/contract/contract.ts';
import { baseName } from '../../parts/paths.ts';
import { Card } from '../../parts/screen.tsx';
import { Words } from '../../parts/words.tsx';
import { stepAddress } from '../draft/steps.ts';

/** What was converted, or why each thing is in the text, before one goes on with it. */
export function StartOutcome({
  started: { draft, changes, reasons },
  onBack,
}: {
  started: RequestOutput<'drafts.start'>;
  onBack: () => void;
}) {
  const navigate = useNavigate();
  return (
    <>
      {changes.length > 0 && (
        <Card
          title={`${baseName(draft.file)} was converted from v1alpha2`}
          note="the file itself stays as it is until it is saved"
        >
          <Lines lines={changes} />
        </Card>
      )}
      {reasons.length > 0 && (
        <Card title="Why each thing is in it" note="all of it can be changed">
          <Lines lines={reasons} />
        </Card>
      )}
      <div className="al-actions">
        <Button onClick={() => void navigate(stepAddress(draft.id, 'cluster'))}>Go on with it</Button>
        <Button variant="secondary" onClick={onBack}>
          Begin differently
        </Button>
      </div>
    </>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="al-start-lines">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
        <li key={index} className="al-anywhere">
          <Words text={line} />
        </li>
      ))}
    </ul>
  );
}
