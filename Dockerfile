# Pinned by version. Where the registry can be reached, append @sha256:… to both FROM lines.
FROM node:24.22.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json ./client/
RUN npm ci --ignore-scripts
COPY scripts/build.mjs scripts/pack-client.mjs scripts/third-party.mjs ./scripts/
COPY tsconfig.json ./
COPY client ./client
COPY src ./src
RUN npm run build && node scripts/third-party.mjs && node scripts/third-party.mjs dist/needed

FROM node:24.22.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/dist/needed/node_modules ./node_modules
COPY --from=build /app/dist/bin ./dist/bin
COPY package.json ./
COPY migrations ./migrations
COPY data ./data
COPY web ./web
COPY docs/first-day.md docs/operating.md docs/policy-year.md docs/runbook.md ./docs/
COPY docs/operating ./docs/operating
COPY vendor ./vendor
RUN install -d -o node -g node -m 700 /data
VOLUME /data
USER node
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=8", "dist/bin/main.js"]
CMD ["serve"]
