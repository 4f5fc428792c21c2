// Run by run.sh: VS Code's own workbench in a headless browser.
// NODE, VSCODE, VSIX, SERVER, WORKSPACE and MODULES in the environment; also OUT, a folder for screenshots, and THEME.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import os from "node:os";
import path from "node:path";

const { chromium } = createRequire(`${process.env.MODULES}/`)("playwright-core");
const { NODE, VSCODE, VSIX, SERVER, WORKSPACE, OUT, THEME = "Default Dark Modern" } = process.env;
const data = fs.mkdtempSync(path.join(os.tmpdir(), "agents-ls-vscode-"));
fs.mkdirSync(path.join(data, "user/User"), { recursive: true });
fs.mkdirSync(path.join(data, "data/Machine"), { recursive: true });
const settings = {
  "workbench.colorTheme": THEME,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "chat.disableAIFeatures": true,
  "telemetry.telemetryLevel": "off",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "git.enabled": false,
  "editor.hover.delay": 100,
  "editor.minimap.enabled": false,
};
fs.writeFileSync(path.join(data, "data/Machine/settings.json"), JSON.stringify(settings));
fs.writeFileSync(path.join(data, "user/User/settings.json"), JSON.stringify(settings));

const main = path.join(VSCODE, "out/server-main.js");
const folders = ["--server-data-dir", data, "--user-data-dir", path.join(data, "user"), "--extensions-dir", path.join(data, "extensions")];
// On PATH rather than in the settings, which a busy machine may hand to extensions too late.
fs.mkdirSync(path.join(data, "bin"));
fs.symlinkSync(SERVER, path.join(data, "bin/agents-ls"));
const env = { ...process.env, NODE_ENV: "production", PATH: `${path.join(data, "bin")}:${process.env.PATH}` };
execFileSync(NODE, [main, ...folders, "--accept-server-license-terms", "--install-extension", VSIX], { env, stdio: "pipe" });
const port = await new Promise((done) => {
  const probe = net.createServer().listen(0, "127.0.0.1", () => {
    const { port } = probe.address();
    probe.close(() => done(port));
  });
});
const server = spawn(
  NODE,
  [main, "--host", "127.0.0.1", "--port", `${port}`, "--without-connection-token", "--accept-server-license-terms", ...folders, "--telemetry-level", "off", "--disable-workspace-trust", "--force-disable-user-env"],
  { env, stdio: "ignore", detached: true },
);
const watchdog = setTimeout(() => stop(2), 180_000);
let browser, page;
let passed = 0, failed = 0;

async function stop(code) {
  clearTimeout(watchdog);
  await browser?.close().catch(() => {});
  try { process.kill(-server.pid, "SIGTERM"); } catch {}
  if (server.exitCode === null && server.signalCode === null) await new Promise((done) => { server.once("exit", done); setTimeout(done, 5000); });
  fs.rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  process.exit(code);
}

async function test(name, body) {
  const start = Date.now();
  try {
    await body();
    passed++;
    console.log(`ok - ${name} (${Date.now() - start} ms)`);
  } catch (error) {
    failed++;
    console.log(`not ok - ${name} (${Date.now() - start} ms)\n${String(error).slice(0, 1200)}`);
    await shot(`failed-${failed}`);
  }
}

const shot = async (name, clip) => OUT && page.screenshot({ path: path.join(OUT, `${name}.png`), clip });
const editor = ".editor-instance .monaco-editor";
const line = (text) => page.locator(`${editor} .view-line`, { hasText: text }).first();

async function until(what, condition) {
  for (let tries = 0; !(await condition()); tries++) {
    if (tries > 200) throw new Error(`timeout: ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

async function open(file) {
  const names = file.split("/");
  for (const [depth, name] of names.entries()) {
    const row = page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${name}"][aria-level="${depth + 1}"]`).first();
    if ((await row.getAttribute("aria-expanded")) !== "true") await row.click();
  }
  await page.locator(`.tab.active[data-resource-name="${names.at(-1)}"]`).waitFor();
  await page.waitForTimeout(300);
}

async function close() {
  await page.locator(".tab.active .codicon-close").last().click();
  await page.waitForTimeout(300);
}

async function hover(text, x = 40) {
  await page.mouse.move(5, 5);
  await page.keyboard.press("Escape");
  const box = await line(text).locator("span").first().boundingBox();
  const shown = page.locator(".monaco-hover:visible .hover-row", { hasText: /^\s*(Reaches|Does not reach) |(lists|drops) this skill|blank line|Started in/ });
  let tries = 0;
  await until("hover", async () => {
    if (tries++ > 6) throw new Error(`no hover on "${text}"`);
    await page.mouse.move(box.x + x, box.y + box.height / 2);
    await page.mouse.move(box.x + x + 1, box.y + box.height / 2);
    return shown.first().waitFor({ timeout: 1500 }).then(() => true, () => false);
  });
  await page.waitForTimeout(300); // it fades in
  return (await shown.first().innerText()).replace(/\s+/g, " ");
}

