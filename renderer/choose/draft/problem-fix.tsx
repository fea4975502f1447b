import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { applyTextEdits, readYaml } from '../../../core/contract/documents/document.ts';
import type { PlannedProblem } from '../../../core/contract/topics/drafts.ts';
import { size } from '../../parts/format.ts';
import type { DraftState } from './draft-store.ts';
import { t } from './messages.ts';
import { useDraft } from './use-draft.tsx';
import { useDraftPlan } from './use-draft-plan.tsx';

/** Returns the label of a fix with its effect on the total size: `Add lvms-operator (+9.7 GiB)`. */
function fixLabel({ label, bytes }: NonNullable<PlannedProblem['fix']>): string {
  if (bytes === undefined || bytes === 0) return label;
  return t('fixButton', { fix: label, size: signedSize(bytes) });
}

/** Returns a difference of sizes: `+9.7 GiB`, `−1.2 GiB`. */
export function signedSize(bytes: number): string {
  return bytes < 0 ? `−${size(-bytes)}` : `+${size(bytes)}`;
}

/** Applies a fix to the text and the target version, as one undo step. */
export function applyFix(
  edit: DraftState['edit'],
  { edits, to }: Pick<NonNullable<PlannedProblem['fix']>, 'edits' | 'to'>,
): void {
  edit((doc) => readYaml(applyTextEdits(doc.text, edits)), to === undefined ? {} : { fields: { to } });
}

/** A button that applies the fix of a problem to the text; disabled while the plan is for another text. */
export function FixButton({ problem, inline = false }: { problem: PlannedProblem; inline?: boolean }) {
  const { draft, edit } = useDraft();
  const { text } = useDraftPlan();
  const { fix } = problem;
  if (!fix) return null;
  return (
    <Button
      variant={inline ? 'link' : 'secondary'}
      isInline={inline}
      size="sm"
      isDisabled={text !== draft.text}
      onClick={() => applyFix(edit, fix)}
    >
      {fixLabel(fix)}
    </Button>
  );
}
