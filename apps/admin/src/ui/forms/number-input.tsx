import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";

interface NumberInputProps extends Omit<TextInputProps, "value" | "onChange"> {
  /** A decimal for the API, or a text that is none. */
  readonly value: string;
  readonly onChange: (decimal: string) => void;
}

/** An input for a decimal. It shows and takes the format in which pages show numbers. */
export function NumberInput({ value, onChange, ...props }: NumberInputProps) {
  const [typed, setTyped] = useState(() => TYPED.write(value));
  // Keeps what was typed as long as it stands for the value.
  const text = TYPED.read(typed) === value ? typed : TYPED.write(value);
  return (
    <TextInput
      inputMode="decimal"
      {...props}
      value={text}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(TYPED.read(currentTarget.value));
      }}
    />
  );
}

/** Reads and writes decimals as a reader of a locale types them. */
interface TypedDecimals {
  /**
   * Returns the decimal of a text. Separators that group the digits in threes, as pages show them, are left out. A separator
   * that cannot group is a decimal point. So in German `1.234` is 1234, and both `12,5` and `12.5` are 12.5.
   *
   * @returns the text itself if it is no number; the server then says what is wrong
   */
  read(text: string): string;
  /** Returns a decimal with the decimal separator of the locale, without grouping. Returns other texts unchanged. */
  write(decimal: string): string;
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
/** Spaces, apostrophes and the Arabic sign group digits in some locales, and do nothing else. Marks of direction say nothing. */
const IGNORED = /[\s'\u2019\u066c\u200e\u200f\u061c]/g;
const ARABIC_POINT = "\u066b";
const MINUS = /^\u2212/;

export function typedDecimals(locale?: string): TypedDecimals {
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  const point = parts.some(({ type, value }) => type === "decimal" && value === ",") ? "," : ".";
  const group = point === "," ? "." : ",";
  const tens = new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210);
  const digits = [...tens].toReversed();

  const read = (text: string) => {
    const latin = [...text.replace(IGNORED, "")].map((one) =>
      digits.includes(one) ? String(digits.indexOf(one)) : one,
    );
    const plain = latin.join("").replace(MINUS, "-").replace(ARABIC_POINT, point);
    const [whole = ""] = plain.split(point);
    const ungrouped = GROUPED[group].test(whole) ? plain.replaceAll(group, "") : plain;
    const decimal = ungrouped.replace(",", ".");
    return DECIMAL.test(decimal) ? decimal : text;
  };
  return {
    read,
    write: (decimal) => (DECIMAL.test(decimal) ? decimal.replace(".", point) : decimal),
  };
}

const GROUPED = {
  ".": /^-?[1-9]\d{0,2}(?:\.\d{2,3})*\.\d{3}$/,
  ",": /^-?[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}$/,
} as const;

export const TYPED = typedDecimals();
