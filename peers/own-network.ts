// Runs a program in a network namespace of its own, with the ports that it and this host need: `node own-network.ts JSON`.
// As the first process of a PID namespace, it ends the program with itself.
import { execFileSync, spawn } from 'node:child_process';
import { connect, createServer, type Socket } from 'node:net';

/** What the program and this host reach of each other. Sockets are files, which both network namespaces reach. */
export interface OwnNetwork {
  /** Ports of the program, each with the socket of this host that it leads to. */
  toHost: { port: number; socket: string }[];
  /** Sockets of this host, each with the port of the program that it leads to. */
  toProgram: { port: number; socket: string }[];
  command: string[];
  env: Record<string, string>;
}

/** Options of `unshare` for the namespaces. */
export const NAMESPACES = ['--net', '--pid', '--fork', '--kill-child'];

function join(one: Socket, other: Socket): void {
  for (const socket of [one, other]) socket.on('error', () => {});
  one.pipe(other).pipe(one);
  one.on('close', () => other.destroySoon());
  other.on('close', () => one.destroySoon());
}

if (import.meta.main) {
  const { toHost, toProgram, command, env } = JSON.parse(process.argv[2]!) as OwnNetwork;
  execFileSync('ip', ['link', 'set', 'lo', 'up']);
  for (const { port, socket } of toHost)
    createServer((client) => join(client, connect(socket))).listen(port, '127.0.0.1');
  for (const { port, socket } of toProgram)
    createServer((client) => join(client, connect(port, '127.0.0.1'))).listen(socket);
  const child = spawn(command[0]!, command.slice(1), { stdio: 'inherit', env: { ...process.env, ...env } });
  child.on('exit', (code) => process.exit(code ?? 1));
}
