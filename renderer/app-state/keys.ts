import { useEffect, useRef } from 'react';
import { create } from 'zustand';

/** A shortcut of the screen that is shown. */
export interface ScreenKey {
  /** As `KeyboardEvent.key` says it, letters in any case: `P`, `/`, `Escape`, `ArrowDown`, with `Ctrl+` where held: `Ctrl+S`. */
  key: string;
  /** What it does: `Pause the run`. */
  label: string;
  run: () => void;
  /** False: it is not there now, neither on the sheet nor on the keyboard. */
  when?: boolean;
  /** With `Ctrl+`: fields have a meaning of their own for it (`Ctrl+Z`), so it waits until none has the focus. */
  outsideFields?: boolean;
}

interface KeysState {
  /** One list per component that registered, the last one first. */
  lists: { id: symbol; keys: ScreenKey[] }[];
}

const useKeyLists = create<KeysState>(() => ({ lists: [] }));

/** Registers shortcuts for as long as the component is there. They are shown on the sheet that `?` opens. */
export function useKeys(keys: ScreenKey[]): void {
  const id = useRef(Symbol('keys')).current;
  const latest = useRef(keys);
  latest.current = keys;
  const signature = keys.map(({ key, label, when }) => `${key} ${label} ${when ?? true}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature stands for the keys; `run` is always the latest
  useEffect(() => {
    const registered = latest.current
      .map((key, index) => ({ ...key, run: () => latest.current[index]?.run() }))
      .filter(({ when }) => when !== false);
    useKeyLists.setState(({ lists }) => ({
      lists: [{ id, keys: registered }, ...lists.filter((list) => list.id !== id)],
    }));
    return () => useKeyLists.setState(({ lists }) => ({ lists: lists.filter((list) => list.id !== id) }));
  }, [id, signature]);
}

/** All shortcuts that screens have registered now, each key once. */
export function useRegisteredKeys(): ScreenKey[] {
  const lists = useKeyLists((state) => state.lists);
  const seen = new Set<string>();
  return lists.flatMap(({ keys }) => keys).filter(({ key }) => !seen.has(key) && seen.add(key));
}

/** What a key event must tell to be matched. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

export function matches(key: string, pressed: Pressed): boolean {
  const held = pressed.ctrlKey || pressed.metaKey;
  const plain = key.startsWith('Ctrl+') ? key.slice('Ctrl+'.length) : key;
  if (pressed.altKey || held !== key.startsWith('Ctrl+')) return false;
  return pressed.key.toLowerCase() === plain.toLowerCase();
}

/** Whether single characters belong to what has the focus: a field, a menu, a dialog. */
function belongsToFocus(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('[role="dialog"], [role="menu"], [role="listbox"]'))
    return true;
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'range'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** How long after `G` its letter is waited for, ms. */
const SECOND_KEY_MS = 1500;

/** The one listener of the page: `go` takes the letter after `G`; `global` are the shell's own keys. */
export function useKeyboard(go: (letter: string) => boolean, global: ScreenKey[]): void {
  const latest = useRef({ go, global });
  latest.current = { go, global };
  useEffect(() => {
    let goUntil = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const own = event.key.length > 1 || event.ctrlKey || event.metaKey;
      if (!own && belongsToFocus(event)) return;
      if (event.key === 'Escape' && document.querySelector('[role="dialog"]')) return;
      const now = performance.now();
      const waited = now < goUntil;
      goUntil = 0;
      if (waited && matches(event.key, event) && latest.current.go(event.key.toLowerCase()))
        return event.preventDefault();
      if (matches('g', event)) {
        goUntil = now + SECOND_KEY_MS;
        return;
      }
      const found = [
        ...useKeyLists.getState().lists.flatMap(({ keys }) => keys),
        ...latest.current.global,
      ].find(
        ({ key, when, outsideFields }) =>
          when !== false && matches(key, event) && !(outsideFields && belongsToFocus(event)),
      );
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
