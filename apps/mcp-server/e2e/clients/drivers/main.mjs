// Runs one client in a process of its own: node --import resolve.mjs main.mjs <folder of the packages> <driver> <options as JSON>
const [, , packages, name, options] = process.argv;

const running = new Map();
let client;

const handle = {
  connect: async () => {
    const { connect } = await import(`./${name}.mjs`);
    client = await connect({ packages, ...JSON.parse(options) });
    return [];
  },
  list: () => client.list(),
  call: async ({ tool, args }, id) => {
    const controller = new AbortController();
    running.set(id, controller);
    const onProgress = (message) => process.send({ id, progress: message ?? null });
    return client.call(tool, args, { signal: controller.signal, onProgress });
  },
  cancel: ({ call }) => {
    running.get(call)?.abort(new Error('cancelled by the test'));
    return [];
  },
  close: () => client?.close(),
};

process.on('message', async ({ id, method, params }) => {
  try {
    process.send({ id, result: (await handle[method](params, id)) ?? null });
  } catch (error) {
    process.send({ id, error: String(error?.stack ?? error) });
  }
});
// Some clients report a lost connection as an unhandled rejection. Their next call works.
process.on('unhandledRejection', (error) => process.stderr.write(`unhandled: ${String(error?.stack)}\n`));
