import {
  ActionIcon,
  Button,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  Menu,
  Modal,
  MultiSelect,
  Notification,
  Select,
  Table,
  Tooltip,
} from "@mantine/core";
import type { MouseEvent } from "react";
import { LoadingButton } from "./ui/forms/buttons.tsx";
import { filterStartingFirst } from "./ui/forms/suggestions.tsx";

const CLOSE = { "aria-label": "Close" };
/** The page below a dialog stays readable, because people look things up in it. */
const OVERLAY = { backgroundOpacity: 0.4 };
const AS_LOADING_BUTTON = { component: LoadingButton };

/** Selects the text of a field that can be searched, so that what is typed after a click does not go behind its value. */
function selectTextToReplace({ currentTarget: input }: MouseEvent<HTMLInputElement>): void {
  if (!input.readOnly) input.select();
}

/** Calm and dense: one accent, small type, thin lines. */
export const theme = createTheme({
  primaryColor: "indigo",
  primaryShade: 7,
  autoContrast: true,
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.125rem" },
  headings: {
    fontFamily: '"Inter Variable", system-ui, sans-serif',
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.25rem", lineHeight: "1.4" },
      h2: { fontSize: "1rem", lineHeight: "1.4" },
      h3: { fontSize: "0.875rem", lineHeight: "1.4" },
    },
  },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    ActionIcon: ActionIcon.extend({ defaultProps: AS_LOADING_BUTTON }),
    Button: Button.extend({ defaultProps: AS_LOADING_BUTTON }),
    Drawer: Drawer.extend({
      defaultProps: { closeButtonProps: CLOSE, overlayProps: OVERLAY },
      styles: {
        // A line as high as its letters would cut off their lower parts where a long title is clamped.
        title: { fontSize: "var(--mantine-h2-font-size)", fontWeight: 600, lineHeight: 1.4 },
        content: { display: "flex", flexDirection: "column" },
        body: { flex: 1 },
      },
    }),
    // As a landmark, the header of a dialog would be a second banner of the page.
    DrawerHeader: { defaultProps: { role: "presentation" } },
    ModalHeader: { defaultProps: { role: "presentation" } },
    // A menu must not have a child that only holds the initial focus (WAI-ARIA), so the first item gets it.
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false } }),
    Modal: Modal.extend({
      // A click outside of a dialog is usually a slip, and would lose what is typed in it.
      defaultProps: {
        centered: true,
        closeButtonProps: CLOSE,
        closeOnClickOutside: false,
        overlayProps: OVERLAY,
      },
      styles: {
        title: { fontWeight: 600, lineHeight: 1.4, minWidth: 0, overflowWrap: "anywhere" },
      },
    }),
    MultiSelect: MultiSelect.extend({ defaultProps: { filter: filterStartingFirst } }),
    // As tags are shown.
    Pill: { defaultProps: { radius: "sm" } },
    Notification: Notification.extend({ defaultProps: { closeButtonProps: CLOSE } }),
    Select: Select.extend({
      defaultProps: { filter: filterStartingFirst, onClick: selectTextToReplace },
    }),
    Table: Table.extend({
      defaultProps: {
        verticalSpacing: 8,
        horizontalSpacing: "sm",
        highlightOnHoverColor: "var(--rapport-hover)",
      },
    }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 400, withArrow: true } }),
  },
});

/** Mantine's own grey for secondary text and red for faults are too pale to read on the canvas (WCAG 1.4.3). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "var(--rapport-muted)",
    // A link needs 4.5:1 also on a row under the pointer.
    "--mantine-color-anchor": "var(--mantine-color-indigo-8)",
    // Under the pointer, the text of a quiet button is on a tint of its own colour.
    "--mantine-color-indigo-light-color": "var(--mantine-color-indigo-9)",
    "--mantine-color-indigo-light-hover": "#cdd8ff",
    "--mantine-color-red-light-color": "#b32626",
    "--mantine-color-red-light-hover": "var(--mantine-color-red-1)",
    "--mantine-color-placeholder": "var(--rapport-muted)",
    "--mantine-color-error": "var(--mantine-color-red-9)",
  },
  dark: {
    "--mantine-color-dimmed": "var(--rapport-muted)",
    "--mantine-color-placeholder": "var(--rapport-muted)",
    "--mantine-color-error": "var(--mantine-color-red-4)",
    "--combobox-chevron-color": "var(--mantine-color-dark-2)",
    // Mantine's values are bluish and darker than the surface, so that a quiet button under the pointer looks like a hole.
    "--mantine-color-gray-light": "var(--mantine-color-dark-6)",
    "--mantine-color-gray-light-hover": "var(--mantine-color-dark-5)",
    // Mantine's value is as bright as a filled button.
    "--mantine-color-red-light": "#3d1a1c",
    "--mantine-color-red-light-hover": "#4f2022",
    "--mantine-color-red-light-color": "var(--mantine-color-red-3)",
  },
});
