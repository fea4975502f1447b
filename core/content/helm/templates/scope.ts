import { type Data, isDataList, isDataMap, NOT_KNOWN, withoutMarks } from './data.ts';

/** The variables of one block, with those of the surrounding blocks. */
export interface Frame {
  variables: Map<string, Data>;
  outer: Frame | undefined;
}

/** The position of a node in the templates. */
export interface Context {
  dot: Data;
  root: Data;
  frame: Frame;
  file: string;
  depth: number;
  nesting: number;
  /**
   * Whether this is the body of a condition that was evaluated as false. Its text is collected, but it has no effects.
   */
  off: boolean;
  /** Whether this is the body of an unknown condition. */
  unsure: boolean;
  /** Whether this is a condition, which doesn't output the values that it reads. */
  isCondition?: boolean;
  /** Names of the surrounding templates. */
  within: readonly string[];
}

/** Returns the frame of a block that declares variables (`range $key, $value :=`). */
export function frameFor(outer: Frame, names: string | undefined, value: Data, dot: Data): Frame {
  const variables = new Map<string, Data>();
  for (const name of names?.split(',').map((name) => name.trim()) ?? []) variables.set(name, value ?? dot);
  return { variables, outer };
}

/** Returns the elements of a list, or the values of a map. */
export function partsOf(value: Data): readonly Data[] {
  if (isDataList(value)) return value;
  return isDataMap(value) ? Object.keys(value).map((name) => value[name]) : [];
}

/** Returns all variables that a frame can read; inner ones hide outer ones. */
export function copied(frame: Frame): Map<string, Data> {
  const variables = new Map<string, Data>();
  for (let at: Frame | undefined = frame; at; at = at.outer)
    for (const [name, value] of at.variables) if (!variables.has(name)) variables.set(name, value);
  return variables;
}

/** Declares a variable, or assigns to the nearest one of that name. An unsure assignment makes an outer one unknown. */
export function assign({ frame, unsure }: Context, name: string, declares: boolean, value: Data): void {
  if (declares) {
    frame.variables.set(name, value);
    return;
  }
  for (let at: Frame | undefined = frame; at; at = at.outer)
    if (at.variables.has(name)) {
      at.variables.set(name, unsure && at !== frame ? NOT_KNOWN : value);
      return;
    }
}

/** Runs the function `set`, which changes its map. */
export function set([map, key, value]: Data[], { off, unsure }: Context): Data {
  if (!isDataMap(map) || typeof key !== 'string') return NOT_KNOWN;
  if (!off) map[withoutMarks(key)] = unsure ? NOT_KNOWN : value;
  return map;
}

/** Returns the paths of a map or list below the values; none for one that a template created. */
export function pathsBelow(paths: WeakMap<object, string[]>, value: Data): string[][] {
  const path = typeof value === 'object' && value !== null ? paths.get(value) : undefined;
  return path ? [path] : [];
}
