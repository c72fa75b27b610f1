# Sourced: clones the committed state into a temporary directory and goes there.
root=$(git -C "$(dirname "${BASH_SOURCE[0]}")" rev-parse --show-toplevel)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone --quiet "$root" "$work/kopa-env"
[ -e "$root/../shared" ] && ln -s "$(realpath "$root/../shared")" "$work/shared"
cd "$work/kopa-env"
export KOPA_CACHE_DIR="$work/cache"
unset PYTHONPATH VIRTUAL_ENV

say() { printf '\n== %s\n' "$1"; }

# The report and the picture of a graph are tested in a real browser, where one can be had.
want_browser() {
  command -v chromium chromium-browser google-chrome > /dev/null && return
  [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null || { say "no browser: its tests skip"; return; }
  { apt-get install -y -qq chromium || { apt-get update -qq && apt-get install -y -qq chromium; }; } \
    > /dev/null 2>&1 || say "no browser: its tests skip"
}

# Run the shell block that follows the comment <!-- $1 --> in README.md.
run_readme() {
  local block
  block=$(awk -v mark="<!-- $1 -->" '
    $0 == mark {found = 1; next}
    found && /^```/ {if (inside) exit; inside = 1; next}
    inside' README.md)
  [ -n "$block" ] || { echo "README.md has no block $1" >&2; return 1; }
  PATH="$(dirname "$(command -v "$PYTHON")"):$PATH" bash -euo pipefail -c "${block//python3 /$PYTHON }"
}
