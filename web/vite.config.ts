import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = process.env["CORSAIRES_SERVER"] ?? "http://127.0.0.1:8321";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/corsaires/web/dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  test: { environment: "happy-dom", include: ["test/**/*.test.ts"] },
});
