import "@fontsource-variable/inter/index.css";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./global.css";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { setNonce } from "get-nonce";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api.ts";
import { nameMissingCode } from "./missing-code.ts";
import { router } from "./routes.tsx";
import { keepEscape } from "./shell/session/session-ended.tsx";
import { cssVariables, theme } from "./theme.ts";
import { keepKeys } from "./ui/keyboard.ts";
import { keepFocus } from "./ui/pages/heading-focus.ts";

const nonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "";
// Mantine's dialogs stop the page behind them from scrolling with a style element, which needs the nonce.
setNonce(nonce);

window.addEventListener("vite:preloadError", nameMissingCode);
keepKeys();
keepFocus();
keepEscape();

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id root");

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Notifications position="bottom-left" />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
