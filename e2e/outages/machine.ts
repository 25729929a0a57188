/** Does what systemd would with the unit of Liksa and with nginx, in a folder that has no systemd. */
export const systemctl = `#!/bin/bash
set -euo pipefail
unit=/etc/systemd/system/liksa@.service
said() { sed -n "s/^$1=//p" "$unit" | head -1; }

start() {
  local port=\${1#liksa@}
  install -d -m 0700 -o "$(said User)" /var/lib/liksa
  (
    # As systemd reads it: values as they stand, without quotes.
    mapfile -t settings < <(grep '^[A-Z]' "$(said EnvironmentFile)")
    export "\${settings[@]}" LIKSA_LISTEN=127.0.0.1:$port
    # shellcheck disable=SC2046 # the words of the command
    setsid runuser -u "$(said User)" -- $(said ExecStart) > "/var/log/$1.log" 2>&1 < /dev/null &
    echo $! > "/run/$1.pid"
  )
  for _ in $(seq 200); do
    curl --fail --silent --output /dev/null "http://127.0.0.1:$port/healthz" && return
    sleep 0.1
  done
  cat "/var/log/$1.log" >&2
  return 1
}

stop() {
  local pid
  pid=$(cat "/run/$1.pid")
  pkill -TERM -P "$pid" || true
  tail --pid="$pid" -f /dev/null
}

case "$1" in
  daemon-reload) ;;
  enable) shift 2; for one; do start "$one"; done ;;
  start) start "$2" ;;
  stop) stop "$2" ;;
  restart) stop "$2"; start "$2" ;;
  reload) if [ -s /run/nginx.pid ]; then nginx -s reload; else nginx; fi ;;
  *) echo "systemctl $*: not known here" >&2; exit 1 ;;
esac
`;

/** Debian starts what it installs where it knows in which state the machine is, which systemd or init says elsewhere. */
export const runlevel = `#!/bin/sh
echo N 2
`;

/** Without systemd or init, what is installed starts only where a policy says so. */
export const policy = `#!/bin/sh
exit 0
`;
