#!/bin/sh
# The PNG icons, drawn from the SVGs in public/ by a headless Chromium (CHROMIUM names another).
set -eu
cd "$(dirname "$0")/public"
draw() { # SVG PNG SIZE
    page=$(mktemp --suffix=.html)
    printf '<style>*{margin:0}img{display:block;width:%spx;height:%spx}</style><img src="file://%s/%s">' "$3" "$3" "$PWD" "$1" >"$page"
    "${CHROMIUM:-chromium}" --headless --no-sandbox --hide-scrollbars --default-background-color=00000000 \
        --force-device-scale-factor=1 --window-size="$3,$3" --screenshot="$PWD/$2" "file://$page" >/dev/null 2>&1
    rm "$page"
}
draw icon.svg icon-192.png 192
draw icon.svg icon-512.png 512
draw icon-maskable.svg icon-maskable-512.png 512
draw icon-maskable.svg apple-touch-icon.png 180
