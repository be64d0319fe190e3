# Tells Headroom every 10 s what a counter shows: python3 totals.py COMMAND
# The command prints two numbers: all people in and all people out since the counter's start.
import http.client, json, os, subprocess, sys, time, urllib.error, urllib.request
url = f"{os.environ['HEADROOM']}/api/events/{os.environ['EVENT']}/counts"
headers = {"Authorization": f"Bearer {os.environ['KEY']}", "User-Agent": "headroom-script"}
source = {"sourceId": os.environ.get("SOURCE", "counter"), "areaId": os.environ["AREA"]}
while True:
    ins, outs = map(int, subprocess.check_output(sys.argv[1:]).split())
    item = {"inTotal": ins, "outTotal": outs, "at": int(time.time() * 1000)}
    body, wait = json.dumps({"source": source, "items": [item]}).encode(), int(os.environ.get("EVERY", 10))
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=20) as response:
            print(response.read().decode(), flush=True)
    except urllib.error.HTTPError as error:
        if error.code < 500 and error.code != 429: sys.exit(error.read().decode())
        wait = max(wait, int(error.headers.get("Retry-After", 0)))
    except (OSError, http.client.HTTPException) as error: print(f"no answer: {error}", file=sys.stderr)
    time.sleep(wait)
