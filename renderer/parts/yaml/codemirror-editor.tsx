import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, StateEffect, StateField, type Text } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import { t } from '../messages.ts';
import { replacementBetween, typedInto, withPlainEndings } from './line-endings.ts';
import { editorLook } from './yaml-editor-look.ts';
import { fieldAt, suggestionsAt, typeLabel, type YamlSuggestion } from './yaml-suggestions.ts';

export interface YamlEditorHandle {
  /** Moves the cursor and the focus. Line and column count from 1. @returns false while the editor is still loading */
  jump(line: number, column?: number): boolean;
}

const NO_PROBLEMS: ContractProblem[] = [];
const NO_MARKS: NonNullable<YamlEditorProps['marks']> = [];

export interface YamlEditorProps {
  label: string;
  value: string;
  onChange?: (text: string) => void;
  imageSet?: boolean;
  /** Shown at their lines. */
  problems?: ContractProblem[];
  /** Lines of the last change, marked at the edge. The editor scrolls to the first. */
  marks?: readonly { line: number; kind: 'added' | 'changed' }[];
  /** Replaces the editor's own undo and redo, for an undo that spans several inputs. */
  history?: { undo(): void; redo(): void };
  ref?: Ref<YamlEditorHandle>;
}

/** The editor. Screens use `YamlEditor`, which loads it when it's first shown. */
export default function CodeMirrorEditor({
  label,
  value,
  onChange,
  imageSet = false,
  problems = NO_PROBLEMS,
  marks = NO_MARKS,
  history: elsewhere,
  ref,
}: YamlEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;
  const shown = withPlainEndings(value);
  /** The text in the editor, and the same text with its own line endings. */
  const editorText = useRef(shown);
  const ownText = useRef(value);
  const editable = onChange !== undefined;

  useEffect(() => {
    const view = new EditorView({
      parent: place.current!,
      state: EditorState.create({
        doc: editorText.current,
        extensions: [
          shared(label),
          editable ? editing(imageSet, elsewhere) : reading,
          markedLines,
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            const text = update.state.doc.toString();
            if (text === editorText.current) return;
            editorText.current = text;
            ownText.current = typedInto(ownText.current, text);
            latestOnChange.current?.(ownText.current);
          }),
        ],
      }),
    });
    editor.current = view;
    return () => view.destroy();
  }, [label, editable, imageSet, elsewhere]);

  useEffect(() => {
    const view = editor.current;
    editorText.current = shown;
    ownText.current = value;
    if (!view || view.state.doc.toString() === shown) return;
    view.dispatch({ changes: replacementBetween(view.state.doc.toString(), shown) });
  }, [value, shown]);

  useEffect(() => {
    const view = editor.current;
    if (!view) return;
    const lines = marks.filter(({ line }) => line <= view.state.doc.lines);
    const first = view.hasFocus ? undefined : lines[0];
    view.dispatch({
      effects: [
        setMarkedLines.of(lines.map(({ line, kind }) => ({ from: view.state.doc.line(line).from, kind }))),
        ...(first ? [EditorView.scrollIntoView(view.state.doc.line(first.line).from, { y: 'center' })] : []),
      ],
    });
  }, [marks]);

  useEffect(() => {
    const view = editor.current;
    if (!view) return;
    const found = problems
      .filter(({ line }) => line !== undefined)
      .map((each) => marked(view.state.doc, each));
    view.dispatch(setDiagnostics(view.state, found));
  }, [problems]);

  useImperativeHandle(ref, () => ({
    jump(line, column = 1) {
      const view = editor.current;
      if (!view) return false;
      const { from } = placeOf(view.state.doc, line, column);
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      view.focus();
      return true;
    },
  }));

  return <div className="al-editor" ref={place} />;
}

function shared(label: string): Extension {
  return [
    lineNumbers(),
    yaml(),
    editorLook,
    drawSelection(),
    // Bidirectional control characters would show other lines than the engine reads.
    highlightSpecialChars(),
    search({ top: true }),
    highlightSelectionMatches(),
    // Scrollable content needs a tab stop, also when it's read-only.
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  ];
}

const reading: Extension = [
  EditorState.readOnly.of(true),
  EditorView.contentAttributes.of({ 'aria-readonly': 'true' }),
  EditorView.editable.of(false),
  keymap.of(searchKeymap),
];

