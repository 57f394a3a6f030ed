import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  // The server puts a fresh one in its place for each page it sends (server/pages.ts).
  html: { cspNonce: "__CSP_NONCE__" },
  // The browsers that know light-dark(), which the pages use for every colour of their own.
  build: {
    target: ["chrome123", "firefox120", "safari17.5"],
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // By default, each set of pages that share a module gets a file: a table of records loaded 77.
          groups: [
            { name: "initial", tags: ["$initial"], priority: 2 },
            // Forms and the second factor are loaded with the pages and dialogs that have them.
            {
              name: "forms",
              test: /(ui\/forms\/(form|side-form|panel-form|date-time-input)|property\/(property-input|number-input)|markdown\/markdown-input|dialogs\/dialog-form)\.tsx|@mantine\/form|react-number-format|components\/(NumberInput|TagsInput|Textarea|Autocomplete|PasswordInput|Radio|Switch|Fieldset)\//,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            { name: "shared", test: /^(?!.*second-factor)/, minShareCount: 4, priority: 0 },
          ],
        },
      },
    },
  },
});
