import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory of this process's children in MiB; empty without /proc. */
export const readHostMemory = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        const parent = /PPid:\s+(\d+)/.exec(status)?.[1];
        return parent === String(process.pid)
          ? [Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)]
          : [];
      } catch {
        return [];
      }
    });