function editing(imageSet: boolean, elsewhere: YamlEditorProps['history']): Extension {
  return [
    elsewhere ? undoElsewhere(elsewhere) : [history(), keymap.of(historyKeymap)],
    highlightActiveLine(),
    highlightActiveLineGutter(),
    bracketMatching(),
    indentOnInput(),
    lintGutter(),
    imageSet ? [autocompletion({ override: [suggest], icons: false }), fieldHelp] : [],
    keymap.of([...completionKeymap, ...lintKeymap, ...searchKeymap, indentWithTab, ...defaultKeymap]),
  ];
}

function undoElsewhere({ undo, redo }: NonNullable<YamlEditorProps['history']>): Extension {
  const run = (action: () => void) => () => {
    action();
    return true;
  };
  return keymap.of([
    { key: 'Mod-z', run: run(undo), shift: run(redo), preventDefault: true },
    { key: 'Mod-y', run: run(redo), preventDefault: true },
  ]);
}

const setMarkedLines = StateEffect.define<readonly { from: number; kind: 'added' | 'changed' }[]>();

/** The marks move with their lines while text is typed. */
const markedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, transaction) {
    const set = transaction.effects.findLast((effect) => effect.is(setMarkedLines));
    if (!set) return lines.map(transaction.changes);
    return Decoration.set(
      set.value.map(({ from, kind }) => Decoration.line({ class: `cm-line-${kind}` }).range(from)),
      true,
    );
  },
  provide: (field) => EditorView.decorations.from(field),
});

function suggest(context: CompletionContext): CompletionResult | null {
  const line = context.state.doc.lineAt(context.pos);
  const { from, suggestions } = suggestionsAt(
    linesOf(context.state.doc),
    line.number - 1,
    context.pos - line.from,
  );
  const typed = context.pos - line.from - from;
  if (suggestions.length === 0 || (!context.explicit && typed === 0)) return null;
  return {
    from: line.from + from,
    options: suggestions.map(completionOf),
    validFor: /^[\w.-]*$/,
  };
}

function completionOf(suggestion: YamlSuggestion, index: number): Completion {
  return {
    label: suggestion.label,
    detail: suggestion.detail,
    info: suggestion.info,
    boost: -index,
    apply: (view, _completion, from, to) => {
      const cursor = suggestion.text.indexOf('|');
      const insert = suggestion.text.replace('|', '');
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + (cursor < 0 ? insert.length : cursor) },
        userEvent: 'input.complete',
      });
      if (suggestion.kind !== 'value') startCompletion(view);
    },
  };
}

const fieldHelp = hoverTooltip((view, position) => {
  const line = view.state.doc.lineAt(position);
  const field = fieldAt(linesOf(view.state.doc), line.number - 1, position - line.from);
  if (!field) return null;
  return {
    pos: position,
    above: true,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'cm-field-help';
      const meaning = document.createElement('p');
      meaning.textContent = field.doc;
      const shape = document.createElement('p');
      shape.append(
        ...t.parts<'fieldTip', Node>('fieldTip', {
          path: field.path,
          type: typeLabel(field),
          example: field.example,
          code: (text) => {
            const code = document.createElement('code');
            code.append(...text);
            return code;
          },
        }),
      );
      dom.append(meaning, shape);
      return { dom };
    },
  };
});

function linesOf(document: Text): string[] {
  return document.toString().split('\n');
}

function placeOf(document: Text, line: number, column: number): { from: number; to: number } {
  const at = document.line(Math.min(Math.max(line, 1), document.lines));
  const from = Math.min(at.from + Math.max(column, 1) - 1, at.to);
  const rest = document.sliceString(from, at.to);
  const word = /^("[^"]*"|'[^']*'|\S+)/.exec(rest)?.[0].length ?? 0;
  // At the end of a line without a word, the complete line is marked.
  return word > 0 ? { from, to: from + word } : { from: at.from, to: at.to };
}

function marked(document: Text, { line, column, level, message, remedy }: ContractProblem): Diagnostic {
  return { ...placeOf(document, line!, column ?? 1), severity: level, message: `${message}\n${remedy}` };
}
