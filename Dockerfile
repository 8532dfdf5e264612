# An image of the server alone: docker build -t espalier . && docker run -p 8080:8080 -v espalier:/data espalier
# With a name for others: docker run … espalier -host trees.example.edu (see cmd/server/README.md).
FROM golang:1.26 AS build
WORKDIR /source
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -o /espalier ./cmd/server && mkdir /data

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /espalier /espalier
# The user of the image may write here alone.
COPY --from=build --chown=65532:65532 /data /data
USER 65532:65532
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["/espalier", "-check", "http://127.0.0.1:8080/readyz"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/espalier", "-addr", "0.0.0.0:8080", "-data", "/data"]
