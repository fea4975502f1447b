import { nearest } from '../../base/document/spelling.ts';
import { type Rule, ruleField } from '../../base/errors/rules.ts';
import { parseIp } from '../../base/network/addresses.ts';
import { variableName } from '../hosts/columns.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { type Host, shortName } from '../model/host.ts';
import { t } from './messages.ts';

export interface Rendered {
  text: string;
  problems: readonly NmstateProblem[];
}

/** One use of a variable in a template. Line and column from 1. */
export interface VariableUse {
  /** As written, for example `ip.storage`. */
  name: string;
  filter: Filter | undefined;
  start: number;
  end: number;
  line: number;
  column: number;
}

/**
 * Filter of a value: `list` converts several words to a YAML list, and `ip` and `prefix` return the parts of an address in
 * CIDR form.
 */
type Filter = 'list' | 'ip' | 'prefix';
const FILTERS: readonly string[] = ['list', 'ip', 'prefix'];

const USE = /\{\{([^{}|]*)(?:\|([^{}|]*))?\}\}/g;

/** Returns the variables of a template, without references to captures of NMState (`{{ capture.x }}`). */
export function templateVariables(text: string): VariableUse[] {
  const found: VariableUse[] = [];
  let [line, from] = [1, 0];
  const lineEnd = () => (text.indexOf('\n', from) + 1 || text.length + 1) - 1;
  // Looked up once per line, because a line can have many variables.
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
 * Renders the template with the values of a host. Variables without a value aren't replaced, and result in a problem
 * (`nmstate-template`) with the place in the template. Variables: `hostname`, `short_name`, `role`, `address`, `prefix`,
 * `cidr`, the same with 6 for IPv6, `nic1`, `mac1`, `bmc`, `boot_mac`, and all other columns of the table; also as
 * `host.name`, `ip.NETWORK` and `col.HEADER`.
 */
export function renderTemplate(text: string, host: Host, options: { file?: string } = {}): Rendered {
  const uses = templateVariables(text);
  if (uses.length === 0) return { text, problems: [] };
  const values = hostVariables(host);
  const problems: NmstateProblem[] = [];
  /** Each is reported once, at its first use. */
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
          near
            ? t('variableMisspelled', { host: host.name, name: use.name, near })
            : t('variableUnset', { host: host.name, name: use.name }),
          near
            ? t('variableMisspelledRemedy', { near })
            : t('variableUnsetRemedy', { host: host.name, name: use.name }),
          { id: 'variable-unset', variable: use.name },
        );
      missing.add(use.name);
    } else if (use.filter !== undefined && !FILTERS.includes(use.filter)) {
      problem(
        t('filterUnknown', { filter: use.filter, name: use.name }),
        t('filterUnknownRemedy', { filters: FILTERS.join(', ') }),
      );
      value = undefined;
    } else if (/[\r\n]/.test(value)) {
      problem(t('valueOfSeveralLines', { name: use.name, host: host.name }), t('valueOfSeveralLinesRemedy'));
      value = undefined;
    } else if (use.filter) {
      value = filtered(value, use.filter);
      if (value === undefined)
        problem(t('prefixMissing', { name: use.name, host: host.name }), t('prefixMissingRemedy'));
    }
    result += text.slice(at, use.start) + (value ?? text.slice(use.start, use.end));
    at = use.end;
  }
  return { text: result + text.slice(at), problems };
}

/** Returns the variables of a host for templates, without the password of its BMC. */
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

/** Returns a value by any spelling of its name, regardless of how the words are joined. */
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
