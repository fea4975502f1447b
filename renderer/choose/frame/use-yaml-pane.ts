import { useEffect } from 'react';
import { create } from 'zustand';
import type { EditorPlace } from '../../editor/document-pane.tsx';
import { useWide } from '../../parts/use-wide.ts';

/** Whether the YAML is shown: the last choice; undefined: it depends on the width of the window. */
const useChosen = create<{
  nextToForm: boolean | undefined;
  fullWidth: boolean;
  goTo: EditorPlace | undefined;
}>(() => ({ nextToForm: undefined, fullWidth: false, goTo: undefined }));

/** Opens the YAML of the current step at a position. */
export function showInYaml(fullWidth: boolean, line: number, column: number): void {
  useChosen.setState({ [fullWidth ? 'fullWidth' : 'nextToForm']: true, goTo: { line, column } });
}

/** @param fullWidth the step uses the full width, so the YAML is hidden until the user opens it */
export function useYamlPane(fullWidth: boolean): {
  open: boolean;
  toggle(): void;
  /** Opens the YAML at a position. */
  show(line: number, column: number): void;
  goTo: EditorPlace | undefined;
} {
  const wide = useWide();
  const chosen = useChosen();
  const open = fullWidth ? chosen.fullWidth : (chosen.nextToForm ?? wide);
  // Each position is used once: the next step opens its editor where it was.
  useEffect(() => () => useChosen.setState({ goTo: undefined }), []);
  const put = (shown: boolean) =>
    useChosen.setState(fullWidth ? { fullWidth: shown } : { nextToForm: shown });
  return {
    open,
    goTo: chosen.goTo,
    toggle: () => {
      useChosen.setState({ goTo: undefined });
      put(!open);
    },
    show: (line, column) => showInYaml(fullWidth, line, column),
  };
}
