import './yaml-editor.css';
import { lazy, Suspense } from 'react';
import type { YamlEditorHandle, YamlEditorProps } from './codemirror-editor.tsx';

export type { YamlEditorHandle };

/** CodeMirror is as large as the rest of the app, so only screens with an editor load it. */
const CodeMirrorEditor = lazy(() => import('./codemirror-editor.tsx'));

/**
 * Shows a YAML text, editable with `onChange`. `imageSet` adds completion and help for the fields of an
 * ImageSetConfiguration. Tab indents; Escape, then Tab, leaves the editor. While it loads, a placeholder of the same size
 * is shown.
 */
export function YamlEditor(props: YamlEditorProps) {
  return (
    <Suspense fallback={<div className="al-editor" aria-busy="true" />}>
      <CodeMirrorEditor {...props} />
    </Suspense>
  );
}
