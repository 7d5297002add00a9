#!/bin/sh
# The browser without the right to lift its own threads ahead of others'.
exec setpriv --inh-caps=-sys_nice --bounding-set=-sys_nice /usr/bin/chromium-headless-shell "$@"
