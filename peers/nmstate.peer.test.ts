import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { parse, stringify } from 'yaml';
import { valuesOf } from '../core/base/document/yaml-text.ts';
import { firstBootNetwork } from '../core/nmstate/first-boot/fold-back.ts';
import { fleet, fleetTable } from '../core/nmstate/hosts/fleet.fixture.ts';
import { readMachineConfig } from '../core/nmstate/machine-config/read.ts';
import { machineConfigs } from '../core/nmstate/machine-config/write.ts';
import { readNmstate, type StatePart } from '../core/nmstate/model/document.ts';
import { PRESETS } from '../core/nmstate/presets/presets.ts';
import { INTERFACE_ROWS } from '../core/nmstate/rules/interface-rows.fixture.ts';
import { LINK_ROWS } from '../core/nmstate/rules/link-rows.fixture.ts';
import { ROUTE_ROWS } from '../core/nmstate/rules/route-rows.fixture.ts';
import { validateNmstate } from '../core/nmstate/validation/validate.ts';
import type { Program } from './peers.ts';
import { judgedBy } from './verdicts.ts';

const DIRECTORY = new URL('../../shared/data/nmstate/', import.meta.url).pathname;
const files = existsSync(DIRECTORY) ? readdirSync(DIRECTORY).filter((name) => name !== 'INDEX.tsv') : [];

interface Verdict {
  profiles?: Record<string, [string, string][]>;
  error?: string;
}

/**
 * Returns nmstate's verdict on a state.
 * @param current the state of the host before; without it, nmstate knows no NICs (`nmstatectl gc`)
 */
function verdict(nmstate: Program, desired: string, current?: string): Verdict {
  const { status, stdout, stderr } = spawnSync(nmstate.file, {
    input: JSON.stringify({ desired, current }),
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as Verdict;
}

/** Checks that nmstate accepts a state on a host with its NICs. */
function accepts(nmstate: Program, text: string): void {
  expect(verdict(nmstate, text, nicsOf(text)).error, text).toBeUndefined();
}

interface StateInterface {
  name?: string;
  type?: string;
  state?: string;
  [field: string]: unknown;
}

/** Returns the current state of a host that has the NICs of a state, with carrier and a MAC address each. */
function nicsOf(text: string): string {
  const { interfaces = [] } = (parse(text) as { interfaces?: StateInterface[] } | null) ?? {};
  const created = new Set(
    interfaces.filter(({ type }) => type !== undefined && type !== 'ethernet').map(({ name }) => name),
  );
  const names = new Set([
    ...interfaces.flatMap(({ name }) => name ?? []),
    ...JSON.stringify(interfaces)
      .matchAll(/"(?:base-iface|copy-mac-from|name)":"([^"]+)"/g)
      .map(([, name]) => name!),
    ...interfaces.flatMap(({ 'link-aggregation': bond }) => (bond as { port?: string[] })?.port ?? []),
  ]);
  const nics = [...names].filter((name) => !created.has(name));
  return stringify({
    interfaces: [
      { name: 'lo', type: 'loopback', state: 'up' },
      ...nics.map((name, index) => ({
        ...{ name, type: 'ethernet', state: 'up', mtu: 1500 },
        'mac-address': `52:54:00:00:00:${(index + 16).toString(16)}`,
        ipv4: { enabled: false },
        ipv6: { enabled: false },
      })),
    ],
  });
}

const [{ host }] = fleet(fleetTable(1)) as [ReturnType<typeof fleet>[number]];
const machine = {
  ...host,
  addresses: [...host.addresses, '2001:db8:1::21/64'],
  variables: {
    ...host.variables,
    gateway6: '2001:db8:1::1',
    storage_vlan: '300',
    storage_address: '198.51.100.21',
    storage_gateway: '198.51.100.1',
    management_address: '203.0.113.21',
    management_gateway: '203.0.113.1',
  },
};

/** The state of a part as its own document. */
function textOf(part: StatePart, document: ReturnType<typeof readNmstate>): string {
  const whole = valuesOf(document.yaml)[part.document];
  const path: readonly (string | number)[] = part.root;
  return stringify(path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], whole));
}

await judgedBy('nmstate', ({ agrees }) => {
  for (const preset of PRESETS)
    agrees(`preset ${preset.id} is valid`, (nmstate) => accepts(nmstate, preset.build({}, machine).text));

  agrees('networks of the first boot are valid', (nmstate, cases) => {
    const texts = PRESETS.map(
      (preset) =>
        firstBootNetwork({ host: machine, document: readNmstate(preset.build({}, machine).text) }).text,
    ).filter((text) => text !== undefined);
    expect(texts.length).toBeGreaterThan(5);
    cases(texts.length);
    for (const text of texts) accepts(nmstate, text);
  });

  agrees('documents of a MachineConfig are valid', async (nmstate, cases) => {
    const { manifests } = await machineConfigs(fleet(fleetTable(4)), { role: 'worker', gzip: true });
    const { files: documents } = await readMachineConfig(manifests[0]!.text);
    cases(documents.length);
    for (const { text } of documents) accepts(nmstate, text!);
  });

  for (const file of files) {
    const document = readNmstate(readFileSync(DIRECTORY + file, 'utf8'), { file });
    document.states.forEach((part, index) => {
      agrees(`the verdict on ${file}, state ${index + 1}`, (nmstate) => {
        const text = textOf(part, document);
        const errors = validateNmstate(readNmstate(text), { purpose: 'plain' })
          .filter(({ level, code }) => level === 'error' && code !== 'nmstate-br-ex')
          .map(({ message }) => message);
        const { error } = verdict(nmstate, text, nicsOf(text));
        expect({ rejected: errors.length > 0, errors }).toEqual({
          rejected: error !== undefined,
          errors: error ? expect.anything() : [],
        });
      });
    });
  }

  const rows = [...INTERFACE_ROWS, ...LINK_ROWS, ...ROUTE_ROWS].filter(
    ({ options, text, level }) =>
      !options && !text.includes('kind:') && level !== 'warning' && level !== 'info',
  );
  for (const { rule, text, message } of rows)
    agrees(`the rule ${rule}: ${message}`, (nmstate) => {
      expect(verdict(nmstate, text, nicsOf(text)).error).toBeDefined();
    });
});
