import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The parameters of the address as state. Fields that are typed into can hold their text here: a change is there at once,
 * while the address itself follows when the router has time for it. Changes replace the entry of the history.
 */
export function useAddress(): [URLSearchParams, (change: (parameters: URLSearchParams) => void) => void] {
  const [address, setAddress] = useSearchParams();
  const outside = address.toString();
  const [held, setHeld] = useState(outside);
  const last = useRef(outside);
  /** What was written and has not come back yet. */
  const written = useRef<string[]>([]);
  const newest = useRef(held);
  if (outside !== last.current) {
    last.current = outside;
    const own = written.current.indexOf(outside);
    if (own >= 0) written.current.splice(0, own + 1);
    else {
      written.current = [];
      newest.current = outside;
      setHeld(outside);
    }
  }
  const change = (apply: (parameters: URLSearchParams) => void) => {
    const parameters = new URLSearchParams(newest.current);
    apply(parameters);
    const text = parameters.toString();
    if (text === newest.current) return;
    newest.current = text;
    written.current.push(text);
    setHeld(text);
    setAddress(parameters, { replace: true });
  };
  return [new URLSearchParams(held), change];
}
