import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { firstBootNetwork } from '../core/nmstate/first-boot/fold-back.ts';
import { readNmstate } from '../core/nmstate/model/document.ts';
import { PRESETS, presetById } from '../core/nmstate/presets/presets.ts';
import { summaryOf } from '../core/nmstate/validation/summary.ts';
import { validateNmstate } from '../core/nmstate/validation/validate.ts';
import { addressesOf, MACHINE, sectionsOf, type Verdict, verdict, withMacAddresses } from './nmstate-host.ts';
import { findPeer, peerNamed } from './peers.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { judgedBy } from './verdicts.ts';

const nmstate = await findPeer(peerNamed('nmstate')!);

/** The profiles that nmstate generates for a document. */
function profilesOf(text: string): NonNullable<Verdict['profiles']> {
  const { profiles, error } = verdict(nmstate!, text);
  expect(error, text).toBeUndefined();
  return profiles!;
}

function firstBoot(id: string, addressing: string): string | undefined {
  const { text } = presetById(id)!.build({ addressing }, MACHINE);
  return firstBootNetwork({ host: MACHINE, document: readNmstate(text) }).text;
}

/** On a host, nmstate writes the name of a virtual function. Without a host, it doesn't know it. */
const isOfVf = (name: string): boolean => name.startsWith('sriov:');

const ADDRESSING = ['static', 'dhcp', 'dual', 'auto6'];

await judgedBy(
  'nmcli',
  ({ agrees }) => {
    /** Returns the profile as NetworkManager writes it, or its error. */
    const read = (file: string, profile: string) => {
      const { status, stdout, stderr } = spawnSync(
        file,
        ['--offline', 'connection', 'modify', 'connection.autoconnect', 'yes'],
        { input: profile, encoding: 'utf8' },
      );
      return status === 0 ? { text: stdout } : { error: stderr };
    };

    for (const preset of PRESETS)
      agrees(`reads the profiles of preset ${preset.id} and of its first boot`, ({ file }, cases) => {
        const texts = ADDRESSING.flatMap((addressing) => [
          withMacAddresses(preset.build({ addressing }, MACHINE).text),
          firstBoot(preset.id, addressing) ?? [],
        ]).flat();
        const profiles = new Set(
          texts.flatMap(profilesOf).flatMap(([name, profile]) => (isOfVf(name) ? [] : profile)),
        );
        expect(profiles.size).toBeGreaterThan(5);
        cases(profiles.size);
        for (const profile of profiles) {
          const { text, error } = read(file, profile);
          expect(error, profile).toBeUndefined();
          const [before, after] = [sectionsOf(profile), sectionsOf(text!)];
          for (const [section, key] of [
            ['connection', 'interface-name'],
            ['connection', 'master'],
            ['ethernet', 'mtu'],
            ['ethernet', 'cloned-mac-address'],
            ['vlan', 'id'],
            ['bond', 'mode'],
            ['ipv4', 'method'],
            ['ipv6', 'method'],
            ['ipv4', 'route-metric'],
          ] as const)
            expect(after[section]?.[key], `${section}.${key} of ${profile}`).toBe(before[section]?.[key]);
          expect(addressesOf(after)).toEqual(addressesOf(before));
        }
      });

    agrees(
      'ignores a route with a next hop of another family, which only Airlock checks before',
      ({ file }) => {
        const document = (nextHop: string) =>
          `interfaces: [{name: e1, type: ethernet, ipv6: {enabled: true, dhcp: true, autoconf: true}}]\nroutes: {config: [{destination: "::/0", next-hop-interface: e1, next-hop-address: "${nextHop}"}]}\n`;
        const routes = (nextHop: string) =>
          profilesOf(document(nextHop)).flatMap(([, profile]) =>
            Object.entries(sectionsOf(read(file, profile).text!).ipv6!).flatMap(([key, value]) =>
              /^route\d+$/.test(key) ? value : [],
            ),
          );
        expect(routes('2001:db8::1')).toEqual([expect.stringContaining('2001:db8::1')]);
        expect(routes('192.0.2.1')).toEqual([]);
        const problems = validateNmstate(readNmstate(document('192.0.2.1')), { purpose: 'first-boot' });
        expect(problems).toContainEqual(expect.objectContaining({ rule: 'route-family', level: 'error' }));
      },
    );

    for (const [name, text] of Object.entries({
      'a VLAN without settings': '{name: v1, type: vlan}',
      'a long name': '{name: averyverylongname, type: ethernet}',
      'a name with a space': '{name: a b, type: ethernet}',
      'an option of another bond mode':
        '{name: bond0, type: bond, link-aggregation: {port: [eth1], mode: 802.3ad, options: {primary: eth1}}}',
      'a virtual function':
        '{name: bond0, type: bond, link-aggregation: {mode: active-backup, port: ["sriov:eno1:0"]}}',
      'a token with stable-privacy':
        '{name: e1, type: ethernet, ipv6: {enabled: true, dhcp: true, autoconf: true, token: "::1", addr-gen-mode: stable-privacy}}',
    }))
      agrees(`rejects ${name}, which only Airlock checks before`, ({ file }) => {
        const document = `interfaces: [${text}]\n`;
        expect(profilesOf(document).some(([, profile]) => read(file, profile).error)).toBe(true);
        const problems = validateNmstate(readNmstate(document), { purpose: 'first-boot' });
        expect(problems.some(({ level }) => level === 'error')).toBe(true);
      });
  },
  ['nmstate'],
);

