import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const readResidentMb = (pid) => {
  try {
    const [, kb] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kb) / 1024;
  } catch {
    return NaN;
  }
};

/**
 * Runs a program until it ends.
 * @returns its wall time in milliseconds, and its resident memory every 200 ms in MiB
 * @throws Error with its output if it fails
 */
export const measureProcess = async (program, args, cwd) => {
  const began = performance.now();
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-2_000);
    });
  const memory = [];
  const timer = setInterval(() => {
    memory.push(readResidentMb(child.pid));
  }, 200);
  const [code] = await once(child, 'close');
  clearInterval(timer);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${said}`);
  return { ms: performance.now() - began, memory };
};
