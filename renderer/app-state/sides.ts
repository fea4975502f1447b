import { ExchangeAltIcon } from '@patternfly/react-icons/dist/esm/icons/exchange-alt-icon';
import { GlobeIcon } from '@patternfly/react-icons/dist/esm/icons/globe-icon';
import { LockIcon } from '@patternfly/react-icons/dist/esm/icons/lock-icon';
import type { ComponentType } from 'react';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import { t } from './messages.ts';

/** The sides of the gap, as all screens name them. */
export const SIDES: { side: GapSide; label: string; name: string; reaches: string; icon: ComponentType }[] = [
  {
    side: 'connected',
    label: t('connectedLabel'),
    name: t('connected'),
    reaches: t('connectedText'),
    icon: GlobeIcon,
  },
  {
    side: 'disconnected',
    label: t('disconnectedLabel'),
    name: t('disconnected'),
    reaches: t('disconnectedText'),
    icon: LockIcon,
  },
  {
    side: 'both',
    label: t('bothLabel'),
    name: t('both'),
    reaches: t('bothText'),
    icon: ExchangeAltIcon,
  },
];
