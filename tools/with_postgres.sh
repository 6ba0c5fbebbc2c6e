#!/usr/bin/env bash
# Starts a PostgreSQL of its own on a free loopback port, runs a command with its address in SANDTABLE_STORE, and ends it.
#   tools/with_postgres.sh COMMAND...
set -euo pipefail
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1)
PATH=${bin:+$bin:}$PATH
folder=$(mktemp -d)
run=()
if [ "$(id -u)" = 0 ]; then
    # A database never runs as the user who may do everything.
    chown postgres "$folder"
    run=(setpriv --reuid=postgres --regid=postgres --clear-groups)
fi
trap '(cd "$folder" && "${run[@]}" pg_ctl stop -s -m fast -D "$folder/data" >/dev/null 2>&1); rm -rf "$folder"' EXIT
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
(
    cd "$folder"
    "${run[@]}" initdb --auth=trust --username=postgres --encoding=UTF8 --no-locale -D "$folder/data" >/dev/null
    "${run[@]}" pg_ctl start -s -w -D "$folder/data" -l "$folder/log" \
        -o "-c port=$port -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c shared_buffers=256MB -c max_wal_size=4GB" </dev/null
)
SANDTABLE_STORE="postgres://postgres@127.0.0.1:$port/postgres" "$@"
