import { nearest } from '../../base/document/spelling.ts';
import { type Rule, ruleField } from '../../base/errors/rules.ts';
import { parseIp } from '../../base/network/addresses.ts';
import { variableName } from '../hosts/columns.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { type Host, shortName } from '../model/host.ts';

export interface Rendered {
  text: string;
  problems: readonly NmstateProblem[];
}

/** One use of a variable in a template. Line and column from 1. */
export interface VariableUse {
  /** As it is written, e.g. `ip.storage`. */
  name: string;
  filter: Filter | undefined;
  start: number;
  end: number;
  line: number;
  column: number;
}

/**
 * What is done with a value: `list` makes a YAML list of several words, `ip` and `prefix` take the parts of an address in
 * CIDR form.
 */
type Filter = 'list' | 'ip' | 'prefix';
const FILTERS: readonly string[] = ['list', 'ip', 'prefix'];

const USE = /\{\{([^{}|]*)(?:\|([^{}|]*))?\}\}/g;

/** The variables a template uses. References of policies to captures (`{{ capture.x }}`) are NMState's, not ours. */
export function templateVariables(text: string): VariableUse[] {
  const found: VariableUse[] = [];
  let [line, from] = [1, 0];
  const lineEnd = () => (text.indexOf('\n', from) + 1 || text.length + 1) - 1;
  // Looked up once for each line: a line may have many variables.
  let end = lineEnd();
  for (const match of text.matchAll(USE)) {
    const name = match[1]!.trim();
    if (/^capture\b/.test(name)) continue;
    for (; end < match.index; end = lineEnd()) {
      line += 1;
      from = end + 1;
    }
    found.push({
      name,
      filter: match[2]?.trim() as Filter | undefined,
      start: match.index,
      end: match.index + match[0].length,
      line,
      column: match.index - from + 1,
    });
  }
  return found;
}

/**
 * The template with the host's values. A variable the host does not have stays as it is and is a problem
 * (`nmstate-template`) with its place in the template. Variables: `hostname`, `short_name`, `role`, `address`, `prefix`,
 * `cidr`, the same with 6 for IPv6, `nic1`, `mac1`, `bmc`, `boot_mac`, and every further column of the table; also as
 * `host.name`, `ip.NETWORK` and `col.HEADER`.
 */
export function renderTemplate(text: string, host: Host, options: { file?: string } = {}): Rendered {
  const uses = templateVariables(text);
  if (uses.length === 0) return { text, problems: [] };
  const values = hostVariables(host);
  const problems: NmstateProblem[] = [];
  /** Told once, where they are wanted first. */
  const missing = new Set<string>();
  let [result, at] = ['', 0];
  for (const use of uses) {
    const problem = (message: string, remedy: string, rule?: Rule) =>
      problems.push({
        code: 'nmstate-template',
        level: 'error',
        message,
        remedy,
        file: options.file,
        line: use.line,
        column: use.column,
        rule: 'template-variable',
        ...ruleField(rule),
      });
    let value = lookUp(values, use.name);
    if (value === undefined) {
      const near = nearest(variableName(use.name), Object.keys(values));
      if (!missing.has(use.name))
        problem(
          `${host.name} has no value for \`${use.name}\`${near ? `, did you mean \`${near}\`?` : ''}`,
          near ? `Write {{ ${near} }}.` : `Give ${host.name} a value in a column \`${use.name}\`.`,
          { id: 'variable-unset', variable: use.name },
        );
      missing.add(use.name);
    } else if (use.filter !== undefined && !FILTERS.includes(use.filter)) {
      problem(
        `\`${use.filter}\` is nothing that can be done with a variable`,
        `Write one of ${FILTERS.join(', ')}.`,
      );
      value = undefined;
    } else if (/[\r\n]/.test(value)) {
      problem(`The value of \`${use.name}\` of ${host.name} has several lines`, 'Write it in one line.');
      value = undefined;
    } else if (use.filter) {
      value = filtered(value, use.filter);
      if (value === undefined)
        problem(
          `\`${use.name}\` of ${host.name} has no length of a prefix`,
          'Write it in CIDR form, e.g. 192.0.2.21/24.',
        );
    }
    result += text.slice(at, use.start) + (value ?? text.slice(use.start, use.end));
    at = use.end;
  }
  return { text: result + text.slice(at), problems };
}

/** Values by name that templates can use for a host. Never the password of its BMC. */
export function hostVariables(host: Host): Record<string, string> {
  const values: Record<string, string> = { ...host.variables };
  const put = (name: string, value: string | undefined) => {
    if (value) values[name] = value;
  };
  for (const name of ['hostname', 'name', 'host_name', 'fqdn']) put(name, host.name);
  for (const name of ['short_name', 'shortname', 'host_short_name']) put(name, shortName(host.name));
  put('role', host.role);
  for (const [family, suffix] of [
    [4, ''],
    [6, '6'],
  ] as const) {
    const written = host.addresses.find((text) => parseIp(text.split('/')[0]!)?.family === family);
    if (!written) continue;
    const [ip, prefix] = written.split('/');
    put(`address${suffix}`, ip);
    put(`prefix${suffix}`, prefix);
    if (prefix !== undefined) put(`cidr${suffix}`, written);
  }
  host.nics.forEach((nic, index) => {
    put(`nic${index + 1}`, nic.name);
    put(`mac${index + 1}`, nic.mac);
  });
  put('bmc', host.bmc?.address);
  put('boot_mac', host.bootMac);
  return values;
}

/** A value by any of its spellings: words count, not how they are joined. */
function lookUp(values: Readonly<Record<string, string>>, written: string): string | undefined {
  const name = variableName(written);
  const inner = name.replace(/^(?:col|var)_/, '');
  const network = /^ip_(.+)$/.exec(name)?.[1];
  const names = [name, inner, ...(network ? [network, `${network}_ip`, `${network}_address`] : [])];
  const found = names.find((candidate) => Object.hasOwn(values, candidate));
  return found === undefined ? undefined : values[found];
}

function filtered(value: string, filter: Filter): string | undefined {
  if (filter === 'list')
    return JSON.stringify(value.split(/[\s,;]+/).filter(Boolean)).replaceAll('","', '", "');
  const [ip, prefix] = value.split('/');
  return filter === 'ip' ? ip : prefix;
}
