# The service as an image: `docker build -t gazetteer .`
# It runs as the user `node` on a read-only file system; what it writes is in /data, which is a volume.

FROM node:26-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY web/package.json web/
COPY deploy/package.json deploy/
COPY scripts/setup.mjs scripts/
RUN node scripts/setup.mjs packages
COPY . .
# What `npm pack` makes, with the versions of the lock. The Node of the packages stays out: the image has its own.
RUN npm pack && tar -xzf gazetteer-*.tgz && cp package-lock.json package && cd package \
  && npm ci --omit=dev --omit=optional --workspaces=false --no-audit --no-fund && rm package-lock.json

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
# Memory of answers is used again instead of being given back with each collection (docs/operation.md).
ENV MALLOC_TRIM_THRESHOLD_=134217728 MALLOC_MMAP_THRESHOLD_=1048576
WORKDIR /app
COPY --from=build /build/package ./
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=120s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The program itself, so that it gets the signals; `docker run … node dist/main.js import -` is the command line.
CMD ["node", "dist/main.js", "serve"]
