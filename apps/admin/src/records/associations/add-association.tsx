import { Combobox, Group, Loader, Text, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { typeNames } from "../../object-types.ts";
import { useSchema } from "../../property/use-schema.ts";
import { useProject } from "../../shell/use-project.ts";
import { failureMessage } from "../../ui/pages/error-notice.tsx";
import { searchedText } from "../fields.ts";
import { formatDetail } from "../record-link.tsx";
import type { NamedRecord } from "../record-model.ts";

interface AddAssociationProps {
  readonly type: string;
  /** Records that are already associated. */
  readonly known: readonly NamedRecord[];
  /** Second line of a known record in the results. */
  readonly knownDetail?: string;
  /** Label of the field. */
  readonly label?: string;
  readonly isPending: boolean;
  readonly onAdd: (record: NamedRecord) => void;
  /** Creates a record instead; called with what was typed. Without it, only records that exist are offered. */
  readonly onCreate?: (text: string) => void;
  readonly onClose: () => void;
}

/** Value of the option that creates a record. The others have ids. */
const NEW = "new";

/** Searches records by the start of a word in them, or by their id, and associates the chosen one. */
export function AddAssociation(props: AddAssociationProps) {
  const { type, known, isPending, onAdd, onCreate, onClose } = props;
  const { singular, article } = typeNames(type);
  const { knownDetail = "Already added", label } = props;
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), 150);
  const input = useRef<HTMLInputElement>(null);
  const { data: schema } = useSchema(type);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const query = useQuery(
    useProject().records.search.queryOptions(
      { text: asked, types: [type], limit: 10 },
      { enabled: asked !== "", placeholderData: keepPreviousData },
    ),
  );
  const found = asked === "" ? [] : (query.data ?? []);
  const isCurrent = asked === text.trim() && !query.isFetching;
  useEffect(() => {
    // The editor of a cell scrolls into view as a whole.
    const preventScroll = input.current?.closest("[data-editing-cell]") != null;
    input.current?.focus({ preventScroll });
  }, []);
  // Enter chooses the first result, or else what creates a record.
  useEffect(() => {
    if (isCurrent && asked !== "") combobox.selectFirstOption();
  }, [isCurrent, query.data]);
  const isListed = asked !== "" || onCreate !== undefined;
  const choose = (id: string) => {
    if (id === NEW) return onCreate?.(text.trim());
    const record = found.find((one) => String(one.id) === id);
    if (record !== undefined) onAdd(record);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target>
        <TextInput
          ref={input}
          aria-label={label ?? `Find ${article} ${singular.toLowerCase()} to add`}
          placeholder={schema && searchedText(schema, "id")}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            (isPending || query.isFetching) && <Loader size={14} role="img" aria-label="Loading" />
          }
          disabled={isPending}
          value={text}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            // The list closes first, and what was typed stays.
            if (isListed && combobox.dropdownOpened) event.stopPropagation();
            else onClose();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isListed}>
        <Combobox.Options aria-label="Found" mah={320} style={{ overflowY: "auto" }}>
          {found.map((record) => (
            <Found key={record.id} {...{ record, known, knownDetail }} />
          ))}
          {asked !== "" && found.length === 0 && <Combobox.Empty>{nothing()}</Combobox.Empty>}
          {onCreate !== undefined && (
            <Combobox.Option value={NEW}>
              <Group gap={6} wrap="nowrap">
                <IconPlus size={15} aria-hidden />
                {`New ${singular.toLowerCase()}${text.trim() === "" ? "" : ` “${text.trim()}”`}`}
              </Group>
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );

  function nothing(): ReactNode {
    if (query.error) return failureMessage(query.error);
    return isCurrent ? `No ${singular.toLowerCase()} matches.` : "Searching …";
  }
}

interface FoundProps {
  readonly record: NamedRecord;
  readonly known: readonly NamedRecord[];
  readonly knownDetail: string;
}

function Found({ record, known, knownDetail }: FoundProps) {
  const isKnown = known.some(({ id }) => id === record.id);
  const detail = isKnown ? knownDetail : formatDetail(record);
  return (
    <Combobox.Option value={String(record.id)} disabled={isKnown}>
      <Text inherit>{record.name}</Text>
      <Text fz="xs" c="inherit">
        {[detail, `#${record.id}`].filter(Boolean).join(" · ")}
      </Text>
    </Combobox.Option>
  );
}
