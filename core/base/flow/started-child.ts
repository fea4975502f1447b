import type { ChildProcess } from 'node:child_process';

/**
 * Starts a child process and waits until it runs. If the process limit or the open file limit is reached, Node emits `error`
 * on the next tick, and the child has no standard streams. For other causes, `spawn` throws.
 * @param start calls `spawn`
 * @throws the system error of a program that can't be started
 */
export async function startedChild<Child extends ChildProcess>(start: () => Child): Promise<Child> {
  const child = start();
  let failure: Error | undefined;
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => {
      failure = error;
      reject(error);
    });
  });
  // A signal that is already aborted ends the child before this point.
  if (failure) throw failure;
  return child;
}
