import { DocumentPane, type EditorPlace } from '../../editor/document-pane.tsx';
import { baseName } from '../../parts/paths.ts';
import { isEmptySelection } from '../draft/step-status.ts';
import { useDraft } from '../draft/use-draft.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';
import { t } from './messages.ts';

/** The YAML of the configuration, next to the form. */
export function YamlPane({ goTo }: { goTo: EditorPlace | undefined }) {
  const { draft, doc, marks, type, undo, redo } = useDraft();
  const { plan, current } = useDraftPlan();
  return (
    <DocumentPane
      file={draft.file}
      label={t('yamlLabel', { file: baseName(draft.file) })}
      doc={doc}
      marks={marks}
      problems={current ? plan?.problems : undefined}
      incomplete={current && plan && isEmptySelection(plan) ? t('nothingNote') : undefined}
      imageSet
      goTo={goTo}
      type={type}
      undo={undo}
      redo={redo}
      foot={t('yamlNote')}
    />
  );
}
