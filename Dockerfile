# The service for production: `docker build -t agent-payment-service .`, then settings as environment variables (.env.example).
# It needs nothing but the network: it runs without root, and on a read-only file system.

FROM node:26-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has Node itself, so that the optional packages that bring one along stay out, and anvil with them.
RUN npm ci --omit=dev --omit=optional

FROM node:26-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 METRICS_HOST=0.0.0.0 METRICS_PORT=9464
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json README.md ./
COPY schema schema
COPY subgraphs subgraphs
COPY gateway gateway
COPY scripts scripts
# For the trial of compose.yaml.
RUN mkdir /settings && chown node:node /settings
USER node
EXPOSE 4000 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "gateway/main.ts"]
