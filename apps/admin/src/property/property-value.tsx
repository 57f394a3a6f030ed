import { Anchor, Badge, Group, Text, VisuallyHidden } from "@mantine/core";
import { Address } from "../ui/values/address.tsx";
import { Admin } from "../ui/values/avatar.tsx";
import { Chip } from "../ui/values/chip.tsx";
import { formatDay, formatMoney, formatPercent, formatTime } from "../ui/values/format.ts";
import { colored } from "./choices.ts";
import {
  type Choice,
  choiceLabel,
  type PropertyData,
  type PropertyDefinition,
} from "./property-types.ts";

interface PropertyValueProps {
  readonly definition: PropertyDefinition;
  readonly value: PropertyData | undefined;
  /** ISO 4217, for amounts of money. */
  readonly currency?: string | null;
  /** Replaces the definition's options: a record's pipelines or stages. */
  readonly choices?: readonly Choice[];
  /** True if emails, phones and web addresses are links; set it to false inside a button. */
  readonly links?: boolean;
}

/** A property's value for readers. */
export function PropertyValue(props: PropertyValueProps) {
  const { value, links = true } = props;
  if (value === null || value === undefined || value === "") {
    return (
      <Text span inherit c="dimmed">
        <span aria-hidden>—</span>
        <VisuallyHidden>No value</VisuallyHidden>
      </Text>
    );
  }
  const { definition, choices = definition.options?.map(colored) } = props;
  const isChoice = definition.type !== "boolean" && choices !== undefined;
  if (isChoice) {
    const chip = (one: string) => (
      <Chip key={one} color={choices.find((choice) => choice.value === one)?.color}>
        {choiceLabel(choices, one)}
      </Chip>
    );
    if (typeof value !== "object") return chip(String(value));
    return (
      <Group component="span" gap={4}>
        {value.map((one) => chip(String(one)))}
      </Group>
    );
  }
  if (typeof value !== "object") return <One {...props} value={value} />;
  return (
    <Group component="span" gap={4}>
      {value.map((one) => (
        <Badge key={String(one)} component="span" variant="default" tt="none" fw={500} radius="sm">
          <One {...props} value={one} links={links} />
        </Badge>
      ))}
    </Group>
  );
}

type OneProps = Omit<PropertyValueProps, "value"> & { readonly value: string | boolean };

function One({ definition, value, currency = null, choices, links = true }: OneProps) {
  const text = formatValue(definition, value, currency, choices);
  const href = links ? valueHref(definition, String(value)) : null;
  if (definition.builtIn && definition.name === "owner_id") return <Admin email={text} />;
  const shown = <InOneLine type={definition.type} text={text} />;
  if (href === null) return shown;
  return (
    <Anchor inherit {...linkTo(href)}>
      {shown}
    </Anchor>
  );
}

interface InOneLineProps {
  readonly type: PropertyDefinition["type"];
  readonly text: string;
}

/** A phone number in one line; an address in one line or two that break between its parts. Other values break anywhere. */
function InOneLine({ type, text }: InOneLineProps) {
  if (type === "phone") return <span className="unbroken">{text}</span>;
  return type === "email" || type === "url" ? <Address>{text}</Address> : text;
}

/** Formats one value in the reader's locale and time zone. */
export function formatValue(
  { type, options, name, readOnly }: PropertyDefinition,
  value: string | boolean,
  currency: string | null = null,
  choices: readonly Choice[] | undefined = options,
): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (type === "number") {
    // The stage sets the probability as a share of 1.
    return name === "probability" && readOnly ? formatPercent(value) : formatMoney(value, currency);
  }
  if (type === "date") return formatDay(value);
  if (type === "datetime") return formatTime(value);
  return choiceLabel(choices, value);
}

/** Returns the attributes of a link. A web address opens in another tab, which knows nothing of this one. */
export function linkTo(href: string) {
  const target = /^https?:/i.test(href) ? "_blank" : undefined;
  return { href, target, rel: "noopener noreferrer" };
}

/** Returns the link of an email, phone or web address; null for other types. */
export function valueHref({ type }: PropertyDefinition, value: string): string | null {
  if (type === "email") return `mailto:${value}`;
  if (type === "phone") return telHref(value);
  if (type === "url") return /^https?:/i.test(value) ? value : `https://${value}`;
  return null;
}

const PHONE = /^([\d +()./-]+)\D*(\d*)$/;
/** A zero that is dialled only within the country, as in "+44 (0)20 7000 2999". */
const TRUNK_ZERO = /^(\(?(?:\+|00).*)\(0\)/;

/** Returns the link of a phone number, with its extension (RFC 3966). */
function telHref(phone: string): string {
  const [, number = phone, extension] = PHONE.exec(phone) ?? [];
  const dialled = number.replace(TRUNK_ZERO, "$1").replaceAll(/[^\d+]/g, "");
  const digits = dialled.replace(/^00/, "+").replaceAll(/(?!^)\+/g, "");
  return `tel:${digits}${extension ? `;ext=${extension}` : ""}`;
}