function has(text, ...parts) {
  for (const part of parts) if (!text.includes(part)) throw new Error(`no "${part}" in: ${text}`);
}

async function command(title) {
  await page.keyboard.press("Escape");
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").first().fill(`>${title}`);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().waitFor();
  await page.keyboard.press("Enter");
}

try {
  await until("server", () => fetch(`http://127.0.0.1:${port}/version`).then((answer) => answer.ok, () => false));
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"] });
  page = await browser.newPage({ viewport: { width: 1200, height: 760 } });
  page.setDefaultTimeout(8000);
  const first = `vscode-remote://127.0.0.1:${port}${WORKSPACE}/services/billing/AGENTS.md`;
  const payload = encodeURIComponent(JSON.stringify([["openFile", first]]));
  await page.goto(`http://127.0.0.1:${port}/?folder=${WORKSPACE}&payload=${payload}`);

  await test("a finding is underlined", async () => {
    await page.waitForSelector(`${editor} .squiggly-warning`, { timeout: 60_000 });
  });
  if (failed) throw new Error("no server, no further tests");
  await test("hover on a cut line", async () => {
    const text = await hover("An invoice that was sent");
    has(text, "Does not reach codex", "cut at byte 36", "900 of 900 bytes, 212 lost", "services/billing/AGENTS.md", "Whole prompt");
    await shot("hover-cut", { x: 348, y: 35, width: 852, height: 500 });
  });
  await test("a finding's code leads to the rule", async () => {
    await page.locator(".monaco-hover:visible a.code-link", { hasText: "budget.truncated" }).first().click();
    await line("Default severity: warning").waitFor();
    await close();
    await hover("An invoice that was sent");
  });
  await test("its link opens the prompt", async () => {
    await page.locator(".monaco-hover:visible a", { hasText: "Whole prompt" }).first().click();
    await line("Harbour: working agreement").waitFor();
    await page.locator('.tab.active[data-resource-name="codex.md"]').waitFor();
    await shot("prompt-link");
    await close();
  });
  await test("a lens says how far the cap is used, and opens the prompt", async () => {
    const lens = page.locator(`${editor} .codelens-decoration a`, { hasText: "codex 900 / 900 bytes, 212 lost with 2 files above" });
    await lens.waitFor();
    await shot("lens");
    await lens.click();
    await line("Harbour: working agreement").waitFor();
    await close();
  });
  await test("the status bar says the same of any file", async () => {
    await page.locator(".statusbar-item", { hasText: "codex 212 bytes lost" }).waitFor();
  });
  await test("hover on a line that reaches the model", async () => {
    has(await hover("# Billing", 20), "Reaches codex");
    await shot("hover-fine");
  });
  await test("the command opens the prompt beside the file", async () => {
    await line("# Billing").click();
    await command("agents-ls: Show effective prompt");
    await line("Harbour: working agreement").waitFor();
    await shot("prompt");
    await close();
  });
  await test("hover on a path", async () => {
    await open("AGENTS.md");
    await line("Follow @docs").waitFor();
    has(await hover("Follow @docs", 120), "docs/glossary.md is not sent", "Started in docs");
    await shot("hover-path");
  });
  await test("a quick fix mends a skill and is saved", async () => {
    await open(".skills/invoice.md");
    await page.waitForSelector(`${editor} .squiggly-warning, ${editor} .squiggly-error`);
    has(await hover("description", 60), "no name");
    await shot("hover-skill");
    await page.keyboard.press("Escape");
    await line("---").click();
    const menu = page.locator(".action-widget", { hasText: "name: invoice" });
    for (let tries = 0; ; tries++) {
      await page.keyboard.press("Control+.");
      if (await menu.waitFor({ timeout: 2000 }).then(() => true, () => false)) break;
      if (tries > 5) throw new Error("no quick fix");
      await page.keyboard.press("Escape");
    }
    await shot("quick-fix");
    await page.keyboard.press("Enter");
    await line("name: invoice").waitFor();
    await until("squiggle gone", async () => !(await page.locator(`${editor} .squiggly-warning`).count()));
    await page.keyboard.press("Control+s");
    await until("saved", () => fs.readFileSync(path.join(WORKSPACE, ".skills/invoice.md"), "utf8").includes("\nname: invoice\n"));
  });
  await test("a restart serves the same files", async () => {
    await open(".skills/jetty.md");
    await page.waitForSelector(`${editor} .squiggly-warning, ${editor} .squiggly-info, ${editor} .squiggly-hint, ${editor} .squiggly-error`);
    await command("agents-ls: Restart server");
    await page.waitForTimeout(1500);
    await hover("description", 60);
  });
  if (OUT) {
    await command("Problems: Focus on Problems View");
    await page.waitForTimeout(800);
    await shot("problems");
  }
} catch (error) {
  failed++;
  console.log(String(error));
  await shot("failed").catch(() => {});
}
console.log(`${passed} passed, ${failed} failed`);
await stop(failed ? 1 : 0);
