import { create } from 'zustand';

/** What is open around the screen. */
interface ShellState {
  dialog?: 'open-workspace' | 'create-workspace' | 'keys';
  help: boolean;
  /** The engine notice that was dismissed, by its time. */
  dismissed?: string;
}

export const useShell = create<ShellState>(() => ({ help: false }));

/** Shows one of the shell's dialogs, from any screen. */
export function openDialog(dialog: NonNullable<ShellState['dialog']>): void {
  useShell.setState({ dialog });
}

export function closeDialog(): void {
  useShell.setState(({ help, dismissed }) => ({ help, dismissed }), true);
}

export function toggleHelp(): void {
  useShell.setState(({ help }) => ({ help: !help }));
}
