#!/bin/sh
# Asks a running server everything that its own description allows, and much that it does not: no answer may be a fault of
# the server or outside the description. Needs curl, python3 and the program schemathesis (pip install schemathesis);
# SCHEMATHESIS says where it is, EXAMPLES how much is asked of each address.
#
#   tools/check_api.sh PATH-TO-SANDTABLE [GAME]
set -eu
program=${1:?name the sandtable program}
game=${2:-mars}
folder=$(mktemp -d)
"$program" serve --port 0 --data "$folder/games" --max-requests 0 --max-decisions 0 --max-games-an-hour 0 \
    > "$folder/out" 2> "$folder/log" &
server=$!
trap 'kill $server 2> /dev/null || true; wait $server 2> /dev/null || true; rm -rf "$folder"' EXIT
for _ in 1 2 3 4 5 6 7 8 9 10; do
    url=$(grep -o 'http://[0-9.:]*' "$folder/out" || true)
    [ -n "$url" ] && break
    sleep 1
done
# A game of its own, so that questions about a game have something to be about.
curl -sf "$url/api/games" -H 'Content-Type: application/json' -d "{\"game\":\"$game\"}" > "$folder/game"
read_json() { python3 -c "import json,sys; print(eval('json.load(open(sys.argv[1]))' + sys.argv[2]))" "$folder/game" "$1"; }
id=$(read_json "['id']")
secret=$(read_json "['seats'][0]['secret']")
curl -sf "$url/api/shelf/$game" > "$folder/game"
kind=$(read_json "['kinds'][0]['name']")
curl -sf "$url/api/shelf/$game/tables" > "$folder/game"
table=$(read_json "['tables'][0]['table']")
cat > "$folder/schemathesis.toml" << END
[parameters]
"path.id" = "$id"
"path.game" = "$game"
"path.kind" = "$kind"
"path.table" = "$table"
END
# Live streams do not end; a new secret would shut us out; a resignation would end the game. It writes what it has found
# into the folder where it runs.
schemathesis=$(realpath "$(command -v "${SCHEMATHESIS:-schemathesis}")")
cd "$folder"
"$schemathesis" --config-file "$folder/schemathesis.toml" run "$url/api/openapi.json" \
    --exclude-path-regex '/(events|renew|resign)$' --phases coverage,fuzzing --max-examples "${EXAMPLES:-50}" \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance \
    --header "Authorization: Bearer $secret" --request-timeout 30
