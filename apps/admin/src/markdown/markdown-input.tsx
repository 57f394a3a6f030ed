import {
  ActionIcon,
  Combobox,
  Group,
  Textarea,
  type TextareaProps,
  Tooltip,
  useCombobox,
} from "@mantine/core";
import {
  IconAt,
  IconBlockquote,
  IconBold,
  IconCode,
  IconEye,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconPencil,
  IconStrikethrough,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useProject } from "../shell/use-project.ts";
import { useModKey } from "../ui/keyboard.ts";
import {
  beginMention,
  type Draft,
  type Edit,
  link,
  type Mentioning,
  markLines,
  mention,
  mentioning,
  nextItem,
  wrap,
} from "./edits.ts";
import { Markdown } from "./markdown.tsx";
import classes from "./markdown-input.module.css";

interface MarkdownInputProps extends Omit<TextareaProps, "value" | "onChange"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** False where there is no room for it; the keys work. */
  readonly hasToolbar: boolean;
}

interface Tool {
  readonly label: string;
  readonly icon: typeof IconBold;
  readonly key?: string;
  readonly edit: (draft: Draft) => Edit;
}

const TOOLS: readonly Tool[] = [
  { label: "Bold", icon: IconBold, key: "b", edit: (draft) => wrap(draft, "**") },
  { label: "Italic", icon: IconItalic, key: "i", edit: (draft) => wrap(draft, "*") },
  { label: "Strikethrough", icon: IconStrikethrough, edit: (draft) => wrap(draft, "~~") },
  { label: "Link", icon: IconLink, key: "k", edit: link },
  { label: "Mention an admin", icon: IconAt, edit: beginMention },
  { label: "Code", icon: IconCode, edit: (draft) => wrap(draft, "`") },
  { label: "Heading", icon: IconHeading, edit: (draft) => markLines(draft, "# ") },
  { label: "List", icon: IconList, edit: (draft) => markLines(draft, "- ") },
  { label: "Numbered list", icon: IconListNumbers, edit: (draft) => markLines(draft, "1. ") },
  { label: "Task list", icon: IconListCheck, edit: (draft) => markLines(draft, "- [ ] ") },
  { label: "Quote", icon: IconBlockquote, edit: (draft) => markLines(draft, "> ") },
];

