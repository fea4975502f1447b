import { valueAt, type YamlText } from '../../base/document/yaml-text.ts';
import { type NmstateProblem, placeOf } from '../model/finding.ts';
import type { Bmc, Host, Nic } from '../model/host.ts';
import type { Path } from '../model/model.ts';
import { asFields, asList, asText, type Fields } from '../model/values.ts';
import { type CellProblem, problemsOf } from './cell-problems.ts';
import { variableName } from './columns.ts';
import type { Cell } from './delimited.ts';
import { t } from './messages.ts';
import { checkAddress, checkName, macOf, roleFor } from './read-row.ts';

/** Fields that are parts of a host. Any other field with a plain value is a variable. */
const PARTS = new Set(
  'name hostname role nics interfaces macs mac bmc bootMACAddress bootMac address addresses ip preset rootDevice rootDeviceHints variables networkConfig'.split(
    ' ',
  ),
);

/** Returns the hosts of a YAML list or of `hosts`, as in agent-config and install-config. Never throws. */
export function readYamlHosts(
  yaml: YamlText,
  file: string | undefined,
): { hosts: Host[]; problems: NmstateProblem[] } {
  const problems: NmstateProblem[] = [];
  const problem = problemsOf(problems, file);
  const [first] = yaml.faults;
  if (first && /^\s*[[{]/.test(yaml.text)) {
    problem({ ...first, text: '' }, 'json', t('jsonInvalid'), t('formatsRemedy'));
    return { hosts: [], problems };
  }
  for (const fault of yaml.faults)
    problem(
      { ...fault, text: '' },
      'yaml',
      t('yamlInvalid', { message: fault.message }),
      t('yamlInvalidRemedy'),
    );
  if (yaml.faults.length > 0) return { hosts: [], problems };
  const path = listPath(yaml);
  if (!path) {
    problem({ line: 1, column: 1, text: '' }, 'no-hosts', t('hostListMissing'), t('formatsRemedy'));
    return { hosts: [], problems };
  }
  const hosts = asList(valueAt(yaml, path, 0)).flatMap((item, index) => {
    const cell = (value: string, ...steps: Path): Cell => ({
      text: value,
      ...placeOf(yaml, [...path, index, ...steps], 0),
    });
    return hostOf(item, cell, problem) ?? [];
  });
  return { hosts, problems };
}

/** Returns whether a document is a list of hosts, or contains one as in agent-config and install-config. */
export function listsHosts(yaml: YamlText): boolean {
  return listPath(yaml) !== undefined;
}

function listPath(yaml: YamlText): Path | undefined {
  return [[], ['hosts'], ['platform', 'baremetal', 'hosts']].find((path) =>
    Array.isArray(valueAt(yaml, path, 0)),
  );
}

type CellOf = (value: string, ...steps: Path) => Cell;

function hostOf(item: unknown, cell: CellOf, problem: CellProblem): Host | undefined {
  const fields = asFields(item);
  const key = fields && 'hostname' in fields ? 'hostname' : 'name';
  const name = asText(fields?.[key]);
  if (!fields || !name) {
    problem(cell(''), 'no-name', t('hostNameMissing'), t('hostEntryNameRemedy'));
    return undefined;
  }
  const place = cell(name, key);
  checkName(place, problem);
  const role = asText(fields.role);
  const boot = asText(fields.bootMACAddress) ?? asText(fields.bootMac);
  const bmc = bmcOf(fields.bmc);
  const preset = asText(fields.preset);
  const rootDevice = asText(fields.rootDevice) ?? asText(asFields(fields.rootDeviceHints)?.deviceName);
  return {
    name,
    role: roleFor(place, role ? cell(role, 'role') : undefined, problem),
    nics: nicsOf(fields, cell, problem),
    bmc,
    bootMac: boot ? macOf(cell(boot, 'bootMACAddress'), boot, problem) : undefined,
    addresses: words(fields.addresses ?? fields.address ?? fields.ip).map((address) => {
      checkAddress(cell(address, 'addresses' in fields ? 'addresses' : 'address'), address, problem);
      return address;
    }),
    preset: preset || undefined,
    rootDevice: rootDevice || undefined,
    variables: variablesOf(fields),
    line: place.line,
    given: partsOf(fields),
  };
}

/** Returns the names of the parts whose fields an entry has, also of those without a value. */
function partsOf(fields: Fields): string[] {
  const has = (...names: readonly string[]) => names.some((name) => name in fields);
  const bmc = asFields(fields.bmc);
  return [
    ...(asText(fields.role) ? ['role'] : []),
    ...nicParts(fields),
    ...(has('addresses', 'address', 'ip') ? ['addresses'] : []),
    ...(has('bmc') && (!bmc || 'address' in bmc) ? ['bmc'] : []),
    ...(bmc && 'username' in bmc ? ['bmc_user'] : []),
    ...(has('bootMACAddress', 'bootMac') ? ['boot_mac'] : []),
    ...(has('preset') ? ['preset'] : []),
    ...(has('rootDevice', 'rootDeviceHints') ? ['root_device'] : []),
    ...writtenVariables(fields).map(([key]) => variableName(key)),
  ];
}

function nicParts(fields: Fields): string[] {
  const listed = asList(fields.nics ?? fields.interfaces).flatMap((item, index) => {
    const nic = asFields(item) ?? {};
    return [
      ...('name' in nic ? [`nic${index + 1}`] : []),
      ...('mac' in nic || 'macAddress' in nic ? [`mac${index + 1}`] : []),
    ];
  });
  return listed.length > 0 ? listed : words(fields.macs ?? fields.mac).map((_, index) => `mac${index + 1}`);
}

function writtenVariables(fields: Fields): [string, unknown][] {
  return [
    ...Object.entries(fields).filter(([name]) => !PARTS.has(name)),
    ...Object.entries(asFields(fields.variables) ?? {}),
  ];
}

function variablesOf(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    writtenVariables(fields).flatMap(([key, value]): [string, string][] => {
      const text = Array.isArray(value) ? words(value).join(', ') : asText(value);
      return text ? [[variableName(key), text]] : [];
    }),
  );
}

function nicsOf(fields: Fields, cell: CellOf, problem: CellProblem): Nic[] {
  const key = 'nics' in fields ? 'nics' : 'interfaces';
  const listed = asList(fields[key]).flatMap((item, index): Nic[] => {
    const nic = asFields(item);
    const [name, mac] = [asText(nic?.name), asText(nic?.macAddress) ?? asText(nic?.mac)];
    if (name === undefined && mac === undefined) return [];
    return [
      {
        name,
        mac: mac === undefined ? undefined : macOf(cell(mac, key, index), mac, problem),
      },
    ];
  });
  if (listed.length > 0) return listed;
  return words(fields.macs ?? fields.mac).map((mac) => ({ mac: macOf(cell(mac, 'macs'), mac, problem) }));
}

function bmcOf(value: unknown): Bmc | undefined {
  const fields = asFields(value);
  const address = asText(fields?.address ?? (fields ? undefined : value));
  const [username, password] = [asText(fields?.username), asText(fields?.password)];
  if (address === undefined && username === undefined && password === undefined) return undefined;
  return {
    address: address ?? '',
    username,
    password,
  };
}

function words(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).flatMap((item) => asText(item) ?? []);
}
