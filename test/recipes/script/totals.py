# Tells Headroom every 10 s what a counter shows: python3 totals.py COMMAND
# The command prints two numbers: all people in and all people out since the counter's start.
import http.client, json, os, subprocess, sys, time, urllib.error, urllib.request
headroom, event, area, key = (os.environ.get(name) or sys.exit(f"{name} is missing") for name in ("HEADROOM", "EVENT", "AREA", "KEY"))
url, source = f"{headroom.rstrip('/')}/api/events/{event}/counts", {"sourceId": os.environ.get("SOURCE", "counter"), "areaId": area}
headers = {"Authorization": f"Bearer {key}", "User-Agent": "headroom-script"}
while len(sys.argv) > 1 or sys.exit("python3 totals.py COMMAND"):
    wait = int(os.environ.get("EVERY", 10))
    try:
        ins, outs = map(int, subprocess.check_output(sys.argv[1:]).split())
        item = {"inTotal": ins, "outTotal": outs}
        body = json.dumps({"source": source, "items": [item]}).encode()
        with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=20) as response:
            print(response.read().decode(), flush=True)
    except urllib.error.HTTPError as error:
        if error.code < 500 and error.code != 429: sys.exit(error.read().decode())
        wait = max(wait, int(error.headers.get("Retry-After", 0)))
    except (OSError, http.client.HTTPException) as error: print(f"no answer: {error}", file=sys.stderr, flush=True)
    except (ValueError, subprocess.CalledProcessError) as error: print(f"no two numbers: {error}", file=sys.stderr, flush=True)
    time.sleep(wait)
