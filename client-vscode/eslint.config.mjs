/** What the linter asks of the extension, its scripts, and the tests that drive it. */

import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import globals from "globals";
import { join } from "node:path";
import ts from "typescript-eslint";

const tests = { from: "package", name: ["test"], package: "node:test" };

export default defineConfig(
  { ignores: ["**/dist/", "**/node_modules/"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [ts.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { project: join(import.meta.dirname, "tsconfig.json") },
    },
    rules: {
      "@typescript-eslint/no-floating-promises": ["error", { allowForKnownSafeCalls: [tests] }],
    },
  },
  {
    // What the workbench's tests hand to `evaluate` runs in its page.
    files: ["**/*.mjs"],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
);