const NAMESPACES = ['--net', '--mount', '--uts', '--pid', '--fork', '--mount-proc'];
const allowed = spawnSync('unshare', [...NAMESPACES, 'true']).status === 0;

/** A host after its boot, as `ip` prints it. */
interface Booted {
  links: {
    ifname: string;
    address: string;
    mtu: number;
    master?: string;
    addr_info: { local: string; prefixlen: number }[];
  }[];
  routes: { gateway: string; dev: string }[][];
}

/** Boots a host with the profiles of a document until it has the addresses. */
function boot(text: string, addresses: readonly string[]): Booted {
  using folder = temporaryFolder('first-boot');
  const directory = folder.path;
  for (const [name, profile] of profilesOf(text)) writeFileSync(join(directory, name), profile);
  const script = join(import.meta.dirname, 'first-boot.sh');
  const output = execFileSync('unshare', [...NAMESPACES, script, directory, ...addresses], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NICS: MACHINE.nics.map(({ name, mac }) => `${name}=${mac}`).join(' ') },
  });
  return JSON.parse(output) as Booted;
}

/** Presets whose first boot needs no link type that the kernel of a small machine doesn't have, such as bonds and VLANs. */
const BOOTABLE = [
  ['single-static', 'static'],
  ['dual-stack', 'dual'],
  ['two-bridges', 'static'],
  ['two-bridges', 'dual'],
  ['linux-bridge', 'static'],
  ['linux-bridge', 'dual'],
  ['ovs-bond', 'static'],
  ['ovs-bond', 'dual'],
  ['nic-by-mac', 'static'],
  ['nic-by-mac', 'dual'],
] as const;

await judgedBy(
  'NetworkManager',
  ({ agrees }) => {
    for (const [id, addressing] of BOOTABLE)
      agrees(`first boot of ${id}, ${addressing}`, () => {
        const text = firstBoot(id, addressing)!;
        const shown = summaryOf(readNmstate(text).states[0]!.state);
        const expected = shown.addresses.flatMap((one) => one.static);
        expect(expected.length).toBeGreaterThan(0);
        const { links, routes } = boot(text, expected);
        const [nic] = MACHINE.nics;
        const uplink = links.find(({ ifname }) => ifname === nic!.name)!;
        expect(uplink).toMatchObject({ address: nic!.mac, mtu: Number(MACHINE.variables.mtu) });
        expect(uplink.addr_info.map(({ local, prefixlen }) => `${local}/${prefixlen}`)).toEqual(
          expect.arrayContaining(expected),
        );
        expect(routes.flat()).toMatchObject(
          shown.routes.map(({ nextHop }) => ({ gateway: nextHop, dev: nic!.name })),
        );
        if (id === 'linux-bridge')
          expect(links.find(({ ifname }) => ifname === MACHINE.nics[1]!.name)?.master).toBe('br1');
      });
    agrees('a host whose NIC has another MAC address gets no address', () => {
      const text = firstBoot('nic-by-mac', 'static')!.replace(MACHINE.nics[0]!.mac!, '52:54:00:99:99:99');
      const { links, routes } = boot(text, []);
      expect(links.flatMap(({ addr_info }) => addr_info).map(({ local }) => local)).not.toContain(
        '10.20.1.10',
      );
      expect(routes.flat()).toEqual([]);
    });
  },
  ['nmstate'],
  allowed ? undefined : "This host doesn't allow network and mount namespaces.",
);
