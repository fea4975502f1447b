import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { useDraft } from '../draft/use-draft.tsx';
import { linesWords, withheldLines } from './withheld.ts';

/** After a crash of the engine: what stood in the text and is in no file. Until it is there again nothing is saved or run. */
export function WithheldAlert({ onShow }: { onShow: (line: number, column: number) => void }) {
  const { draft, change } = useDraft();
  const lines = withheldLines(draft);
  const [first] = lines;
  if (first === undefined) return null;
  return (
    <Alert
      variant="warning"
      isInline
      isLiveRegion
      component="h2"
      title={`Credentials are missing in ${linesWords(lines)}`}
      className="al-choose-fault"
    >
      <p>
        They are kept in memory only, and the engine was started anew. Write them there again: until then the
        configuration is neither saved nor run.
      </p>
      <div className="al-failure-actions">
        <button type="button" className="al-link" onClick={() => onShow(first, 1)}>
          Go to line {first}
        </button>
        <button type="button" className="al-link" onClick={() => change({ withheld: [] })}>
          Go on without them
        </button>
      </div>
    </Alert>
  );
}
