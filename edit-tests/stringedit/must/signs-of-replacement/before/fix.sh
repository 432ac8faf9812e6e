#!/bin/sh
set -e
echo start
sed s/a/b/ input
echo done
