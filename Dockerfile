# See src/router/operations.md. Run: docker run -p 8787:8787 -e ROUTER_API_KEY=… -v patchbay:/data patchbay
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc check-node.cjs ./
RUN npm ci --ignore-scripts
COPY index.html tsconfig.json vite.config.ts LICENSE ./
COPY public public
COPY src src
RUN npm run build && npm ci --ignore-scripts --omit=dev

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /build/package.json /build/LICENSE ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
RUN mkdir -m 700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8787}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/router/main.js"]
