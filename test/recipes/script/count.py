# Counts people in Headroom. Each line of the input is a number: 2 means two people in, -1 means one person out.
# If there is no answer, it sends the same again until there is one: because of its key, a line counts once.
import http.client, json, os, sys, time, urllib.error, urllib.request, uuid
url = f"{os.environ['HEADROOM']}/api/events/{os.environ['EVENT']}/counts"
headers = {"Authorization": f"Bearer {os.environ['KEY']}", "User-Agent": "headroom-script"}
source = {"sourceId": os.environ.get("SOURCE", "script"), "areaId": os.environ["AREA"]}
for line in sys.stdin:
    item = {"key": str(uuid.uuid4()), "in": max(int(line), 0), "out": max(-int(line), 0)}
    request = urllib.request.Request(url, json.dumps({"source": source, "items": [item]}).encode(), headers)
    answer = None
    while answer is None:
        try:
            with urllib.request.urlopen(request, timeout=20) as response:
                answer = response.read().decode()
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code != 429: sys.exit(error.read().decode())
            time.sleep(int(error.headers.get("Retry-After", 5)))
        except (OSError, http.client.HTTPException): time.sleep(5)
    print(answer, flush=True)
    if '"refused"' in answer: sys.exit(1)
