import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = process.env.SANDTABLE ?? "http://127.0.0.1:4242";

export default defineConfig({
	plugins: [svelte()],
	build: {
		// Beside the server, which is packaged with it.
		outDir: "../crates/server/dist",
		emptyOutDir: true,
		target: "es2022",
		// The server's policy forbids anything inline, so nothing is.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
	},
	server: {
		// The server lets no page of another server change anything: for it this one is its own.
		proxy: { "/api": { target: server, changeOrigin: true, headers: { origin: server } } },
	},
	test: { include: ["tests/unit/**/*.test.ts"], environment: "jsdom" },
	resolve: process.env.VITEST ? { conditions: ["browser"] } : undefined,
});
