# Shared by ./dipai and ./test: makes the project's own Python environment in .venv on first use.
# Needs only a POSIX system with Python 3.11 or newer; installs python3-venv itself when run as root on Debian.

say() { printf '%s\n' "$*" >&2; }

find_python() {
  for name in python3 python3.13 python3.12 python3.11; do
    command -v "$name" >/dev/null 2>&1 || continue
    "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { printf '%s' "$name"; return 0; }
  done
  return 1
}

have_apt_as_root() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; }

# apt_install PURPOSE PACKAGE... : installs as root, otherwise prints the one command to type.
apt_install() {
  purpose=$1; shift
  if have_apt_as_root; then
    say "· installing $* ($purpose)"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; } \
      >"$ROOT/.venv-apt.log" 2>&1 || { say "dipai: apt-get could not install $*; see $ROOT/.venv-apt.log"; return 1; }
    rm -f "$ROOT/.venv-apt.log"
  else
    say "dipai: $purpose needs the packages '$*'. Type this once, then run the same command again:"
    say "    sudo apt-get install $*"
    return 1
  fi
}

# ensure_environment EXTRAS : EXTRAS is a comma list from pyproject.toml, possibly empty.
ensure_environment() {
  extras=$1
  python=$(find_python) || {
    say "dipai: Python 3.11 or newer is needed; this system has $(python3 --version 2>&1 || echo none)."; exit 2; }
  if [ ! -x "$ROOT/.venv/bin/python" ] || ! "$ROOT/.venv/bin/python" -m pip --version >/dev/null 2>&1; then
    say "Preparing Dipai (first use only, about two minutes)"
    say "· making the environment in .venv"
    rm -rf "$ROOT/.venv"
    if ! "$python" -m venv "$ROOT/.venv" >/dev/null 2>&1; then
      rm -rf "$ROOT/.venv"
      apt_install "the Python environment" python3-venv || exit 2
      "$python" -m venv "$ROOT/.venv" || { say "dipai: '$python -m venv' failed; see the lines above."; exit 2; }
    fi
  fi
  [ -z "$extras" ] && wanted=. || wanted=".[$extras]"
  stamp="$ROOT/.venv/.dipai-$(printf '%s' "$extras" | tr ',' '-')"
  digest=$(cksum <"$ROOT/pyproject.toml")
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$digest" ] && return 0
  say "· installing what it needs (${extras:-runtime})"
  bar=on; [ -t 2 ] || bar=off
  (cd "$ROOT" && .venv/bin/python -m pip install --disable-pip-version-check --no-input --progress-bar "$bar" \
      -e "$wanted" 2>&1 | sed -u -n -e 's/^Collecting \([^ ]*\).*/  - \1/p' -e '/^ERROR/p' -e '/^Successfully/s/.*/  - done/p'; \
      exit "${PIPESTATUS[0]}") >&2 || {
    say "dipai: the installation did not finish (is the network there?). Run the same command again."; exit 2; }
  printf '%s' "$digest" >"$stamp"
}
