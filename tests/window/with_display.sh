#!/bin/bash
# Runs a command on an X display of its own with a window manager: with_display.sh COMMAND [ARGUMENT...]
set -u
folder=$(mktemp -d)
mkfifo "$folder/number"
Xvfb -displayfd 3 -screen 0 1920x1080x24 -nolisten tcp 3>"$folder/number" >"$folder/xvfb.log" 2>&1 &
xvfb=$!
manager=""
trap 'kill $manager $xvfb 2>/dev/null; wait 2>/dev/null; rm -rf "$folder"' EXIT
read -r -t 30 number <"$folder/number" || { cat "$folder/xvfb.log" >&2; echo "Xvfb did not start" >&2; exit 1; }
export DISPLAY=":$number"
# Settings and menus of their own, so that nothing of the person who runs the tests is read or written.
export HOME="$folder" XDG_CONFIG_HOME="$folder/config" XDG_DATA_HOME="$folder/data"
unset WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS
openbox >"$folder/openbox.log" 2>&1 &
manager=$!
for _ in $(seq 200); do
    xprop -root _NET_SUPPORTING_WM_CHECK 2>/dev/null | grep -q "window id" && break
    sleep 0.1
done
xprop -root _NET_SUPPORTING_WM_CHECK 2>/dev/null | grep -q "window id" || { cat "$folder/openbox.log" >&2; echo "openbox did not start" >&2; exit 1; }
"$@"
