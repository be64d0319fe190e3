#!/bin/sh
# Starts the runtime, and ends it once the server that has started it is gone. A server that is killed (kill -9, no memory
# left) ends nothing itself, and its runtime would hold the files that the next server opens.
server=$PPID
runtime=$$
(
  exec 0<&- 1>&- 2>&- 3>&-
  while kill -0 "$server" && kill -0 "$runtime"; do sleep 1; done
  kill -9 "$runtime"
) &
exec "$HEADROOM_WORKERD" "$@"
