# syntax=docker/dockerfile:1
# A small image of one process, built in three steps so that no build tool ends up in it.

FROM node:20.20.2-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:20.20.2-bookworm-slim AS modules
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:20.20.2-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
WORKDIR /app
COPY --from=modules /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/safety ./safety
COPY --from=build /app/fonts ./fonts
COPY --from=build /app/package.json ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000
# Needs nothing but the process itself; whether it takes requests says /readyz.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# The process itself takes the signals; `node dist/cli/main.js` is the command line.
CMD ["node", "dist/main.js"]
