import { z } from 'zod';

/** Maximum number of entries in an image set. */
const MOST_ELEMENTS = 2_000_000;

/**
 * Schemas (`of`) of the elements of {@link listOf} and the values of {@link mapOf}, which a zod transformation would
 * hide.
 */
export const CONTENTS = z.registry<{ kind: 'list' | 'map'; of: unknown }>();

/**
 * Returns the schema of an untrusted list. Unlike `z.array`, it stops at the first wrong element, because an issue for
 * each of a million elements would need gigabytes of memory.
 * @param options.min minimum number of elements
 * @param options.max maximum number of elements, which the error contains
 */
export function listOf<Element extends z.ZodType>(
  element: Element,
  { min = 0, max = MOST_ELEMENTS }: { min?: number; max?: number } = {},
) {
  return z
    .array(z.unknown())
    .min(min)
    .max(max)
    .transform((items, context): z.output<Element>[] => {
      const values: z.output<Element>[] = [];
      for (const [index, item] of items.entries()) {
        const parsed = element.safeParse(item);
        if (!parsed.success) {
          for (const { path, ...issue } of parsed.error.issues)
            context.issues.push({ ...issue, path: [index, ...path] } as (typeof context.issues)[number]);
          return z.NEVER;
        }
        values.push(parsed.data);
      }
      return values;
    })
    .register(CONTENTS, { kind: 'list', of: element });
}

/** Like {@link listOf}, for an object with any field names. Retains `__proto__` like any other name. */
export function mapOf<Value extends z.ZodType>(value: Value) {
  return FIELDS.transform((fields, context): Record<string, z.output<Value>> => {
    const entries: [string, z.output<Value>][] = [];
    for (const [name, field] of Object.entries(fields)) {
      const parsed = value.safeParse(field);
      if (!parsed.success) {
        for (const { path, ...issue } of parsed.error.issues)
          context.issues.push({ ...issue, path: [name, ...path] } as (typeof context.issues)[number]);
        return z.NEVER;
      }
      entries.push([name, parsed.data]);
    }
    return Object.fromEntries(entries);
  }).register(CONTENTS, { kind: 'map', of: value });
}

/** `z.record` ignores a field named `__proto__`. */
const FIELDS = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  { error: 'Invalid input: expected an object' },
);
