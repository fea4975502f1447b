import { CalendarAltIcon } from '@patternfly/react-icons/dist/esm/icons/calendar-alt-icon';
import { CodeBranchIcon } from '@patternfly/react-icons/dist/esm/icons/code-branch-icon';
import { CogIcon } from '@patternfly/react-icons/dist/esm/icons/cog-icon';
import { CubesIcon } from '@patternfly/react-icons/dist/esm/icons/cubes-icon';
import { DatabaseIcon } from '@patternfly/react-icons/dist/esm/icons/database-icon';
import { DownloadIcon } from '@patternfly/react-icons/dist/esm/icons/download-icon';
import { ExchangeAltIcon } from '@patternfly/react-icons/dist/esm/icons/exchange-alt-icon';
import { FileCodeIcon } from '@patternfly/react-icons/dist/esm/icons/file-code-icon';
import { FlagIcon } from '@patternfly/react-icons/dist/esm/icons/flag-icon';
import { HistoryIcon } from '@patternfly/react-icons/dist/esm/icons/history-icon';
import { HomeIcon } from '@patternfly/react-icons/dist/esm/icons/home-icon';
import { InboxIcon } from '@patternfly/react-icons/dist/esm/icons/inbox-icon';
import { ListIcon } from '@patternfly/react-icons/dist/esm/icons/list-icon';
import { NetworkWiredIcon } from '@patternfly/react-icons/dist/esm/icons/network-wired-icon';
import { ServerIcon } from '@patternfly/react-icons/dist/esm/icons/server-icon';
import { TrashIcon } from '@patternfly/react-icons/dist/esm/icons/trash-icon';
import { TruckIcon } from '@patternfly/react-icons/dist/esm/icons/truck-icon';
import { UploadIcon } from '@patternfly/react-icons/dist/esm/icons/upload-icon';
import { type ComponentType, lazy } from 'react';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import { t } from './messages.ts';

/** A screen in the navigation. */
export interface Destination {
  path: string;
  label: string;
  /** The key that opens the screen after `G`. */
  letter: string;
  icon: ComponentType;
  /** Entries of `journey` belong to sides. On other sides they are listed under *More screens*. */
  group: 'home' | 'journey' | 'tools';
  sides?: GapSide[];
}

/** All screens in the navigation, in its order. */
export const DESTINATIONS: Destination[] = [
  { path: '/', label: t('home'), letter: 'h', icon: HomeIcon, group: 'home' },
  {
    path: '/choose',
    label: t('choose'),
    letter: 'w',
    icon: ListIcon,
    group: 'journey',
    sides: ['connected', 'both'],
  },
  {
    path: '/mirror',
    label: t('mirror'),
    letter: 'm',
    icon: ExchangeAltIcon,
    group: 'journey',
    sides: ['both'],
  },
  {
    path: '/fetch',
    label: t('fetch'),
    letter: 'f',
    icon: DownloadIcon,
    group: 'journey',
    sides: ['connected', 'both'],
  },
  {
    path: '/carry',
    label: t('carry'),
    letter: 'y',
    icon: TruckIcon,
    group: 'journey',
    sides: ['connected', 'both'],
  },
  {
    path: '/receive',
    label: t('receive'),
    letter: 'v',
    icon: InboxIcon,
    group: 'journey',
    sides: ['disconnected', 'both'],
  },
  {
    path: '/push',
    label: t('push'),
    letter: 'p',
    icon: UploadIcon,
    group: 'journey',
    sides: ['disconnected', 'both'],
  },
  {
    path: '/cluster',
    label: t('apply'),
    letter: 'a',
    icon: CubesIcon,
    group: 'journey',
    sides: ['disconnected', 'both'],
  },
  { path: '/sites', label: t('sites'), letter: 'e', icon: NetworkWiredIcon, group: 'journey' },
  { path: '/upgrades', label: t('upgrades'), letter: 'u', icon: CodeBranchIcon, group: 'tools' },
  {
    path: '/install-config',
    label: t('installConfig'),
    letter: 'i',
    icon: FileCodeIcon,
    group: 'tools',
  },
  { path: '/hosts', label: t('hosts'), letter: 'n', icon: ServerIcon, group: 'tools' },
  {
    path: '/registry-content',
    label: t('registryContent'),
    letter: 'b',
    icon: DatabaseIcon,
    group: 'tools',
  },
  { path: '/schedules', label: t('schedules'), letter: 'd', icon: CalendarAltIcon, group: 'tools' },
  { path: '/delete', label: t('deleteImages'), letter: 'x', icon: TrashIcon, group: 'tools' },
  { path: '/history', label: t('history'), letter: 'r', icon: HistoryIcon, group: 'tools' },
  { path: '/settings', label: t('settings'), letter: 's', icon: CogIcon, group: 'tools' },
  { path: '/practice', label: t('practice'), letter: 'c', icon: FlagIcon, group: 'tools' },
];

