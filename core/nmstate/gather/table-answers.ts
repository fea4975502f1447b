import type { Host } from '../model/host.ts';
import type { Answers, Preset } from '../presets/preset.ts';
import { hostVariables } from '../validation/template.ts';

/**
 * Answers to the questions of a preset that no variable answers: columns called as they are. A host with an address has it
 * as a static one, also where the preset would ask DHCP.
 */
export function answersOf({ questions }: Preset, host: Host): Answers {
  const open = questions.filter(({ variable }) => variable === undefined);
  return Object.fromEntries(
    open.flatMap(({ id, choices }) => {
      const given = host.variables[id];
      const choice = choices?.find(({ value }) => value === given?.trim().toLowerCase())?.value;
      const answer = choices ? choice : given;
      if (answer !== undefined) return [[id, answer]];
      if (id !== 'addressing' || given !== undefined) return [];
      const has = (variable: string) => hostVariables(host)[variable] !== undefined;
      return has('address') ? [[id, has('address6') ? 'dual' : 'static']] : [];
    }),
  );
}

/** A column that answers a question with what cannot be chosen; undefined when there is none. */
export function wrongAnswer(
  { id: preset, questions }: Preset,
  host: Host,
): { message: string; remedy: string } | undefined {
  for (const { id, choices } of questions) {
    const given = host.variables[id];
    if (!choices || given === undefined || choices.some(({ value }) => value === given.trim().toLowerCase()))
      continue;
    return {
      message: `${host.name} has ${id} "${given}", which ${preset} does not know`,
      remedy: `Write one of ${choices.map(({ value }) => value).join(', ')}.`,
    };
  }
  return undefined;
}
