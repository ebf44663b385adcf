"""Never answers, and leaves a child behind that does not, either."""

import subprocess
import time

subprocess.Popen(["sleep", "6691"], start_new_session=True)
while True:
    time.sleep(1)
