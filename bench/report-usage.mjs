// Loaded into a measured process: at its end writes the processor time of all its threads to BENCH_USAGE.
import { writeFileSync } from 'node:fs';

process.once('exit', () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(process.env.BENCH_USAGE, String((user + system) / 1000));
});
