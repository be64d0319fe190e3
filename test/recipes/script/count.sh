#!/bin/sh
# Counts people in Headroom. Each line of the input is a number: 2 means two people in, -1 means one person out.
# All lines that wait go into one call. If there is no answer, it sends the same again until there is one: because of its
# key, a line counts once.
: "${HEADROOM:?is missing}" "${EVENT:?is missing}" "${AREA:?is missing}" "${KEY:?is missing}"
source="{\"sourceId\":\"${SOURCE:-script}\",\"areaId\":\"$AREA\"}" newline='
'
rest='' more=yes spare=95 last=$(date +%s)
while [ "$more" ]; do
  # One read, of 200 bytes: that are at most the 100 lines that one call may have. The dot keeps the last line break.
  chunk=$(dd bs=200 count=1 2>/dev/null; echo .)
  if [ "$chunk" = . ]; then [ "$rest" ] || break; more='' chunk="$newline."; fi
  text=$rest${chunk%.}
  rest=${text##*"$newline"}
  case $text in *"$newline"*) ;; *) continue ;; esac
  call=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n') items=''
  while read -r people; do
    case $people in
      '' | - | ?*[!0-9]* | [!0-9-]*) echo "not a number: $people" >&2 && continue ;;
      -*) what="\"out\":${people#-}" ;;
      *) what="\"in\":$people" ;;
    esac
    items="$items,{\"key\":\"$call-${#items}\",$what}"
  done <<LINES
$(printf %s "${text%"$newline"*}" | tr -d '\r' | sed -e 's/^+\([0-9]\)/\1/' -e 's/^\(-\{0,1\}\)0*\([0-9]\)/\1\2/')
LINES
  [ "$items" ] || continue
  answer=$(printf 'Authorization: Bearer %s' "$KEY" |
    curl --no-progress-meter -m 20 --retry 100000 --retry-all-errors --retry-delay 5 -H @- \
      --data "{\"source\":$source,\"items\":[${items#,}]}" "${HEADROOM%/}/api/events/$EVENT/counts")
  echo "$answer"
  case $answer in *'"refused"'*) exit 1 ;; *'"accepted"'* | *'"duplicate"'*) ;; *) exit 1 ;; esac
  # Of 20 calls at once and one in 5 s, some are left; without any, lines wait here rather than in a call that waits.
  now=$(date +%s)
  spare=$((spare + now - last - 5)) last=$now
  [ $spare -le 95 ] || spare=95
  [ $spare -gt 0 ] || sleep 5
done
