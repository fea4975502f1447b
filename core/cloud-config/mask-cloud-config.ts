/** What stands for a secret in previews and differences. */
export const MASK = '********';

/** Also behind a dot, as keys of a Secret are named, and within quoted text of several lines. */
const NAMED =
  /(?:\b|(?<=\\[nrt]))(user(?:name)?|password|vmc-?access-?token)(\\*["']?[ \t]*[:=][ \t]*)((?:(?!\\+r?\\*n)[^\r\n])+)/gi;

/**
 * The text with the values of users, passwords and tokens replaced by asterisks, whatever it is: INI, YAML, a ConfigMap, a text
 * with faults, comments included. Lines stay.
 */
export function maskCloudConfig(text: string): string {
  let [below, goesOn] = [-1, false];
  return text
    .split('\n')
    .map((line) => {
      const depth = line.search(/\S/);
      if (goesOn || (below >= 0 && depth > below)) {
        goesOn = goesOn && /\\\r?$/.test(line);
        return depth < 0 ? line : `${line.slice(0, depth)}${MASK}`;
      }
      if (depth >= 0) below = -1;
      let masked = false;
      const shown = line.replaceAll(NAMED, (whole, name: string, between: string, value: string) => {
        if (/^["'\\]*,?\s*$/.test(value)) return whole;
        masked = true;
        return `${name}${between}${MASK}`;
      });
      if (masked && /^\s*(?:- +)?["']?[\w.-]+["']?\s*:/.test(line)) below = depth;
      goesOn = masked && /\\\r?$/.test(line);
      return shown;
    })
    .join('\n');
}
