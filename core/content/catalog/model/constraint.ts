import { z } from 'zod';
import type { Constraint } from './catalog-model.ts';

const KIND = z.object({
  group: z.string().default(''),
  version: z.string().default(''),
  kind: z.string().default(''),
});
const PACKAGE = z.object({ packageName: z.string(), versionRange: z.string().default('') });
const GROUP = z.object({ constraints: z.array(z.unknown()).default([]) });

/** Parses the value of an `olm.constraint` property. An unsupported form becomes `unknown` with its name. */
export function readConstraint(value: unknown): Constraint {
  if (typeof value !== 'object' || value === null) return { type: 'unknown', name: 'olm.constraint' };
  const forms = value as Record<string, unknown>;
  const required = PACKAGE.safeParse(forms.package);
  if (required.success)
    return { type: 'package', package: required.data.packageName, range: required.data.versionRange };
  const kind = KIND.safeParse(forms.gvk);
  if (kind.success) return { type: 'kind', kind: kind.data };
  for (const type of ['all', 'any', 'not'] as const) {
    const group = GROUP.safeParse(forms[type]);
    if (group.success) return { type, constraints: group.data.constraints.map(readConstraint) };
  }
  const name = Object.keys(forms).find((form) => form !== 'failureMessage');
  return { type: 'unknown', name: name ?? 'olm.constraint' };
}
