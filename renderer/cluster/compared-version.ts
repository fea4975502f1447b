import { create } from 'zustand';

/** The OpenShift version of the cluster that was compared last. It outlives the screen, but not the window. */
export const useComparedVersion = create<{ version?: string | undefined }>(() => ({}));
