import { Document, visit } from 'yaml';
import { plainValue } from '../../base/document/plain-value.ts';

/**
 * A value as YAML that every reader takes for the same: texts that readers of YAML 1.1 or Go's would take for a number or a
 * boolean (`on`, `1_000`, a password `-_0`) are quoted. Lines are not folded, and nothing is an alias.
 */
export function printYaml(value: object): string {
  const document = new Document(value, { compat: 'yaml-1.1', aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && plainValue(scalar.value) !== scalar.value)
        scalar.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: 0 });
}
