import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The parameters of the address as state, also for text fields: a change is returned at once, and the router updates the
 * address later. Changes replace the current entry of the browser history.
 */
export function useAddress(): [URLSearchParams, (change: (parameters: URLSearchParams) => void) => void] {
  const [address, setAddress] = useSearchParams();
  const outside = address.toString();
  const [current, setCurrent] = useState(outside);
  const last = useRef(outside);
  /** Addresses that the router hasn't confirmed yet. */
  const written = useRef<string[]>([]);
  const newest = useRef(current);
  if (outside !== last.current) {
    last.current = outside;
    const own = written.current.indexOf(outside);
    if (own >= 0) written.current.splice(0, own + 1);
    else {
      written.current = [];
      newest.current = outside;
      setCurrent(outside);
    }
  }
  const change = (apply: (parameters: URLSearchParams) => void) => {
    const parameters = new URLSearchParams(newest.current);
    apply(parameters);
    const text = parameters.toString();
    if (text === newest.current) return;
    newest.current = text;
    written.current.push(text);
    setCurrent(text);
    setAddress(parameters, { replace: true });
  };
  return [new URLSearchParams(current), change];
}
