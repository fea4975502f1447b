/** Returns the positive integers of an option, which are separated by commas. @throws Error that names anything else */
export function positiveIntegers(option: string, text: string): number[] {
  const numbers = text === '' ? [] : text.split(',').map(Number);
  if (!numbers.every((number) => Number.isInteger(number) && number > 0))
    throw new Error(`--${option} ${text}: use positive integers, separated by commas`);
  return numbers;
}

/** Returns the positive integer of an option. @throws Error that names anything else */
export function positiveInteger(option: string, text: string): number {
  const [number, ...others] = positiveIntegers(option, text);
  if (number === undefined || others.length > 0)
    throw new Error(`--${option} ${text}: use one positive integer`);
  return number;
}
