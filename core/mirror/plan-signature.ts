import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { createMessage, type Key, readKeys, readSignature, verify } from 'openpgp';
import { argumentsWithoutSecrets, withoutSecrets } from '../audit/without-secrets.ts';
import { AirlockError } from '../errors/airlock-error.ts';
import { parseVerificationKeys } from '../signature/verification-keys.ts';

/** Who vouched for a plan, as the audit record keeps it. */
export type PlanApproval =
  | {
      by: 'key';
      /** Of the primary key, upper case. */
      fingerprint: string;
      /** File of the public key. */
      key: string;
      /** File of the signature. */
      signature: string;
    }
  | { by: 'command'; command: string; signature: string };

/** Bytes; signatures of several people are a few KiB. */
const LARGEST_SIGNATURE = 256 * 1024;
const LARGEST_KEY_FILE = 1024 * 1024;
/** Of what a command says, in characters. */
const LARGEST_SAYING = 500;
/** ms; a command may ask a service or a person with a card. */
const LONGEST_CHECK = 5 * 60 * 1000;

/**
 * Checks the detached signature that lies beside a plan, `PLAN.asc` or `PLAN.sig`.
 * @param plan its file, and the bytes that were read from it
 * @param required a file with OpenPGP public keys; or a command, of which `{plan}` and `{signature}` are replaced by the two
 *   files (put behind it where it names neither), which is run without a shell and ends with 0 for a good signature
 * @throws AirlockError `plan-unapproved` when there is no good signature, `config-unreadable` for a key file that is broken,
 *   `usage` for a command that cannot be run, `interrupted`
 */
export async function checkPlanSignature(
  plan: { file: string; content: Buffer },
  required: string,
  options: { env: Readonly<Record<string, string | undefined>>; signal?: AbortSignal },
): Promise<PlanApproval> {
  const signature = await besidePlan(plan.file);
  const keys = await keysIn(required);
  if (keys) {
    const fingerprint = await signedBy(plan, signature, keys);
    return { by: 'key', fingerprint, key: required, signature: signature.file };
  }
  const words = wordsOf(required);
  await ask(words, plan.file, signature.file, options);
  // What the command has seen must be what is used.
  const seen = await readFile(plan.file).catch(() => undefined);
  if (!seen?.equals(plan.content)) throw unapproved(plan.file, 'it was changed while it was checked');
  return { by: 'command', command: argumentsWithoutSecrets(words).join(' '), signature: signature.file };
}

async function besidePlan(plan: string): Promise<{ file: string; content: Buffer }> {
  for (const file of [`${plan}.asc`, `${plan}.sig`]) {
    const facts = await stat(file).catch(() => undefined);
    if (!facts?.isFile()) continue;
    if (facts.size > LARGEST_SIGNATURE) throw unapproved(plan, `${file} is too long to be a signature`);
    const content = await readFile(file).catch((cause) => {
      throw unapproved(plan, `${file} cannot be read`, cause);
    });
    return { file, content };
  }
  throw unapproved(plan, `there is neither ${plan}.asc nor ${plan}.sig`);
}

/** The keys of a file, armored or not; undefined when it is something else, or no file. */
async function keysIn(file: string): Promise<readonly Key[] | undefined> {
  const facts = await stat(file).catch(() => undefined);
  if (!facts?.isFile() || facts.size > LARGEST_KEY_FILE) return undefined;
  const content = await readFile(file).catch((cause) => {
    throw new AirlockError('config-unreadable', `the key file ${file} cannot be read`, { cause });
  });
  const text = content.toString('latin1');
  if (text.includes('-----BEGIN PGP PUBLIC KEY BLOCK-----')) return parseVerificationKeys(text, file);
  const keys = await readKeys({ binaryKeys: new Uint8Array(content) }).catch(() => []);
  return keys.length > 0 ? keys : undefined;
}

/** @returns the fingerprint of the first key that made a good signature and is still good itself */
async function signedBy(
  plan: { file: string; content: Buffer },
  { file, content }: { file: string; content: Buffer },
  keys: readonly Key[],
): Promise<string> {
  const faults: string[] = [];
  try {
    const text = content.toString('latin1');
    const signature = text.includes('-----BEGIN PGP SIGNATURE-----')
      ? await readSignature({ armoredSignature: text })
      : await readSignature({ binarySignature: new Uint8Array(content) });
    const { signatures } = await verify({
      message: await createMessage({ binary: new Uint8Array(plan.content) }),
      signature,
      verificationKeys: [...keys],
      format: 'binary',
    });
    for (const { verified, keyID } of signatures) {
      const key = keys.find((each) => each.getKeys(keyID).length > 0);
      try {
        await verified;
        // A plan is approved now: a key that has ended since does not count.
        await key!.getSigningKey(keyID, new Date());
        return key!.getFingerprint().toUpperCase();
      } catch (error) {
        faults.push(
          key
            ? (error as Error).message
            : `made by ${keyID.toHex().toUpperCase()}, which is not among the keys asked for`,
        );
      }
    }
  } catch (error) {
    faults.push((error as Error).message);
  }
  throw unapproved(plan.file, `${file} is no good signature: ${faults.join('; ') || 'it holds none'}`);
}

/** A command line in words: quotes keep spaces, nothing else is special. @throws AirlockError `usage` */
function wordsOf(command: string): string[] {
  const words = [...command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single),
  );
  if (words.length === 0)
    throw new AirlockError('usage', '--require-signature names neither a key nor a command');
  return words;
}

async function ask(
  words: readonly string[],
  plan: string,
  signature: string,
  { env, signal }: { env: Readonly<Record<string, string | undefined>>; signal?: AbortSignal },
): Promise<void> {
  const [program = '', ...given] = words;
  const named = given.some((word) => /\{(?:plan|signature)\}/.test(word));
  const args = named
    ? given.map((word) => word.replaceAll('{plan}', plan).replaceAll('{signature}', signature))
    : [...given, plan, signature];
  const child = spawn(program, args, {
    env: { ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: LONGEST_CHECK,
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  let said = '';
  child.stderr.on('data', (data: Buffer) => {
    said = (said + data.toString('utf8')).slice(0, LARGEST_SAYING);
  });
  const end = await new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, by) => resolve(code ?? by));
  }).catch((cause) => {
    if (signal?.aborted) throw new AirlockError('interrupted', 'stopped on request', { cause });
    throw new AirlockError(
      'usage',
      `--require-signature: ${program} is neither a file with an OpenPGP public key nor a program that can be run`,
      { cause },
    );
  });
  if (end === 0) return;
  const why = withoutSecrets(said.replaceAll(/\s+/g, ' ').trim());
  throw unapproved(plan, `${program} does not accept ${signature} (${end})${why && `: ${why}`}`);
}

function unapproved(plan: string, why: string, cause?: unknown): AirlockError {
  return new AirlockError('plan-unapproved', `the plan ${plan} is not approved: ${why}`, {
    at: { file: plan },
    side: 'local',
    cause,
  });
}
