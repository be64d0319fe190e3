# Counts people in Headroom. Each line of the input is a number: 2 means two people in, -1 means one person out.
# All lines that wait go into one call. If there is no answer, it sends the same again until there is one: because of its
# key, a line counts once.
import http.client, json, os, queue, sys, threading, time, urllib.error, urllib.request, uuid
headroom, event, area, key = (os.environ.get(name) or sys.exit(f"{name} is missing") for name in ("HEADROOM", "EVENT", "AREA", "KEY"))
url, source = f"{headroom.rstrip('/')}/api/events/{event}/counts", {"sourceId": os.environ.get("SOURCE", "script"), "areaId": area}
headers = {"Authorization": f"Bearer {key}", "User-Agent": "headroom-script"}
lines, items, more = queue.Queue(), [], True
def read():
    for line in sys.stdin: lines.put(line)
    lines.put(None)
threading.Thread(target=read, daemon=True).start()
while more or items:
    while len(items) < 100 and more and not (items and lines.empty()):
        line = lines.get()
        if line is None: more = False; break
        try: people = int(line)
        except ValueError: print(f"not a number: {line.strip()}", file=sys.stderr); continue
        items.append({"key": str(uuid.uuid4()), "in": max(people, 0), "out": max(-people, 0)})
    if not items: break
    try:
        request = urllib.request.Request(url, json.dumps({"source": source, "items": items}).encode(), headers)
        with urllib.request.urlopen(request, timeout=20) as response: answer = response.read().decode()
    except (OSError, http.client.HTTPException) as error:
        if getattr(error, "code", 503) < 500 and error.code != 429: sys.exit(error.read().decode())
        print(f"no answer: {error}", file=sys.stderr, flush=True)
        time.sleep(int(error.headers.get("Retry-After", 5)) if hasattr(error, "headers") else 5)
    else:
        print(answer, flush=True)
        if '"refused"' in answer: sys.exit(1)
        items = []
