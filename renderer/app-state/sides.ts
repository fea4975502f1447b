import { ExchangeAltIcon } from '@patternfly/react-icons/dist/esm/icons/exchange-alt-icon';
import { GlobeIcon } from '@patternfly/react-icons/dist/esm/icons/globe-icon';
import { LockIcon } from '@patternfly/react-icons/dist/esm/icons/lock-icon';
import type { ComponentType } from 'react';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';

/** The sides of the gap, in the words of every screen that names them. */
export const SIDES: { side: GapSide; label: string; name: string; reaches: string; icon: ComponentType }[] = [
  {
    side: 'connected',
    label: 'Connected side',
    name: 'Connected',
    reaches: 'It reaches quay.io and registry.redhat.io, directly or through a proxy.',
    icon: GlobeIcon,
  },
  {
    side: 'disconnected',
    label: 'Disconnected side',
    name: 'Disconnected',
    reaches: 'It reaches the mirror registry and the clusters, never the internet.',
    icon: LockIcon,
  },
  {
    side: 'both',
    label: 'Both sides',
    name: 'Both',
    reaches: 'It sees both at once, for example a bastion with two networks.',
    icon: ExchangeAltIcon,
  },
];
