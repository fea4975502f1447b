import { Document, visit } from 'yaml';
import { plainValue } from '../../base/document/plain-value.ts';

/**
 * Prints a value as YAML that all parsers read in the same way: strings that YAML 1.1 or Go parsers would read as a number or
 * boolean (`on`, `1_000`, a password `-_0`) are quoted. Lines aren't folded, and there are no aliases.
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
