import type { FixingChange } from '../../../base/document/edit/fix.ts';
import type { Problem } from '../../../base/errors/airlock-error.ts';

/** A problem of a draft, with the change that fixes it, if it is unambiguous. */
export interface FixableProblem extends Problem {
  fix?: (FixingChange & { to?: string }) | undefined;
  /** The image, package or version that the problem is about. */
  subject?: string;
  /** Path of the entry whose content doesn't exist. */
  entry?: string;
  /** The package that the fix adds. */
  adds?: { catalog: string; package: string };
}
