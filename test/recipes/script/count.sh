#!/bin/sh
# Counts people in Headroom. Each line of the input is a number: 2 means two people in, -1 means one person out.
# If there is no answer, it sends the same again until there is one: because of its key, a line counts once.
: "${HEADROOM:?is missing}" "${EVENT:?is missing}" "${AREA:?is missing}" "${KEY:?is missing}"
source="{\"sourceId\":\"${SOURCE:-script}\",\"areaId\":\"$AREA\"}"
while read -r line || [ -n "$line" ]; do
  people=$(printf %s "$line" | tr -d '\r' | sed -e 's/^+\([0-9]\)/\1/' -e 's/^\(-\{0,1\}\)0*\([0-9]\)/\1\2/')
  case $people in
    '' | - | ?*[!0-9]* | [!0-9-]*) echo "not a number: $line" >&2 && continue ;;
    -*) what="\"out\":${people#-}" ;;
    *) what="\"in\":$people" ;;
  esac
  key=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  answer=$(printf 'Authorization: Bearer %s' "$KEY" |
    curl --no-progress-meter -m 20 --retry 100000 --retry-all-errors --retry-delay 5 -H @- \
      --data "{\"source\":$source,\"items\":[{\"key\":\"$key\",$what}]}" "${HEADROOM%/}/api/events/$EVENT/counts")
  echo "$answer"
  case $answer in *'"accepted"'* | *'"duplicate"'*) ;; *) exit 1 ;; esac
done
