import { useMemo } from 'react';
import { matchPath, useLocation } from 'react-router';
import type { FoundPackage } from '../../../core/contract/topics/drafts.ts';
import type { SavedHostSet } from '../../../core/contract/topics/hosts.ts';
import type { DriveLine } from '../../../core/contract/topics/media.ts';
import type { FoundImage, RunSummary } from '../../../core/contract/topics/run.ts';
import type { KnownVersions } from '../../../core/contract/topics/upgrades.ts';
import type { WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { useRegisteredKeys } from '../../app-state/keys.ts';
import { useCurrentWorkspace } from '../../app-state/workspace-menu.tsx';
import { draftName } from '../../choose/draft/draft-name.ts';
import { packageAddress } from '../../choose/draft/steps.ts';
import { shortCatalog } from '../../choose/operators/words.ts';
import { useComparedVersion } from '../../cluster/compared-version.ts';
import { DOCUMENT_HEADINGS } from '../../docs/headings.ts';
import { useAsk } from '../../engine/requests.ts';
import { hostAddress } from '../../hosts/places.ts';
import { switchTo } from '../../hosts/use-hosts.tsx';
import {
  carryAddress,
  deleteAddress,
  enclaveAddress,
  runAddress,
  scheduleAddress,
  storageAddress,
} from '../../parts/addresses.ts';
import { imageName } from '../../parts/image-name.ts';
import { runTitle, statusWord } from '../../parts/run-words.ts';
import { useSettled } from '../../parts/use-settled.ts';
import { workText } from '../../schedules/schedule-words.ts';
import type { FindEntry, FindKind, FoundEntries } from './matches.ts';
import { t } from './messages.ts';
import { fixedEntries, type NamedScreen } from './screens.ts';

/** Runs that are searched, the newest ones. */
const RUNS = 500;
/** Images, packages and hosts are requested for texts of at least this length. */
const SHORTEST = 2;
const SETTLED_MS = 200;
/** Operators and images that are requested. */
const FOUND = 20;

const DOCUMENTS = DOCUMENT_HEADINGS.map(
  ({ heading, page, address }): FindEntry => ({
    ...{ kind: 'document', label: heading, open: address },
    detail: t('screenOf', { screen: page }),
  }),
);

/** All entries of this host for a text, and the kinds that are still loading. Nothing is downloaded for a search. */
export function useEntries(
  destinations: readonly NamedScreen[],
  text: string,
  navigate: (address: string) => void,
): { entries: FindEntry[]; found: FoundEntries[]; omitted: number; loading: FindKind[] } {
  const keys = useRegisteredKeys();
  const searched = useSettled(text.trim(), SETTLED_MS);
  const long = searched.length >= SHORTEST;
  const workspaces = useAsk('workspaces.list', {});
  const runs = useAsk('runs.list', { offset: 0, limit: RUNS });
  const drafts = useAsk('drafts.list', {}, { staleTime: 0 });
  const installConfigs = useAsk('installConfig.list', {});
  const registries = useAsk('registries.list', {});
  const workspace = useCurrentWorkspace();
  const schedules = useAsk(
    'schedules.list',
    { workspace: workspace ?? '' },
    { enabled: workspace !== undefined },
  );
  const drives = useAsk('media.drives', {}, { enabled: long });
  const versions = useAsk('upgrades.versions', { workspace }, { enabled: long });
  const current = useComparedVersion((state) => state.version);
  const hosts = useHostSet(long);
  const search = { search: searched || '-', limit: FOUND };
  const packages = useAsk('drafts.findPackages', search, { enabled: long, keep: true });
  const images = useAsk('runs.findImages', search, { enabled: long, keep: true });
  // The draft that is open, or the one that was saved last.
  const open = matchPath('/choose/:draft/*', useLocation().pathname)?.params.draft;
  const draft = open ?? drafts.data?.drafts[0]?.id;
  const fixed = useMemo(() => fixedEntries(destinations), [destinations]);
  const entries = [
    ...fixed,
    ...keys
      .filter(({ key }) => key.length === 1 || key.startsWith('Ctrl+'))
      .map(({ label, key, run }): FindEntry => ({ kind: 'action', label, detail: key, open: run })),
    ...(workspaces.data?.workspaces ?? []).flatMap(ofWorkspace),
    ...drivesOf(workspaces.data?.workspaces ?? [], drives.data?.drives ?? []),
    ...(schedules.data?.schedules ?? []).map(
      (schedule): FindEntry => ({
        ...{ kind: 'schedule', label: schedule.name, detail: workText(schedule) },
        open: scheduleAddress(workspace ?? '', schedule.name),
      }),
    ),
    ...(drafts.data?.drafts ?? []).map(
      (draft): FindEntry => ({
        ...{ kind: 'draft', label: draftName(draft), detail: draft.file },
        open: `/choose/${draft.id}/${draft.step}`,
      }),
    ),
    ...(installConfigs.data?.drafts ?? []).map(
      ({ id, name, file }): FindEntry => ({
        ...{ kind: 'draft', label: name, detail: file, open: `/install-config?draft=${id}` },
      }),
    ),
    ...ofVersions(versions.data?.versions ?? [], current),
    ...(hosts.set?.hosts ?? []).map(
      ({ name, role, addresses, nics }): FindEntry => ({
        ...{ kind: 'host', label: name },
        detail: [role, ...addresses, ...nics.map(({ mac }) => mac)].filter(Boolean).join(', '),
        open: () => {
          switchTo(hosts.set?.id);
          navigate(hostAddress(name));
        },
      }),
    ),
    ...(runs.data?.runs ?? []).map(ofRun),
    ...(registries.data?.registries ?? []).map(
      ({ name }): FindEntry => ({ kind: 'registry', label: name, open: '/settings/registries' }),
    ),
    ...DOCUMENTS,
  ];
  const loading: [FindKind, boolean][] = [
    ['enclave', workspaces.isLoading],
    ['drive', drives.isLoading],
    ['schedule', schedules.isLoading],
    ['draft', drafts.isLoading || installConfigs.isLoading],
    ['version', versions.isLoading],
    ['operator', packages.isLoading],
    ['host', hosts.loading],
    ['run', runs.isLoading],
    ['image', images.isLoading],
    ['registry', registries.isLoading],
  ];
  const found = (
    kind: FindKind,
    { isPlaceholderData }: { isPlaceholderData: boolean },
    matching: number | undefined,
    list: FindEntry[],
  ): FoundEntries[] =>
    long ? [{ kind, entries: list, matching: matching ?? 0, text: isPlaceholderData ? '' : searched }] : [];
  return {
    entries,
    found: [
      ...found(
        'operator',
        packages,
        packages.data?.matching,
        (packages.data?.packages ?? []).map((each) => ofPackage(each, draft)),
      ),
      ...found('image', images, images.data?.matching, (images.data?.images ?? []).map(ofImage)),
    ],
    omitted: long ? (images.data?.omitted ?? 0) : 0,
    loading: loading.filter(([, busy]) => busy).map(([kind]) => kind),
  };
}

/** @param versions the oldest first @param current the version of a cluster, if known */
function ofVersions(versions: KnownVersions['versions'], current: string | undefined): FindEntry[] {
  const at = versions.findIndex(({ version }) => version === current);
  return versions.map(({ version, channels }, index): FindEntry => {
    const from = at >= 0 && at < index ? versions[at]!.version : undefined;
    return {
      ...{ kind: 'version', label: version },
      open: `/upgrades?${new URLSearchParams(from === undefined ? { to: version } : { from, to: version })}`,
      detail: t('versionChannels', { channels: channels.join(', ') }),
    };
  });
}

/** @param draft the configuration to open; absent if there is none yet */
function ofPackage(
  { package: name, displayName, description, catalog }: FoundPackage,
  draft?: string,
): FindEntry {
  return {
    ...{ kind: 'operator', label: displayName ?? name },
    detail: [displayName && name, shortCatalog(catalog), description].filter(Boolean).join(', '),
    open: draft === undefined ? '/choose' : packageAddress(draft, catalog, name),
  };
}

function ofImage({ origin, destination, in: place }: FoundImage): FindEntry {
  const label = imageName(origin ?? destination, destination);
  const image = (where: string, open: string): FindEntry => ({
    ...{ kind: 'image', label, open },
    detail: [where, origin, destination].filter(Boolean).join(', '),
  });
  if (place.kind === 'run')
    return image(t('inRun', { run: place.run.sequence }), runAddress(place.run, label));
  if (place.kind === 'plan')
    return image(t('inPlan'), place.workflow === 'diskToMirror' ? '/push' : '/fetch');
  const { workspace, enclave, transfer } = place;
  return image(transfer, enclaveAddress(workspace, enclave, transfer));
}

function ofWorkspace({ directory, name, enclaves }: WorkspaceLine): FindEntry[] {
  return [
    {
      ...{ kind: 'enclave', label: t('diskUsage', { workspace: name }), detail: directory },
      ...{ open: storageAddress(directory), names: t('diskUsageNames') },
    },
    ...enclaves.flatMap((enclave): FindEntry[] => [
      {
        ...{ kind: 'enclave', label: enclave.name, detail: directory },
        open: enclaveAddress(directory, enclave.name),
      },
      ...enclave.transfers.map(
        (transfer): FindEntry => ({
          ...{ kind: 'enclave', label: transfer.name, detail: directory },
          open: enclaveAddress(directory, enclave.name, transfer.name),
        }),
      ),
      {
        ...{ kind: 'action', label: t('deleteFrom', { enclave: enclave.name }), detail: directory },
        open: deleteAddress(directory, enclave.name),
      },
    ]),
  ];
}

/** Returns the drives that transfers were written to, with the transfer, and the other connected drives. */
function drivesOf(workspaces: readonly WorkspaceLine[], connected: readonly DriveLine[]): FindEntry[] {
  const written = workspaces.flatMap(({ directory, enclaves }) =>
    enclaves.flatMap(({ transfers }) =>
      transfers.flatMap(({ name, written }) =>
        (written?.drives ?? []).map(
          (label): FindEntry => ({
            ...{ kind: 'drive', label, detail: `${name}, ${directory}` },
            open: carryAddress(directory, name),
          }),
        ),
      ),
    ),
  );
  const known = new Set(written.map(({ label }) => label));
  const others = connected.flatMap(({ label, model, mountPoint, device, system }): FindEntry[] => {
    const name = label ?? model ?? device;
    if (system || known.has(name)) return [];
    const detail = [label && model, mountPoint, device].filter(Boolean).join(', ');
    return [{ ...{ kind: 'drive', label: name, detail }, open: '/carry' }];
  });
  return [...written, ...others];
}

function ofRun(run: RunSummary): FindEntry {
  const { status, startedAt, target = '', enclave = '' } = run;
  const number = t('inRun', { run: run.run.sequence });
  return {
    ...{ kind: 'run', label: runTitle(run), open: runAddress(run.run), names: number },
    detail: [number, statusWord(status).word, startedAt.slice(0, 16).replace('T', ' '), enclave, target]
      .filter(Boolean)
      .join(', '),
  };
}

/** The hosts of the set that was saved last. */
function useHostSet(enabled: boolean): { set: SavedHostSet | undefined; loading: boolean } {
  const sets = useAsk('hosts.list', {}, { enabled });
  const id = sets.data?.sets[0]?.id;
  const set = useAsk('hosts.read', { id: id ?? '' }, { enabled: enabled && id !== undefined });
  return { set: set.data, loading: sets.isLoading || set.isLoading };
}
