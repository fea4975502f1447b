import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useAsk, useDo, useRejection } from '../../engine/requests.ts';
import { withoutLastSlash } from '../paths.ts';
import {
  chosenPath,
  type Listing,
  lookedFor,
  nextSuggestion,
  type PathSuggestion,
  pathSuggestions,
} from './path-suggestions.ts';

/** The path that a field is for. */
export interface RequestedPath {
  label: string;
  kind: 'directory' | 'file' | 'save';
  value: string;
  onChange: (path: string) => void;
  /** Without the dot: `['yaml', 'yml']`. */
  extensions?: string[];
}

/** The list of paths below a field. */
export type PathListState = ReturnType<typeof usePathList>;

/** Completes and browses paths on the engine's host. */
export function usePathList({ label, kind, value, onChange, extensions = [] }: RequestedPath) {
  const host = useAsk('host.describe', {});
  const pick = useDo('paths.pick');
  const [listing, setListing] = useState<Listing>();
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const looked = lookedFor(value, host.data?.home);
  const rejection = useRejection('paths.complete');
  const found = useAsk(
    'paths.complete',
    { text: looked, kind: kind === 'directory' ? 'directory' : 'file', extensions },
    {
      enabled: rejection === undefined && listing !== undefined && looked !== '',
      keep: true,
      staleTime: 2000,
    },
  );
  const suggestions = pathSuggestions(listing, looked, found.data?.entries ?? []);
  const open = suggestions.length > 0;
  const show = (next: Listing | undefined) => {
    setListing(next);
    setActive(-1);
  };

  // The listener is on the field, because React's listener would run after that of a surrounding dialog.
  useEffect(() => {
    const field = input.current;
    if (!open || !field) return;
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      setListing(undefined);
      setActive(-1);
    };
    field.addEventListener('keydown', onEscape);
    return () => field.removeEventListener('keydown', onEscape);
  }, [open]);

  const choose = (chosen: PathSuggestion) => {
    onChange(chosenPath(chosen));
    show(chosen.kind === 'file' ? undefined : 'browsing');
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const suggestion = suggestions[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) return setListing('browsing');
      setActive(nextSuggestion(active, event.key === 'ArrowDown' ? 1 : -1, suggestions.length));
    } else if (event.key === 'Enter' && suggestion) {
      event.preventDefault();
      choose(suggestion);
    } else if (event.key === 'Enter') show(undefined);
  };
  const browse = async () => {
    if (!host.data?.nativeDialogs) setListing(open ? undefined : 'browsing');
    else {
      const startAt = value === '' ? undefined : value;
      const { path } = await pick.mutateAsync({ kind, title: label, startAt, extensions });
      if (path !== undefined) onChange(path);
    }
    input.current?.focus();
  };
  return {
    input,
    open,
    suggestions,
    /** -1: none. */
    active: open ? active : -1,
    /** More paths exist than are listed. */
    truncated: found.data?.truncated ?? false,
    type: (text: string) => {
      onChange(text);
      show('typing');
    },
    choose,
    onKeyDown,
    /** Opens or closes the list, or picks in a native dialog where the host has one. */
    browse,
    /** The focus left field and list. */
    leave: () => {
      show(undefined);
      const tidy = withoutLastSlash(value.trim());
      if (tidy !== value) onChange(tidy);
    },
  };
}
