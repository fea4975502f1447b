/** An operator with its installed version. */
export interface NamedOperator {
  package: string;
  installed: string;
  subscribed?: string;
}

/** Returns the operators of a text in the notation of the command line: `NAME=VERSION`, `NAME=VERSION@CHANNEL`. */
export function namedOperators(text: string): { named: NamedOperator[]; wrong: string[] } {
  const named: NamedOperator[] = [];
  const wrong: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const [, name, installed, subscribed] = /^([^=@]+)=([^=@]+)(?:@([^=@]+))?$/.exec(word) ?? [];
    if (name === undefined || installed === undefined) wrong.push(word);
    else named.push({ package: name, installed, subscribed });
  }
  return { named, wrong };
}
