import { knownIp } from '../../base/network/addresses.ts';

/** A decision about the document of a node, for people. */
export interface Decision {
  kind: 'included' | 'added' | 'omitted';
  what: string;
  why: string;
}

export type Decide = (kind: Decision['kind'], what: string, why: string) => void;

const MOST_NAMES = 8;

/** Returns names once, without those of hundreds of pods. */
export function listed(names: readonly string[]): string {
  const once = [...new Set(names)];
  return once.length > MOST_NAMES ? `${once.slice(0, MOST_NAMES).join(', ')}, …` : once.join(', ');
}

/** Returns whether an address is one of a list, in any spelling. */
export function isOneOf(text: string, list: readonly string[] = []): boolean {
  const ip = knownIp(text);
  return list.some((other) => {
    const known = knownIp(other);
    return ip !== undefined && known?.family === ip.family && known.value === ip.value;
  });
}
