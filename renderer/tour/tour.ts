import { create } from 'zustand';
import { t } from './messages.ts';

/** The screens of the tour, in their order. */
export const TOUR_SCREENS = [
  { path: '/', name: t('homeName'), text: t('homeText') },
  { path: '/choose', name: t('chooseName'), text: t('chooseText') },
  { path: '/carry', name: t('carryName'), text: t('carryText') },
  { path: '/registry-content', name: t('registryName'), text: t('registryText') },
  { path: '/upgrades', name: t('upgradesName'), text: t('upgradesText') },
] as const;

const STORED = 'airlock.tour';

function storedPlace(): number | undefined {
  const stored = window.sessionStorage.getItem(STORED);
  const place = stored === null ? Number.NaN : Number(stored);
  return place in TOUR_SCREENS ? place : undefined;
}

/** The place in the tour; undefined while it isn't shown. */
export const useTour = create<{ at: number | undefined }>(() => ({ at: storedPlace() }));

/** Shows a place of the tour above the screens, also after a reload. */
export function showTour(at: number): void {
  window.sessionStorage.setItem(STORED, `${at}`);
  useTour.setState({ at });
}

/** Shows the first place of the tour and its screen. */
export function startTour(navigate: (address: string) => void): void {
  showTour(0);
  navigate(TOUR_SCREENS[0].path);
}

export function endTour(): void {
  window.sessionStorage.removeItem(STORED);
  useTour.setState({ at: undefined });
}
