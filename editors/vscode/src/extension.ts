import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions } from "vscode-languageclient/node";

/** VS Code drops links of schemes it does not know from hovers; this command, for hovers only, follows them. */
const OPEN = "agents-ls.openPrompt";

/** What reaches the agent that works on the file in front. */
interface Status { uri: string; text: string; detail: string; runtime: string; files: number }

let client: LanguageClient | undefined;
let statusItem: vscode.StatusBarItem | undefined;
/** Stands in for the server's command while there is no server. */
let standIn: vscode.Disposable | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  statusItem = vscode.window.createStatusBarItem("agents-ls.status", vscode.StatusBarAlignment.Right);
  statusItem.name = "agents-ls";
  context.subscriptions.push(
    statusItem,
    vscode.window.onDidChangeActiveTextEditor(() => void showStatus()),
    vscode.commands.registerCommand("agents-ls.restart", restart),
    vscode.commands.registerCommand(OPEN, openPrompt),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("agents-ls.path")) void restart();
    }),
  );
  await restart();
}

export function deactivate(): Promise<void> {
  return (turn = turn.then(stop));
}

/** Settings may change while the server starts, so each start waits for the one before. */
let turn = Promise.resolve();

function restart(): Promise<void> {
  turn = turn.then(stop).then(start).catch((error) => console.error(error));
  return turn;
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  statusItem?.hide();
  await running?.dispose().catch(() => {});
}

async function start(): Promise<void> {
  const command = vscode.workspace.getConfiguration("agents-ls").get<string>("path") || "agents-ls";
  standIn?.dispose();
  if (!isProgram(command)) {
    const standIns = Object.keys(NOTHING).map((name) => vscode.commands.registerCommand(name, () => tellMissing(command)));
    standIn = vscode.Disposable.from(...standIns);
    void tellMissing(command);
    return;
  }
  client = new LanguageClient("agents-ls", "agents-ls", { command, args: ["lsp"] }, options);
  client.onNotification("agents-ls/statusChanged", () => void showStatus());
  await client.start();
  await showStatus();
}

async function showStatus(): Promise<void> {
  const file = vscode.window.activeTextEditor?.document.uri;
  const asked = file?.scheme === "file" && client?.isRunning() ? client : undefined;
  const uri = file && asked?.code2ProtocolConverter.asUri(file);
  const status = await asked?.sendRequest<Status | null>("agents-ls/status", { uri }).catch(() => null);
  if (!statusItem || file !== vscode.window.activeTextEditor?.document.uri) return;
  if (!status?.files) return statusItem.hide();
  statusItem.text = status.text;
  statusItem.tooltip = status.detail;
  statusItem.command = { command: "agents-ls.showPrompt", title: "Show effective prompt", arguments: [status.uri, status.runtime] };
  statusItem.show();
}

/** What a command of the server that has no answer comes to. */
const NOTHING: Record<string, string> = {
  "agents-ls.showPrompt": "agents-ls: no prompt for this file",
  "agents-ls.fixAll": "agents-ls: nothing to fix in this file",
};

const options: LanguageClientOptions = {
  documentSelector: [
    { scheme: "file", language: "markdown" },
    { scheme: "file", pattern: "**/agents-ls.toml" },
  ],
  middleware: {
    // The server's commands want a file; from the command palette, it is the one in front.
    executeCommand: async (command, args, next) => {
      const file = args[0] ?? vscode.window.activeTextEditor?.document.uri.toString();
      const shown = file && (await next(command, [file, ...args.slice(1)]));
      if (!shown) void vscode.window.showInformationMessage(NOTHING[command] ?? "agents-ls: nothing to do here");
      return shown;
    },
    window: {
      showDocument: async (params) => {
        await openPrompt(params.uri);
        return { success: true };
      },
    },
    provideHover: async (document, position, token, next) => {
      const hover = await next(document, position, token);
      for (const part of hover?.contents ?? []) {
        if (!(part instanceof vscode.MarkdownString)) continue;
        part.value = part.value.replace(/\]\((agents-ls:\S+)\)$/gm, (_, uri) => `](command:${OPEN}?${encodeURIComponent(JSON.stringify(uri))})`);
        part.isTrusted = { enabledCommands: [OPEN] };
      }
      return hover;
    },
  },
};

async function openPrompt(uri: string): Promise<void> {
  const prompt = vscode.Uri.parse(uri);
  if (prompt.scheme !== "agents-ls") return;
  await vscode.window.showTextDocument(prompt, { viewColumn: vscode.ViewColumn.Beside });
}

function isProgram(command: string): boolean {
  const folders = /[\\/]/.test(command) ? [""] : (process.env.PATH ?? "").split(delimiter);
  return folders.some((folder) => ["", ".exe"].some((end) => existsSync(join(folder, command + end))));
}

async function tellMissing(command: string): Promise<void> {
  const set = "Set path";
  const text = `agents-ls: there is no program "${command}". Install it, or set agents-ls.path.`;
  if ((await vscode.window.showErrorMessage(text, set)) === set) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "agents-ls.path");
  }
}
