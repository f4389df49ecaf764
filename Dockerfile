# Tamga as a container: one static-stdlib program, the three libraries that it links, the migrations.
#   docker build -t tamga .
# The stage `build` can be replaced by a folder that holds tamga (scripts/container-check does).
ARG BUILDER=swift:6.3-bookworm
ARG RUNTIME=debian:bookworm-slim

FROM ${BUILDER} AS build
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends libgmp-dev libpq-dev libssl-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY Package.swift ./
COPY Sources Sources
COPY Tests Tests
RUN swift build -c release --product tamga --static-swift-stdlib \
    && install -D "$(swift build -c release --static-swift-stdlib --show-bin-path)/tamga" /tamga

FROM ${RUNTIME}
LABEL org.opencontainers.image.title="Tamga" \
      org.opencontainers.image.description="Two-party threshold ECDSA signing and enrolment" \
      org.opencontainers.image.licenses="Apache-2.0"
# libcurl is loaded when an identity provider is configured, libqrencode by `tamga pair`.
# Security updates of the distribution are wanted, so versions are not pinned.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates libcurl4 libgmp10 libpq5 libqrencode4 libssl3 \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --gid 10001 tamga \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin tamga \
    && install -d -o 10001 -g 10001 -m 0700 /var/lib/tamga
COPY migrations /usr/share/tamga/migrations
COPY --from=build /tamga /usr/bin/tamga
ENV TAMGA_LISTEN=0.0.0.0:8080 \
    TAMGA_ADMIN_LISTEN=0.0.0.0:8081 \
    TAMGA_MIGRATIONS=/usr/share/tamga/migrations \
    TAMGA_KEK_FILE=/var/lib/tamga/kek
USER 10001:10001
WORKDIR /
EXPOSE 8080 8081
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 CMD ["tamga", "health"]
ENTRYPOINT ["tamga"]
CMD ["serve"]
