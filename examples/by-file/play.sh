#!/bin/sh
# A whole game of pebbles between three people, by commands and files.
set -eu

WORK=${1:?usage: play.sh NEW-FOLDER}
LPBE=${LPBE:-lpbe}
PYTHON=${PYTHON:-python3}
mkdir "$WORK"
cd "$WORK"

as() { # as WHO COMMAND...: everybody has a home, hence a key, of their own
    who=$1
    shift
    printf '%s$ lpbe %s\n' "$who" "$*"
    XDG_CONFIG_HOME="$PWD/$who" $LPBE "$@"
}

field() { # field NAME...: one value of a JSON answer
    $PYTHON -c 'import json, sys
value = json.load(sys.stdin)
for name in sys.argv[1:]:
    value = value[int(name) if name.isdecimal() else name]
print(value if isinstance(value, str) else json.dumps(value))' "$@"
}

first_order() { # first_order WHO SEAT: the first legal order, as it is typed
    XDG_CONFIG_HOME="$PWD/$1" $LPBE legal mars --as "$2" --json | $PYTHON -c 'import json, sys
order = json.load(sys.stdin)["orders"][0]
def typed(value):
    return ",".join(value) if isinstance(value, list) else value
print(order["order"], *(f"{k}={typed(v)}" for k, v in order.items() if k != "order"))'
}

# --- sitting down
as ana new mars --game pebbles --seats red,blue,green --as red --set pebbles.rounds=2
blue=$(XDG_CONFIG_HOME="$PWD/ana" $LPBE invite mars --json | field invitations blue)
green=$(XDG_CONFIG_HOME="$PWD/ana" $LPBE invite mars --json | field invitations green)
as ben join mars --seat blue --name Ben --code "$blue"
as cleo join mars --seat green --name Cleo --lang fr --code "$green"
as ana run mars
as ana ready mars
as ben ready mars
as cleo ready mars
as ana run mars

# --- a secret choice of everybody at once; Ben changes his mind
as ben report mars
as ben try mars 'bid coins=2'
as ben order mars 'bid coins=2'
as ben order mars 'bid coins=3'
as ana order mars 'bid coins=1'
as ana run mars
as cleo order mars 'bid coins=0' --note 'bonne chance'
as ana run mars

# --- a batch that stops at a draw, and a standing policy
as ben order mars 'dig; end-turn'
as ana run mars
as ben report mars
printf '[pebbles]\nbid = 1\nshelter = "never"\n' > my-policy.toml
as ben policy mars my-policy.toml
as ana run mars
as ben order mars "$(first_order ben blue); end-turn" -o order.toml

# --- the same step, stateless
as ana apply mars/game.toml order.toml -o next.toml --report report.txt --json
cp order.toml mars/inbox/
as ana run mars

# --- Cleo loses her key
rm cleo/lpbe/key
as cleo key new
line=$(XDG_CONFIG_HOME="$PWD/cleo" $LPBE key show)
as ana replace mars green --to "$line"
as ana run mars
as ana endorse mars
as ben endorse mars
as ana run mars

# --- and on to the end
while :; do
    now=$(XDG_CONFIG_HOME="$PWD/ana" $LPBE show mars --json)
    [ "$(echo "$now" | field over)" = false ] || break
    for seat in $(echo "$now" | field window waiting | tr -d '[],"'); do
        case $seat in red) who=ana ;; blue) who=ben ;; *) who=cleo ;; esac
        as "$who" order mars "$(first_order "$who" "$seat")"
    done
    as ana run mars
done

# --- a stranger checks everything
as stranger verify mars
