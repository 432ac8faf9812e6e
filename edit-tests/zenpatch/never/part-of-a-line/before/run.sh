#!/bin/sh
set -e
exec python -m server --port 80 --debug
