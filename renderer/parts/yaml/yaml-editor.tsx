import './yaml-editor.css';
import { lazy, Suspense } from 'react';
import type { YamlEditorHandle, YamlEditorProps } from './codemirror-editor.tsx';

export type { YamlEditorHandle };

/** CodeMirror weighs as much as the rest of the app: only screens that show a text load it. */
const CodeMirrorEditor = lazy(() => import('./codemirror-editor.tsx'));

/**
 * A YAML text. With `onChange` it is edited, with completion and help for the fields of an ImageSetConfiguration when
 * `imageSet` is set; without, it is read. Tab indents; Escape, then Tab, leaves the editor. Its place is there before
 * it is: nothing moves when it comes.
 */
export function YamlEditor(props: YamlEditorProps) {
  return (
    <Suspense fallback={<div className="al-editor" aria-busy="true" />}>
      <CodeMirrorEditor {...props} />
    </Suspense>
  );
}
