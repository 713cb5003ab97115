#!/bin/sh
# A game of three people in a git repository: a bare one that all can push to, and a clone for each of them.
set -eu

WORK=${1:?usage: play.sh NEW-FOLDER}
LPBE=${LPBE:-lpbe}
PYTHON=${PYTHON:-python3}
mkdir "$WORK"
cd "$WORK"
WORK=$PWD

as() { # as WHO COMMAND...: everybody has a home, hence a key, of their own
    who=$1
    shift
    printf '%s$ lpbe %s\n' "$who" "$*"
    XDG_CONFIG_HOME="$WORK/$who/home" XDG_STATE_HOME="$WORK/$who/home" $LPBE "$@"
}

field() { # field NAME...: one value of a JSON answer
    $PYTHON -c 'import json, sys
value = json.load(sys.stdin)
for name in sys.argv[1:]:
    value = value[int(name) if name.isdecimal() else name]
print(value if isinstance(value, str) else json.dumps(value))' "$@"
}

asked() { # asked WHO: what this command would print for programs
    who=$1
    shift
    XDG_CONFIG_HOME="$WORK/$who/home" XDG_STATE_HOME="$WORK/$who/home" $LPBE "$@" --json
}

# --- Ana begins a game, makes a repository of it, and puts it where the others can reach it
mkdir ana ben cleo
as ana new ana/mars --game pebbles --seats red,blue,green --as red --name Ana --set pebbles.rounds=1
as ana repo init ana/mars
git init --quiet --bare --initial-branch=main mars.git
git -C ana/mars remote add origin "$WORK/mars.git"
git -C ana/mars push --quiet -u origin main

# --- Ben and Cleo clone it, sit down, and send that
for who in ben cleo; do
    git clone --quiet mars.git "$who/mars"
    case $who in ben) seat=blue ;; *) seat=green ;; esac
    as "$who" join "$who/mars" --seat "$seat" --name "$who" --code "$(asked ana invite ana/mars | field invitations "$seat")"
    as "$who" repo send "$who/mars"
done

# --- the host runs the game: fetched, applied, pushed
as ana run ana/mars --commit --push
for who in ben cleo; do
    as "$who" repo send "$who/mars"
    as "$who" ready "$who/mars"
done

# --- both push at the same time; so does the host: nothing is lost, and nobody has to pull
as ben repo send ben/mars > ben.out &
as cleo repo send cleo/mars > cleo.out &
as ana run ana/mars --commit --push > ana.out &
wait
cat ben.out cleo.out ana.out
as ana run ana/mars --commit --push

# --- Ana has a note of her own in the folder: it stays as it is
echo 'blue is short of coins' > ana/mars/mine.txt

# --- to the end: whoever is asked gives the first order of the list
while :; do
    now=$(asked ana repo send ana/mars)
    [ "$(echo "$now" | field over)" = false ] || break
    for seat in $(echo "$now" | field window waiting | tr -d '[],"'); do
        case $seat in red) who=ana ;; blue) who=ben ;; *) who=cleo ;; esac
        as "$who" repo send "$who/mars" > /dev/null
        as "$who" order "$who/mars" "$(asked "$who" legal "$who/mars" | field texts 0)"
        as "$who" repo send "$who/mars"
    done
    as ana run ana/mars --commit --push
done
cat ana/mars/mine.txt

# --- a stranger clones it and checks everything; its history is one line
git clone --quiet mars.git stranger
git -C stranger log --oneline --graph
as stranger verify stranger
