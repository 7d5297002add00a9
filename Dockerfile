# The journal, the performance analyst and the backtest gateway in one image, for amd64 and arm64.
# `npm run image` puts what is copied here into dist/image; nothing is fetched while this is built.
ARG BASE=debian:bookworm-slim

FROM ${BASE} AS unpacked
ARG TARGETARCH
COPY dist/image/npm/ /in/npm/
COPY dist/image/${TARGETARCH}.tar /in/parts.tar
RUN set -eu; \
    mkdir -p /out/opt /out/usr/local/bin /out/data; \
    tar -xf /in/parts.tar -C /out/opt --no-same-owner; \
    for name in zorivest mcp-perf-server swimmy-mcp; do \
      mkdir -p /out/opt/$name; \
      tar -xzf /in/npm/$name-*.tgz -C /out/opt/$name --strip-components=1 --no-same-owner; \
    done; \
    chmod -R u=rwX,go=rX /out/opt; \
    ln -s /opt/node/bin/node /out/usr/local/bin/node; \
    for command in zorivest/bin/zorivest zorivest/bin/zorivest-mcp mcp-perf-server/bin/mcp-perf-server \
      swimmy-mcp/bin/swimmy-mcp swimmy-mcp/bin/swimmy-worker; do \
      chmod 755 /out/opt/$command.js; \
      ln -s /opt/$command.js /out/usr/local/bin/$(basename $command); \
    done; \
    chown 10001:10001 /out/data; \
    chmod 700 /out/data

FROM ${BASE}
ARG VERSION=0.1.0
ARG REVISION=unknown
ARG CREATED=1980-01-01T00:00:00Z
LABEL org.opencontainers.image.title="Zorivest" \
      org.opencontainers.image.description="A trading journal on your own machine, a performance analyst and a backtest gateway, for you and your assistant." \
      org.opencontainers.image.url="https://github.com/zorivest/zorivest" \
      org.opencontainers.image.source="https://github.com/zorivest/zorivest" \
      org.opencontainers.image.documentation="https://github.com/zorivest/zorivest#readme" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.vendor="Zorivest" \
      org.opencontainers.image.base.name="docker.io/library/debian:bookworm-slim" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      io.modelcontextprotocol.server.name="io.github.zorivest/mcp-server"
COPY --from=unpacked /out/ /
# Everything that is written is under the volume: the root may be read-only.
ENV HOME=/data \
    ZORIVEST_HOME=/data/zorivest \
    MCP_PERF_HOME=/data/perf \
    SWIMMY_HOME=/data/swimmy
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8765
# Where it listens for programs beside it is noted in the home, whatever ports and certificates it was given.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "const { url } = JSON.parse(require('node:fs').readFileSync(`${process.env.ZORIVEST_HOME}/service.json`, 'utf8')); fetch(`${url}/api/v1/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["zorivest", "up"]
