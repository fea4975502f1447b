/** Returns the fields that aren't undefined, to spread over an object that has others. */
export function present<T extends object>(fields: T): T {
  const all: T = { ...fields };
  for (const name of Reflect.ownKeys(all) as (keyof T)[]) if (all[name] === undefined) delete all[name];
  return all;
}
