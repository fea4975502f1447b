import type { ChildProcess } from 'node:child_process';

/**
 * Starts a child process and waits until it runs. Without descriptors or processes left, Node emits `error` on the next
 * tick and gives the child no standard streams; for other causes it throws.
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
  // A signal that was aborted before ends the child between its start and here.
  if (failure) throw failure;
  return child;
}
