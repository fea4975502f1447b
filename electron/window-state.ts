import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Rectangle } from 'electron';
import { z } from 'zod';

const windowState = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof windowState>;

export const SMALLEST: { width: number; height: number } = { width: 800, height: 560 };
const FIRST = { width: 1440, height: 900 };

/** Returns the saved state, or undefined if there is none that can be read. */
export function readWindowState(file: string): WindowState | undefined {
  try {
    return windowState.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Saves the state. A failure must not prevent the window from closing. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(state));
    renameSync(`${file}.new`, file);
  } catch {}
}

/**
 * Returns the place of a window: the last one, moved and resized to fit on one of the current screens. Without a saved
 * place, or when its screen is disconnected, it is the center of the first screen.
 * @param screens work areas, the main one first
 */
export function placeWindow(screens: Rectangle[], state: WindowState | undefined): Rectangle {
  const home = screens[0] ?? { x: 0, y: 0, ...FIRST };
  const screen = state && screens.find((area) => overlap(area, state) > 0);
  const area = screen ?? home;
  const size = state ?? FIRST;
  const width = Math.min(Math.max(size.width, SMALLEST.width), area.width);
  const height = Math.min(Math.max(size.height, SMALLEST.height), area.height);
  if (!state || !screen)
    return {
      x: area.x + Math.round((area.width - width) / 2),
      y: area.y + Math.round((area.height - height) / 2),
      width,
      height,
    };
  return {
    x: Math.min(Math.max(state.x, area.x), area.x + area.width - width),
    y: Math.min(Math.max(state.y, area.y), area.y + area.height - height),
    width,
    height,
  };
}

function overlap(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}
