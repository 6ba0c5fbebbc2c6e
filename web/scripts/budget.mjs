// Script and style of the page together, compressed, may weigh so much and no more.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const MOST = 300 * 1024;
const folder = new URL("../../crates/server/dist/assets/", import.meta.url);
const files = readdirSync(folder).filter((file) => /\.(js|css)$/.test(file));
const sizes = files.map((file) => gzipSync(readFileSync(new URL(file, folder))).length);
const all = sizes.reduce((sum, size) => sum + size, 0);
console.log(`script and style: ${(all / 1024).toFixed(1)} KB compressed, ${MOST / 1024} KB allowed`);
if (all > MOST) process.exit(1);
