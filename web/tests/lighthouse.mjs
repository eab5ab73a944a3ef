// SPDX-License-Identifier: MIT
// Lighthouse on the home screen and on a game: node web/tests/lighthouse.mjs. Fails below 95 in performance (a slow phone, as
// Lighthouse feigns it), accessibility or best practices. Measures time, so the machine should be idle.
import lighthouse from "lighthouse";
import { once } from "node:events";
import { createServer } from "node:net";
import { chromium } from "playwright-core";
import { CHROMIUM, CHROMIUM_ARGS, PATIENCE, serve } from "./browser/world.mjs";

const LEAST = 95;
const CATEGORIES = ["performance", "accessibility", "best-practices"];

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}

const port = await freePort();
const server = await serve();
const browser = await chromium.launch({
  executablePath: CHROMIUM, args: [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`], timeout: PATIENCE,
});
let failed = false;
try {
  for (const [name, path] of [["home", "/"], ["play", "/open#v=abalone&l=belgian-daisy"]]) {
    const { lhr } = await lighthouse(`${server.address}${path}`, { port, output: "json", logLevel: "error", onlyCategories: CATEGORIES });
    const scores = CATEGORIES.map((category) => [category, Math.round(lhr.categories[category].score * 100)]);
    console.log(`${name}: ${scores.map(([category, score]) => `${category} ${score}`).join(", ")}`);
    for (const [category, score] of scores) {
      if (score >= LEAST) continue;
      failed = true;
      for (const { id } of lhr.categories[category].auditRefs) {
        const { score: part, title, displayValue = "" } = lhr.audits[id];
        if (part !== null && part < 0.9) console.log(`  ${id} ${part}: ${title} ${displayValue}`);
      }
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
process.exit(failed ? 1 : 0);
