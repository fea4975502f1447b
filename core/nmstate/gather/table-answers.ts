import type { Host } from '../model/host.ts';
import type { Answers, Preset } from '../presets/preset.ts';
import { hostVariables } from '../validation/template.ts';
import { t } from './messages.ts';

/**
 * Returns the answers to questions of a preset from the columns with their names. An address of a host becomes a static
 * address, even if the preset uses DHCP.
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

/** Returns the problem of a column whose answer isn't a choice of its question, otherwise undefined. */
export function wrongAnswer(
  { id: preset, questions }: Preset,
  host: Host,
): { message: string; remedy: string } | undefined {
  for (const { id, choices } of questions) {
    const given = host.variables[id];
    if (!choices || given === undefined || choices.some(({ value }) => value === given.trim().toLowerCase()))
      continue;
    return {
      message: t('answerInvalid', { name: host.name, given, id, preset }),
      remedy: t('answerInvalidRemedy', { choices: choices.map(({ value }) => value).join(', ') }),
    };
  }
  return undefined;
}
