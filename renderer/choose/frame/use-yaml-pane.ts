import { useEffect } from 'react';
import { create } from 'zustand';
import type { EditorPlace } from '../../editor/document-pane.tsx';
import { useWide } from '../../parts/use-wide.ts';

/** Whether the YAML is shown, as it was chosen last; undefined: it goes by the width of the window. */
const useChosen = create<{ beside: boolean | undefined; whole: boolean; goTo: EditorPlace | undefined }>(
  () => ({ beside: undefined, whole: false, goTo: undefined }),
);

/** Opens the YAML of the step that is shown at a place. */
export function showInYaml(whole: boolean, line: number, column: number): void {
  useChosen.setState({ [whole ? 'whole' : 'beside']: true, goTo: { line, column } });
}

/** @param whole the step takes the whole width: the YAML is there only when it is asked for */
export function useYamlPane(whole: boolean): {
  open: boolean;
  toggle(): void;
  /** Opens it at a place. */
  show(line: number, column: number): void;
  goTo: EditorPlace | undefined;
} {
  const wide = useWide();
  const chosen = useChosen();
  const open = whole ? chosen.whole : (chosen.beside ?? wide);
  // A place is gone to once: the next step begins where its editor was.
  useEffect(() => () => useChosen.setState({ goTo: undefined }), []);
  const put = (shown: boolean) => useChosen.setState(whole ? { whole: shown } : { beside: shown });
  return {
    open,
    goTo: chosen.goTo,
    toggle: () => {
      useChosen.setState({ goTo: undefined });
      put(!open);
    },
    show: (line, column) => showInYaml(whole, line, column),
  };
}
