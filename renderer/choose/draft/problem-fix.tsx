import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { applyTextEdits, readYaml } from '../../../core/contract/documents/document.ts';
import type { PlannedProblem } from '../../../core/contract/topics/drafts.ts';
import { size } from '../../parts/format.ts';
import { useDraft } from './use-draft.tsx';
import { useDraftPlan } from './use-draft-plan.tsx';

/** `Add lvms-operator, +9.7 GiB`: what mends a problem and what that costs. */
function fixLabel({ label, bytes }: NonNullable<PlannedProblem['fix']>): string {
  if (bytes === undefined || bytes === 0) return label;
  return `${label}, ${signedSize(bytes)}`;
}

/** `+9.7 GiB`, `−1.2 GiB`. */
export function signedSize(bytes: number): string {
  return bytes < 0 ? `−${size(-bytes)}` : `+${size(bytes)}`;
}

/** Mends a problem of the plan by its own change of the text; off while the plan is of another text. */
export function FixButton({ problem, inline = false }: { problem: PlannedProblem; inline?: boolean }) {
  const { draft, edit } = useDraft();
  const { text } = useDraftPlan();
  const { fix } = problem;
  if (!fix) return null;
  const mend = () => edit((doc) => readYaml(applyTextEdits(doc.text, fix.edits)));
  return (
    <Button
      variant={inline ? 'link' : 'secondary'}
      isInline={inline}
      size="sm"
      isDisabled={text !== draft.text}
      onClick={mend}
    >
      {fixLabel(fix)}
    </Button>
  );
}
