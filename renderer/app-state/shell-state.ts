import { create } from 'zustand';
import { closeGlossary, useGlossary } from '../parts/glossary.ts';

/** The open dialogs and drawers around the screen. */
interface ShellState {
  dialog?: 'open-workspace' | 'create-workspace' | 'keys' | 'find';
  /** Characters that were typed before the search had the focus. */
  typed?: string;
  /** The drawer shows the help of the screen. */
  help: boolean;
  /** The drawer shows the notifications. */
  notices: boolean;
  /** The time of the dismissed engine notice. */
  dismissed?: string;
}

export const useShell = create<ShellState>(() => ({ help: false, notices: false }));

/** Opens one of the shell's dialogs, from any screen. */
export function openDialog(dialog: NonNullable<ShellState['dialog']>): void {
  useShell.setState({ dialog });
}

export function closeDialog(): void {
  useShell.setState(({ help, notices, dismissed }) => ({ help, notices, dismissed }), true);
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
  useShell.setState({ help: !open, notices: false });
}

/** Returns whether the drawer shows the notifications. Help replaces them. */
export function useNoticesShown(): boolean {
  const help = useHelp();
  return useShell((state) => state.notices) && help === undefined;
}

/** Opens the notifications in place of help, or closes them. */
export function toggleNotices(): void {
  const { help, notices } = useShell.getState();
  const covered = help || useGlossary.getState().shown !== undefined;
  closeGlossary();
  useShell.setState({ help: false, notices: covered || !notices });
}

/** Opens the notifications in place of help. */
export function showNotices(): void {
  closeGlossary();
  useShell.setState({ help: false, notices: true });
}

/** Closes the drawer, whatever it shows. */
export function closeDrawer(): void {
  closeGlossary();
  useShell.setState({ help: false, notices: false });
}

/** Shows the help of the screen in place of the glossary. */
export function showScreenHelp(): void {
  closeGlossary();
  useShell.setState({ help: true, notices: false });
}
