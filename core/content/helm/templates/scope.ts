import {
  type Data,
  either,
  isDataList,
  isDataMap,
  NOT_KNOWN,
  type Outcome,
  oneOf,
  withoutMarks,
} from './data.ts';

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
  /** The number of the decision whose branch this is, if its condition is unknown; else 0. */
  unsure: number;
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

/** Declares a variable, or assigns to the nearest one of that name. */
export function assign({ frame }: Context, name: string, declares: boolean, value: Data): void {
  if (declares) {
    frame.variables.set(name, value);
    return;
  }
  for (let at: Frame | undefined = frame; at; at = at.outer)
    if (at.variables.has(name)) {
      at.variables.set(name, value);
      return;
    }
}

/** Runs the function `set`, which changes its map. */
export function set([map, key, value]: Data[], { off, unsure }: Context): Data {
  if (!isDataMap(map) || typeof key !== 'string') return NOT_KNOWN;
  const name = withoutMarks(key);
  if (!off)
    map[name] = unsure ? either(Object.hasOwn(map, name) ? map[name] : undefined, value, unsure) : value;
  return map;
}

/** Runs the function `unset`, which changes its map. */
export function unset([map, key]: Data[], { off, unsure }: Context): Data {
  if (!isDataMap(map) || typeof key !== 'string') return NOT_KNOWN;
  const name = withoutMarks(key);
  if (off || !Object.hasOwn(map, name)) return map;
  if (unsure) map[name] = either(map[name], undefined, unsure);
  else delete map[name];
  return map;
}

/** The variables around branches of which only Helm knows which one runs. Afterwards they have the values of each. */
export class UnsureVariables {
  private readonly frames: Map<string, Data>[] = [];
  private readonly before: Map<string, Data>[];
  private readonly outcomes: { decision: number; frames: Map<string, Data>[] }[] = [];

  constructor(frame: Frame) {
    for (let at: Frame | undefined = frame; at; at = at.outer) this.frames.push(at.variables);
    this.before = this.frames.map((variables) => new Map(variables));
  }

  begin(): void {
    for (const [index, variables] of this.frames.entries())
      for (const [name, value] of this.before[index]!) variables.set(name, value);
  }

  end(decision: number): void {
    this.outcomes.push({ decision, frames: this.frames.map((variables) => new Map(variables)) });
  }

  /** @param isComplete whether one of the branches runs in any case */
  merge(isComplete: boolean): void {
    if (this.outcomes.length === 0) return;
    for (const [index, variables] of this.frames.entries())
      for (const [name, before] of this.before[index]!) {
        const outcomes = this.outcomes.map(({ decision, frames }): Outcome => {
          const value = frames[index]!.get(name);
          return { value, decision: value === before ? 0 : decision };
        });
        if (!isComplete) outcomes.push({ value: before, decision: 0 });
        variables.set(name, oneOf(outcomes));
      }
  }
}
