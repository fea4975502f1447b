import './document-pane.css';
import { FileCodeIcon } from '@patternfly/react-icons/dist/esm/icons/file-code-icon';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { YamlText } from '../../core/contract/documents/document.ts';
import type { ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { baseName } from '../parts/paths.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { YamlEditor, type YamlEditorHandle } from '../parts/yaml/yaml-editor.tsx';
import { t } from './messages.ts';

/** A place to show in an editor. Each request is a new object, so the same place can be requested twice. */
export interface EditorPlace {
  line: number;
  column: number;
}

/** Shows the YAML next to its form. Both can be edited, and each shows the changes of the other. */
export function DocumentPane({
  file,
  label,
  doc,
  marks,
  problems: found,
  incomplete,
  imageSet = false,
  goTo,
  type,
  undo,
  redo,
  rejection,
  foot,
}: {
  file: string;
  /** Accessible name of the editor. */
  label: string;
  doc: YamlText;
  marks: readonly { line: number; kind: 'added' | 'changed' }[];
  /** Problems in addition to syntax errors. */
  problems: readonly ContractProblem[] | undefined;
  /** Why a text without errors isn't usable yet. */
  incomplete?: string | undefined;
  /** Enables completion and help for fields of an ImageSetConfiguration. */
  imageSet?: boolean;
  goTo: EditorPlace | undefined;
  type: (text: string) => void;
  undo: () => void;
  redo: () => void;
  /** Why this session can't change the text. The editor is then read-only. */
  rejection?: string | undefined;
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
        remedy: t('faultRemedy'),
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
    // The editor may be loaded shortly after the pane.
    const timer = setInterval(() => {
      if (editor.current?.jump(goTo.line, goTo.column)) clearInterval(timer);
    }, 60);
    return () => clearInterval(timer);
  }, [goTo]);
  const errors = problems.filter(({ level }) => level === 'error').length;
  return (
    <section className="al-card al-document-pane" aria-label={t('yamlLabel')}>
      <header>
        <FileCodeIcon aria-hidden="true" />
        <h2 className="al-cut" title={file}>
          {baseName(file)}
        </h2>
        <span className="al-end al-small" role="status">
          {faults.length > 0 ? (
            <StateMark mark="bad">{t('yamlInvalid')}</StateMark>
          ) : errors > 0 ? (
            <StateMark mark="bad">{t('yamlErrors', { errors })}</StateMark>
          ) : incomplete !== undefined ? (
            <StateMark mark="warning">{incomplete}</StateMark>
          ) : (
            <StateMark mark="good">{t('yamlValid')}</StateMark>
          )}
        </span>
      </header>
      <div className="al-document-editor">
        <YamlEditor
          ref={editor}
          label={label}
          value={doc.text}
          onChange={rejection === undefined ? type : undefined}
          problems={problems}
          marks={marks}
          history={history}
          imageSet={imageSet}
        />
      </div>
      <p className="al-document-foot al-sub al-small">{rejection ?? foot}</p>
    </section>
  );
}