/** All addresses of the app. Screens are loaded when they are first opened. */
export const ROUTES: { path: string; screen: ComponentType }[] = [
  { path: '/', screen: lazy(() => import('../home/home-screen.tsx')) },
  { path: '/choose/:draft?/:step?', screen: lazy(() => import('../choose/choose-screen.tsx')) },
  /** `?workspace=&transfer=`: the workspace, the transfer that is open. */
  { path: '/enclaves/:name', screen: lazy(() => import('../enclave/enclave-screen.tsx')) },
  /** `?workspace=&registry=&root=&run=`: the workspace, the registry; the run of a deletion. */
  { path: '/enclaves/:name/delete', screen: lazy(() => import('../delete/delete-screen.tsx')) },
  /** `?workspace=`: the same for the enclave that was pushed last. */
  { path: '/delete', screen: lazy(() => import('../delete/delete-screen.tsx')) },
  /** `?site=`: the site whose details are open. */
  { path: '/sites', screen: lazy(() => import('../sites/sites-screen.tsx')) },
  /** `?name=&from=&workspace=&enclave=&destination=`: the site, the source and the places of its transfers. */
  { path: '/sites/choose', screen: lazy(() => import('../sites/choose-content-screen.tsx')) },
  { path: '/storage', screen: lazy(() => import('../storage/storage-screen.tsx')) },
  { path: '/fetch', screen: lazy(() => import('../run/setup/fetch-screen.tsx')) },
  /** `?workspace=&file=`: the request from the disconnected side. */
  { path: '/fetch/request', screen: lazy(() => import('../run/setup/open-request-screen.tsx')) },
  /** `?workspace=&transfer=`: the transfer to write to drives. */
  { path: '/carry', screen: lazy(() => import('../media/carry/carry-screen.tsx')) },
  /** `?directory=&transfer=`: the folder to receive into. */
  { path: '/receive', screen: lazy(() => import('../media/receive/receive-screen.tsx')) },
  /** `?directory=&config=&enclave=&file=`: the transfers, the needed content, and the request file. */
  { path: '/receive/request', screen: lazy(() => import('../media/receive/request-screen.tsx')) },
  { path: '/ready', screen: lazy(() => import('../media/receive/ready-screen.tsx')) },
  { path: '/push', screen: lazy(() => import('../run/setup/push-screen.tsx')) },
  { path: '/mirror', screen: lazy(() => import('../run/setup/mirror-screen.tsx')) },
  /** `?root=`: the workspace or state folder. */
  { path: '/run/:sequence', screen: lazy(() => import('../run/live/screen.tsx')) },
  /** `?directory=&kubeconfig=&context=`: the manifests and the cluster. */
  { path: '/cluster', screen: lazy(() => import('../cluster/cluster-screen.tsx')) },
  /** `?from=&trustBundle=&pullSecret=&authFile=&to=`: the push, the files to add, and the directory to write to. */
  { path: '/cluster/manifests', screen: lazy(() => import('../cluster/manifests-screen.tsx')) },
  /** `?from=&to=`: the versions. */
  { path: '/upgrades', screen: lazy(() => import('../upgrades/upgrades-screen.tsx')) },
  { path: '/upgrades/operators', screen: lazy(() => import('../upgrades/operators/screen.tsx')) },
  { path: '/upgrades/catalogs', screen: lazy(() => import('../upgrades/comparison/screen.tsx')) },
  { path: '/upgrades/plan', screen: lazy(() => import('../upgrades/plan-screen.tsx')) },
  /** `?draft=`: the open configuration. */
  {
    path: '/install-config/:tab?',
    screen: lazy(() => import('../install-config/install-config-screen.tsx')),
  },
  { path: '/hosts', screen: lazy(() => import('../hosts/table/hosts-screen.tsx')) },
  { path: '/hosts/outputs', screen: lazy(() => import('../hosts/outputs/outputs-screen.tsx')) },
  { path: '/hosts/day2', screen: lazy(() => import('../hosts/day2/day2-screen.tsx')) },
  /** `?from=&kubeconfig=&context=`: the nodes to read. */
  { path: '/hosts/adopt', screen: lazy(() => import('../hosts/adopt/adopt-screen.tsx')) },
  { path: '/hosts/:host', screen: lazy(() => import('../hosts/editor/screen.tsx')) },
  { path: '/registry-content', screen: lazy(() => import('../registry-content/content-screen.tsx')) },
  /** `?workspace=&show=`: the workspace, the schedule whose results are shown. */
  { path: '/schedules', screen: lazy(() => import('../schedules/schedules-screen.tsx')) },
  { path: '/history', screen: lazy(() => import('../history/history-screen.tsx')) },
  { path: '/history/compare', screen: lazy(() => import('../history/compare-screen.tsx')) },
  { path: '/history/:sequence', screen: lazy(() => import('../history/record/screen.tsx')) },
  { path: '/settings/:section?', screen: lazy(() => import('../settings/settings-screen.tsx')) },
  /** `#heading`: the heading of the page. */
  { path: '/docs/*', screen: lazy(() => import('../docs/docs-screen.tsx')) },
  { path: '/practice', screen: lazy(() => import('../practice/practice-screen.tsx')) },
];
