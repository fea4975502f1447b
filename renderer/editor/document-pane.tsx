import './document-pane.css';
import { FileCodeIcon } from '@patternfly/react-icons/dist/esm/icons/file-code-icon';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { YamlText } from '../../core/contract/documents/document.ts';
import type { ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { counted } from '../parts/format.ts';
import { baseName } from '../parts/paths.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { YamlEditor, type YamlEditorHandle } from '../parts/yaml/yaml-editor.tsx';

/** Where an editor goes; a new object each time, so that the same place can be asked for twice. */
export interface EditorPlace {
  line: number;
  column: number;
}

/** A text beside its form: both are edited, both show at once what the other did. */
export function DocumentPane({
  file,
  label,
  doc,
  marks,
  problems: found,
  imageSet = false,
  goTo,
  type,
  undo,
  redo,
  refusal,
  foot,
}: {
  file: string;
  /** What a screen reader calls the editor. */
  label: string;
  doc: YamlText;
  marks: readonly { line: number; kind: 'added' | 'changed' }[];
  /** Beside the faults of the text. */
  problems: readonly ContractProblem[] | undefined;
  /** Completion and help for fields of an ImageSetConfiguration. */
  imageSet?: boolean;
  goTo: EditorPlace | undefined;
  type: (text: string) => void;
  undo: () => void;
  redo: () => void;
  /** Why this session may not change the text: then it is only read. */
  refusal?: string | undefined;
  foot: ReactNode;
}) {
  const editor = useRef<YamlEditorHandle>(null);
  const { faults } = doc;
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
      if (editor.current?.jump(goTo.line, goTo.column)) clearInterval(timer);
    }, 60);
    return () => clearInterval(timer);
  }, [goTo]);
  const errors = problems.filter(({ level }) => level === 'error').length;
  return (
    <section className="al-card al-document-pane" aria-label="YAML">
      <header>
        <FileCodeIcon aria-hidden="true" />
        <h2 className="al-cut" title={file}>
          {baseName(file)}
        </h2>
        <span className="al-end al-small" role="status">
          {faults.length > 0 ? (
            <StateMark mark="bad">Not readable</StateMark>
          ) : errors > 0 ? (
            <StateMark mark="bad">{counted(errors, 'error')}</StateMark>
          ) : (
            <StateMark mark="good">Valid</StateMark>
          )}
        </span>
      </header>
      <div className="al-document-editor">
        <YamlEditor
          ref={editor}
          label={label}
          value={doc.text}
          onChange={refusal === undefined ? type : undefined}
          problems={problems}
          marks={marks}
          history={history}
          imageSet={imageSet}
        />
      </div>
      <p className="al-document-foot al-sub al-small">{refusal ?? foot}</p>
    </section>
  );
}
