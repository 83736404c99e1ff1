# syntax=docker/dockerfile:1
# A small image in two steps, so that no build tool ends up in it: npm run image.

ARG BASE=docker.io/library/node:24.21.0-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# The image holds what the package holds, and the list of its parts.
RUN node scripts/package.mjs \
  && mkdir /packed /data /commands \
  && tar -xzf tillgate-*.tgz -C /packed --strip-components=1 \
  && ln -s /app/bin/tillgate.mjs /commands/tillgate \
  && npm run -s sbom && cp sbom.cdx.json /packed/

FROM ${BASE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /packed ./
# The command line, for `docker exec`: npx would write to the home folder.
COPY --from=build /commands/ /usr/local/bin/
COPY --from=build --chown=node:node /data /data
USER node
VOLUME /data
EXPOSE 4000
# Needs nothing but the process itself; whether it takes requests says /readyz.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# The process itself takes the signals.
CMD ["node", "dist/main.js"]
