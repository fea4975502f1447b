import { useEffect, useState } from 'react';
import { exactTime, relativeTime } from './format.ts';

/** Returns the current time, updated every `everyMs`. */
export function useNow(everyMs = 30_000): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** `3 days ago`, with the exact time on hover. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  const time = new Date(at);
  return (
    <time dateTime={at} title={exactTime(time)}>
      {relativeTime(time, now)}
    </time>
  );
}
