apply_patch <<'EOF'
*** Begin Patch
*** Update File: conf.toml
@@ [client]
-retries = 3
+retries = 5
*** End Patch
EOF
