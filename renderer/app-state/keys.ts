import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { typeAhead } from './shell-state.ts';

/** A shortcut of the current screen. */
export interface ScreenKey {
  /** A value of `KeyboardEvent.key`, letters in any case: `P`, `/`, `Escape`, `ArrowDown`; with Ctrl: `Ctrl+S`. */
  key: string;
  /** The action: `Pause the run`. */
  label: string;
  run: () => void;
  /** False: disabled, and not listed. */
  when?: boolean;
  /** With `Ctrl+`: ignored while a field has the focus, because fields have their own meaning for it (`Ctrl+Z`). */
  outsideFields?: boolean;
}

interface KeysState {
  /** One list for each component that registered keys, the last one first. */
  lists: { id: symbol; keys: ScreenKey[] }[];
}

const useKeyLists = create<KeysState>(() => ({ lists: [] }));

/** Registers shortcuts while the component is mounted. They are listed in the dialog that `?` opens. */
export function useKeys(keys: ScreenKey[]): void {
  const id = useRef(Symbol('keys')).current;
  const latest = useRef(keys);
  latest.current = keys;
  const signature = keys.map(({ key, label, when }) => `${key} ${label} ${when ?? true}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature represents the keys; `run` is always the latest
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

/** Returns the registered shortcuts, each key once. */
export function useRegisteredKeys(): ScreenKey[] {
  const lists = useKeyLists((state) => state.lists);
  const seen = new Set<string>();
  return lists.flatMap(({ keys }) => keys).filter(({ key }) => !seen.has(key) && seen.add(key));
}

/** The fields of a key event that are compared. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

export function matches(key: string, pressed: Pressed): boolean {
  const ctrl = pressed.ctrlKey || pressed.metaKey;
  const plain = key.startsWith('Ctrl+') ? key.slice('Ctrl+'.length) : key;
  if (pressed.altKey || ctrl !== key.startsWith('Ctrl+')) return false;
  return pressed.key.toLowerCase() === plain.toLowerCase();
}

/** Returns whether the focused element handles single characters: a field, a menu, a dialog. */
function belongsToFocus(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('[role="dialog"], [role="menu"], [role="listbox"]'))
    return true;
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'range'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Time for the letter after `G`, ms. */
const SECOND_KEY_MS = 1500;

/** Registers the key listener of the page. `go` handles the letter after `G`, `global` are the keys of the shell. */
export function useKeyboard(go: (letter: string) => boolean, global: ScreenKey[]): void {
  const latest = useRef({ go, global });
  latest.current = { go, global };
  useEffect(() => {
    let goUntil = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const own = event.key.length > 1 || event.ctrlKey || event.metaKey;
      if (!own && belongsToFocus(event)) return;
      if (!own && !event.altKey && typeAhead(event.key)) return event.preventDefault();
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