/** An input for a text with Markdown: buttons and keys that write it, and a preview. */
export function MarkdownInput({ value, onChange, hasToolbar, ...frame }: MarkdownInputProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [isPreview, setPreview] = useState(false);
  const picker = useMentionPicker(input);
  const run = (edit: Tool["edit"]) => {
    if (input.current) apply(input.current, edit(readDraft(input.current)));
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (picker.isOpen && PICKER_KEYS.has(event.key)) return picker.press(event);
    const edit = keyEdit(event);
    if (edit === undefined) return;
    event.preventDefault();
    // Ctrl K would open the search.
    event.stopPropagation();
    apply(event.currentTarget, edit);
  };
  const field = (
    <Textarea
      {...frame}
      ref={input}
      autosize
      minRows={hasToolbar ? 5 : 2}
      maxRows={16}
      value={value}
      onChange={(event) => {
        onChange(event.currentTarget.value);
        picker.follow();
      }}
      onSelect={picker.follow}
      // Escape closes the picker, and not the dialog around it.
      data-mantine-stop-propagation={picker.isOpen || undefined}
      onBlur={picker.close}
      onKeyDown={press}
      {...(hasToolbar && {
        classNames: { input: classes.input ?? "" },
        inputContainer: (field) => (
          <div className={classes.frame}>
            <Toolbar isPreview={isPreview} onPreview={setPreview} onRun={run} />
            <div hidden={isPreview}>{field}</div>
            {isPreview && (
              <section className={classes.preview} aria-label="Preview">
                {value.trim() === "" ? "Nothing to preview." : <Markdown text={value} />}
              </section>
            )}
          </div>
        ),
      })}
    />
  );
  return (
    <Combobox
      store={picker.store}
      position="bottom-start"
      width={280}
      onOptionSubmit={(id) => picker.pick(Number(id))}
    >
      <Combobox.Target withAriaAttributes={false}>{field}</Combobox.Target>
      <Combobox.Dropdown hidden={!picker.isOpen}>
        <Combobox.Options aria-label="Admins">
          {picker.admins.map(({ id, email }) => (
            <Combobox.Option key={id} value={String(id)}>
              {email}
            </Combobox.Option>
          ))}
          {picker.admins.length === 0 && <Combobox.Empty>No admin matches.</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

const PICKER_KEYS: ReadonlySet<string> = new Set(["Enter", "Escape", "ArrowDown", "ArrowUp"]);
/** Admins that the picker shows. */
const MAX_SHOWN = 8;

/** Lets a reader pick the admin whose mention is being typed. */
function useMentionPicker(input: { readonly current: HTMLTextAreaElement | null }) {
  const store = useCombobox();
  const [typing, setTyping] = useState<Mentioning>();
  const colleagues = useProject().access.members.colleagues;
  const query = useQuery({ ...colleagues.queryOptions(), enabled: typing !== undefined });
  const sought = typing?.typed.toLowerCase() ?? "";
  const admins = (query.data ?? [])
    .filter(({ email }) => email.toLowerCase().includes(sought))
    .slice(0, MAX_SHOWN);
  const isOpen = typing !== undefined && query.isSuccess && (admins.length > 0 || sought === "");
  const close = () => {
    setTyping(undefined);
    store.closeDropdown();
  };
  useEffect(() => {
    if (!isOpen) return store.closeDropdown();
    store.openDropdown();
    store.selectFirstOption();
  }, [isOpen, sought, store.openDropdown, store.closeDropdown, store.selectFirstOption]);
  return {
    store,
    admins,
    isOpen,
    close,
    follow: () => {
      const found = input.current ? mentioning(readDraft(input.current)) : undefined;
      setTyping((now) => (now?.from === found?.from && now?.typed === found?.typed ? now : found));
    },
    pick: (id: number) => {
      const admin = admins.find((one) => one.id === id);
      if (!input.current || !typing || !admin) return;
      const edit = mention(readDraft(input.current), typing, admin);
      close();
      apply(input.current, edit);
    },
    press: (event: KeyboardEvent) => {
      // Escape would close the form. The list of options has the keys that choose one.
      if (event.key === "Escape") close();
      event.stopPropagation();
    },
  };
}

interface ToolbarProps {
  readonly isPreview: boolean;
  readonly onPreview: (isPreview: boolean) => void;
  readonly onRun: (edit: Tool["edit"]) => void;
}

function Toolbar({ isPreview, onPreview, onRun }: ToolbarProps) {
  const modKey = useModKey();
  return (
    <Group className={classes.toolbar ?? ""} gap={0} wrap="nowrap" role="group" aria-label="Format">
      {TOOLS.map(({ label, icon: Icon, key, edit }) => (
        <Tooltip key={label} label={key ? `${label} (${modKey} ${key.toUpperCase()})` : label}>
          <ActionIcon
            {...BUTTON}
            aria-label={label}
            disabled={isPreview}
            // Keeps the focus and what is selected in the input.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onRun(edit)}
          >
            <Icon size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
      <Tooltip label={isPreview ? "Write" : "Preview"}>
        <ActionIcon
          {...BUTTON}
          ml="auto"
          aria-label="Preview"
          aria-pressed={isPreview}
          onClick={() => onPreview(!isPreview)}
        >
          {isPreview ? <IconPencil size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

const BUTTON = { variant: "subtle", color: "gray", size: 28 } as const;

function readDraft({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Draft {
  return { text: value, start: selectionStart, end: selectionEnd };
}

function keyEdit(event: KeyboardEvent<HTMLTextAreaElement>): Edit | undefined {
  const { key, ctrlKey, metaKey, shiftKey, altKey, currentTarget } = event;
  if (shiftKey || altKey) return undefined;
  const draft = readDraft(currentTarget);
  if (!ctrlKey && !metaKey) return key === "Enter" ? nextItem(draft) : undefined;
  return TOOLS.find((tool) => tool.key === key.toLowerCase())?.edit(draft);
}

/** Edits the text like an input of the keyboard, which the browser can undo. */
function apply(input: HTMLTextAreaElement, { from, to, insert, start, end }: Edit): void {
  input.focus();
  input.setSelectionRange(from, to);
  const command = insert === "" ? "delete" : "insertText";
  if (input.value.slice(from, to) !== insert && !document.execCommand(command, false, insert)) {
    input.setRangeText(insert, from, to);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  input.setSelectionRange(start, end);
}
