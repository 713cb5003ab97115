#!/bin/sh
# A whole game of Living Planet between three people, by commands and files.
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
    XDG_CONFIG_HOME="$PWD/$who" XDG_STATE_HOME="$PWD/$who" $LPBE "$@"
}

field() { # field NAME...: one value of a JSON answer
    $PYTHON -c 'import json, sys
value = json.load(sys.stdin)
for name in sys.argv[1:]:
    value = value[int(name) if name.isdecimal() else name]
print(value if isinstance(value, str) else json.dumps(value))' "$@"
}

first_order() { # first_order WHO SEAT [WORD]: the first legal order, or the first with that word, as it is typed
    XDG_CONFIG_HOME="$PWD/$1" XDG_STATE_HOME="$PWD/$1" $LPBE legal mars ${3:-} --as "$2" --json | field texts 0
}

# --- sitting down
as ana new mars --game living-planet --seats red,blue,green --as red --set living-planet.first_leader=red
blue=$(XDG_CONFIG_HOME="$PWD/ana" XDG_STATE_HOME="$PWD/ana" $LPBE invite mars --json | field invitations blue)
green=$(XDG_CONFIG_HOME="$PWD/ana" XDG_STATE_HOME="$PWD/ana" $LPBE invite mars --json | field invitations green)
as ben join mars --seat blue --name Ben --code "$blue"
as cleo join mars --seat green --name Cleo --lang fr --code "$green"
as ana run mars
as ben ready mars
as cleo ready mars
as ana run mars

# --- everybody lays a planet card in secret; Ben changes his mind
as ben report mars
as ben try mars 'select card 4'
as ben order mars 'select card 4'
as ben order mars 'select card 5'
as ana order mars 'select card 2'
as ana run mars
as cleo order mars 'choisir carte 6' --note 'bonne chance'
as ana run mars

# --- Ana leads: the dice and the effect of her card in one message
as ana order mars 'dice blue red yellow green; double oil'
as ana run mars

# --- a batch that stops at a draw, and a standing policy
as ben order mars 'subsidy; explore; heal B1'
as ana run mars
as ben report mars
printf '[living-planet]\nprotect = "always"\nheal = "all"\n' > my-policy.toml
as ben policy mars my-policy.toml
as ana run mars
as ben order mars "$(first_order ben blue turn); return" -o order.toml

# --- the same step, stateless
as ana apply mars/game.toml order.toml -o next.toml --report report.txt --json
cp order.toml mars/inbox/
as ana run mars

# --- Cleo loses her key
rm cleo/lpbe/key
as cleo key new
line=$(XDG_CONFIG_HOME="$PWD/cleo" XDG_STATE_HOME="$PWD/cleo" $LPBE key show --for mars --seat green --json | field public)
as ana replace mars green --to "$line"
as ana run mars
as ana endorse mars
as ben endorse mars
as ana run mars

# --- to the end of the second turn, with the first order of every list
while :; do
    now=$(XDG_CONFIG_HOME="$PWD/ana" XDG_STATE_HOME="$PWD/ana" $LPBE show mars --json)
    [ "$(echo "$now" | field table turn number)" -le 2 ] || break
    for seat in $(echo "$now" | field window waiting | tr -d '[],"'); do
        case $seat in red) who=ana ;; blue) who=ben ;; *) who=cleo ;; esac
        as "$who" order mars "$(first_order "$who" "$seat")"
    done
    as ana run mars
done

# --- it is late: all leave, and the other ten turns are played by policy and defaults
as ana resign mars --yes
as ben resign mars --yes
as cleo resign mars --yes
as ana run mars

# --- a stranger checks everything
as stranger verify mars
