#!/bin/sh
# One tick of a host of many games: read what players wrote, run every game, send what is due.
# Each of the three is done whatever the others meet. The exit code is that of the first that failed; 75, which passes by
# itself, only if nothing worse happened.
# Somebody else who does the same at the same time is waited for.
set -u
GAMES=${1:?usage: MAIL_IN=... MAIL_OUT=... tick.sh FOLDER}
PATH=${HOME:-}/.local/bin:$PATH:/usr/sbin
failed=0

tick() {
    "$@" && return
    code=$?
    case $failed in 0 | 75) [ "$code" = 75 ] && [ "$failed" = 75 ] || failed=$code ;; esac
}

# shellcheck disable=SC2086 # both are options of lpbe mail, word by word
tick lpbe mail in "$GAMES" ${MAIL_IN:?where mails are read: see lpbe mail in --help}
tick lpbe run "$GAMES"
# shellcheck disable=SC2086
tick lpbe mail out "$GAMES" ${MAIL_OUT:?where mails are sent: see lpbe mail out --help}
exit "$failed"
