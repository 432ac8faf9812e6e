#!/bin/sh
set -e
echo start
sed 's/\(a\)/$1 \1 & %s/' input
echo done
