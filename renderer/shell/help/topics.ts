import { MIRRORING } from './mirroring/topics.ts';
import { TOOLS } from './tools/topics.ts';

/** The help for a screen: its purpose, what to know about it, and the equivalent commands. */
export interface HelpTopic {
  title: string;
  lines: string[];
  commands: { command: string; about: string }[];
}

const TOPICS: Record<string, HelpTopic> = { ...MIRRORING, ...TOOLS };

/** Returns the help for a route pattern of routes.tsx, or that of Home for an unknown pattern. */
export function helpTopic(pattern: string): HelpTopic {
  return TOPICS[pattern] ?? TOPICS['/']!;
}

export function helpPatterns(): string[] {
  return Object.keys(TOPICS);
}
