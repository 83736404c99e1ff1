// Vendure on PostgreSQL, set up for one server as its guide describes, without its admin pages.
// Listens on a free port, which it prints once it is ready.
import { createServer } from 'node:net';
import {
  bootstrap,
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSearchPlugin,
  dummyPaymentHandler,
  LogLevel,
} from '@vendure/core';

const url = new URL(process.env.DATABASE_URL);
const port = await freePort();
await bootstrap({
  apiOptions: { port, adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: {
    tokenMethod: 'bearer',
    superadminCredentials: { identifier: 'superadmin', password: 'a long password' },
  },
  dbConnectionOptions: {
    type: 'postgres',
    host: url.hostname,
    port: Number(url.port || 5432),
    username: url.username,
    password: url.password,
    database: url.pathname.slice(1),
    synchronize: true,
    logging: false,
    extra: { max: Number(process.env.POOL_SIZE) },
  },
  logger: new DefaultLogger({ level: LogLevel.Error }),
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  plugins: [DefaultJobQueuePlugin.init({}), DefaultSearchPlugin.init({})],
});
process.stdout.write(`${port}\n`);

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address();
      server.close(() => resolve(free));
    });
  });
}
