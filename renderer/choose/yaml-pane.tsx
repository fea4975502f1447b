import { FileCodeIcon } from '@patternfly/react-icons/dist/esm/icons/file-code-icon';
import { useEffect, useMemo, useRef } from 'react';
import type { ContractProblem } from '../../core/contract/vocabulary.ts';
import { counted } from '../parts/format.ts';
import { baseName } from '../parts/paths.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { YamlEditor, type YamlEditorHandle } from '../parts/yaml-editor.tsx';
import { useDraft } from './use-draft.tsx';
import { useDraftPlan } from './use-draft-plan.tsx';
import type { EditorPlace } from './use-yaml-pane.ts';

/** The configuration itself beside the form: both are edited, both show at once what the other did. */
export function YamlPane({ goTo }: { goTo: EditorPlace | undefined }) {
  const { draft, doc, marks, type, undo, redo } = useDraft();
  const { plan, current } = useDraftPlan();
  const editor = useRef<YamlEditorHandle>(null);
  const { faults } = doc;
  const found = current ? plan?.problems : undefined;
  const problems = useMemo(
    (): ContractProblem[] => [
      ...faults.map(({ message, line, column }) => ({
        code: 'yaml',
        level: 'error' as const,
        message,
        remedy: 'The form waits until the text can be read.',
        line,
        column,
      })),
      ...(found ?? []),
    ],
    [faults, found],
  );
  const history = useMemo(() => ({ undo, redo }), [undo, redo]);
  useEffect(() => {
    if (!goTo) return;
    // Where the editor was not loaded yet, it is there a moment after the pane.
    const timer = setInterval(() => {
      if (!editor.current) return;
      clearInterval(timer);
      editor.current.jump(goTo.line, goTo.column);
    }, 60);
    return () => clearInterval(timer);
  }, [goTo]);
  const name = baseName(draft.file);
  return (
    <section className="al-card al-choose-pane" aria-label="YAML">
      <header>
        <FileCodeIcon aria-hidden="true" />
        <h2 className="al-cut" title={draft.file}>
          {name}
        </h2>
        <span className="al-end al-small" role="status">
          <Validity errors={faults.length > 0 ? undefined : errorsOf(problems)} />
        </span>
      </header>
      <div className="al-choose-editor">
        <YamlEditor
          ref={editor}
          label={`Configuration ${name}`}
          value={draft.text}
          onChange={type}
          problems={problems}
          marks={marks}
          history={history}
          imageSet
        />
      </div>
      <p className="al-choose-pane-foot al-sub al-small">
        Edits go both ways. Comments and order stay as you wrote them.
      </p>
    </section>
  );
}

function errorsOf(problems: readonly ContractProblem[]): number {
  return problems.filter(({ level }) => level === 'error').length;
}

/** @param errors undefined: the text cannot be read */
function Validity({ errors }: { errors: number | undefined }) {
  if (errors === undefined) return <StateMark mark="bad">Not readable</StateMark>;
  return errors > 0 ? (
    <StateMark mark="bad">{counted(errors, 'error')}</StateMark>
  ) : (
    <StateMark mark="good">Valid</StateMark>
  );
}
