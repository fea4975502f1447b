import { create } from 'zustand';
import { closeGlossary, useGlossary } from '../parts/glossary.ts';

/** The open dialogs and drawers around the screen. */
interface ShellState {
  dialog?: 'open-workspace' | 'create-workspace' | 'keys' | 'find';
  /** Characters that were typed before the search had the focus. */
  typed?: string;
  /** The drawer shows the help of the screen. */
  help: boolean;
  /** The time of the dismissed engine notice. */
  dismissed?: string;
}

export const useShell = create<ShellState>(() => ({ help: false }));

/** Opens one of the shell's dialogs, from any screen. */
export function openDialog(dialog: NonNullable<ShellState['dialog']>): void {
  useShell.setState({ dialog });
}

export function closeDialog(): void {
  useShell.setState(({ help, dismissed }) => ({ help, dismissed }), true);
}

/**
 * Keeps a character that was typed outside an open dialog for the search, whose field has the focus only when its code is
 * loaded, so that the character isn't a shortcut of the screen. Returns false without a dialog.
 */
export function typeAhead(character: string): boolean {
  const { dialog, typed = '' } = useShell.getState();
  if (dialog === undefined) return false;
  if (dialog === 'find') useShell.setState({ typed: typed + character });
  return true;
}

/** Returns what the help drawer shows, or undefined while it's closed. */
export function useHelp(): 'screen' | 'glossary' | undefined {
  const help = useShell((state) => state.help);
  const glossary = useGlossary((state) => state.shown !== undefined);
  if (glossary) return 'glossary';
  return help ? 'screen' : undefined;
}

/** Opens the help of the screen, or closes the drawer. */
export function toggleHelp(): void {
  const open = useShell.getState().help || useGlossary.getState().shown !== undefined;
  closeGlossary();
  useShell.setState({ help: !open });
}

/** Shows the help of the screen in place of the glossary. */
export function showScreenHelp(): void {
  closeGlossary();
  useShell.setState({ help: true });
}
