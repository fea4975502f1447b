import type { z } from 'zod';

/** A value of which a test defines the relevant fields. */
export type Part<T> = T extends readonly (infer E)[]
  ? readonly Part<E>[]
  : T extends object
    ? { [K in keyof T]?: Part<T[K]> | undefined }
    : T;

/** Texts that the contract's schemas accept where a test defines none. */
const TEXTS = ['', 'x', '/x', '2026-01-01T00:00:00.000Z', `sha256:${'0'.repeat(64)}`, 'https://x.example'];

/** Completes a partial value to a valid value of its schema: missing required fields get the simplest value. */
export function completed<S extends z.ZodType>(schema: S, part?: unknown): z.output<S> {
  return schema.parse(fill(schema as unknown as Schema, part)) as z.output<S>;
}

/** The definition in a schema (zod's `def`). */
interface Schema {
  def: {
    type: string;
    shape?: Record<string, Schema>;
    element?: Schema;
    innerType?: Schema;
    in?: Schema;
    getter?: () => Schema;
    options?: Schema[];
    items?: Schema[];
    valueType?: Schema;
    values?: unknown[];
    entries?: Record<string, unknown>;
    left?: Schema;
    right?: Schema;
  };
  safeParse: (value: unknown) => { success: boolean };
}

function fill(schema: Schema, part: unknown): unknown {
  const { def } = schema;
  switch (def.type) {
    case 'object':
      return {
        ...(part as object),
        ...Object.fromEntries(
          Object.entries(def.shape!).map(([name, field]) => [
            name,
            fill(field, (part as Record<string, unknown>)?.[name]),
          ]),
        ),
      };
    case 'array':
      return ((part as unknown[]) ?? []).map((each) => fill(def.element!, each));
    case 'tuple':
      return def.items!.map((item, i) => fill(item, (part as unknown[])?.[i]));
    case 'record':
      return Object.fromEntries(
        Object.entries(part ?? {}).map(([name, value]) => [name, fill(def.valueType!, value)]),
      );
    case 'optional':
    case 'default':
    case 'prefault':
      return part === undefined ? undefined : fill(def.innerType!, part);
    case 'nullable':
      return part === undefined || part === null ? null : fill(def.innerType!, part);
    case 'readonly':
    case 'catch':
    case 'nonoptional':
      return fill(def.innerType!, part);
    case 'lazy':
      return fill(def.getter!(), part);
    case 'pipe':
      return fill(def.in!, part);
    case 'intersection':
      return { ...(fill(def.left!, part) as object), ...(fill(def.right!, part) as object) };
    case 'union': {
      const filled = def.options!.map((option) => [option, attempt(() => fill(option, part))] as const);
      return (filled.find(([option, value]) => option.safeParse(value).success) ?? filled[0]!)[1];
    }
    default:
      return part === undefined ? simplest(schema) : part;
  }
}

function simplest(schema: Schema): unknown {
  const { type, values, entries } = schema.def;
  const candidates =
    type === 'enum'
      ? Object.values(entries!)
      : type === 'literal'
        ? values!
        : [...TEXTS, 0, 1, false, null, undefined];
  return candidates.find((value) => schema.safeParse(value).success);
}

/** Options of a union that don't match the partial value have no value. */
function attempt(make: () => unknown): unknown {
  try {
    return make();
  } catch {
    return undefined;
  }
}
