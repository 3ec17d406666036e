#!/bin/sh
# Builds PARTS parts (8), ONCE of them at the same time (2). A part that takes over LIMIT seconds (1800) is killed. One that
# fails or is killed begins again, twice at most.
export JOB_COMPLETION_COUNT="${PARTS:-8}" LIMIT="${LIMIT:-1800}"
seq 0 $((JOB_COMPLETION_COUNT - 1)) | xargs -P "${ONCE:-2}" -I '{}' sh -c '
  export JOB_COMPLETION_INDEX={}
  for try in 1 2 3; do
    timeout -s KILL "$LIMIT" npx articles build --shard auto --out "parts/{}" && exit
  done
  echo "part {} failed three times" >&2
  exit 1'
