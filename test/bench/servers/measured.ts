/** Lets the process that started this one ask how much computing time it has used. */
export function reportComputingTime(url: string): void {
  process.on('message', (message) => {
    if (message === 'cpu') {
      const { user, system } = process.cpuUsage();
      process.send!({ cpu: user + system });
    }
  });
  process.send!({ url });
}
