const { defineConfig } = require('@medusajs/framework/utils');

const secret = 'a secret of a benchmark';

module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: {
      connection: { ssl: false },
      pool: { max: Number(process.env.POOL_SIZE) },
    },
    http: {
      jwtSecret: secret,
      cookieSecret: secret,
      storeCors: '*',
      adminCors: '*',
      authCors: '*',
    },
  },
});
