import type { ReactNode } from "react";
import classes from "./avatar.module.css";

interface AvatarProps {
  /** What it stands for; it decides the colour. */
  readonly name: string;
  /** One or two letters, or a sign instead of them. */
  readonly letters: ReactNode;
  /** People are round, other things are not. */
  readonly isPerson: boolean;
  readonly size?: "sm" | "lg";
}

const HUES = 6;

/** A picture of a record or an admin made of letters. The name beside it says the same. */
export function Avatar({ name, letters, isPerson, size = "lg" }: AvatarProps) {
  const sum = Array.from(name).reduce((total, sign) => total + (sign.codePointAt(0) ?? 0), 0);
  return (
    <span
      className={classes.avatar}
      data-hue={sum % HUES}
      data-person={isPerson}
      data-size={size}
      aria-hidden
    >
      {letters}
    </span>
  );
}

interface AdminProps {
  /** By which everyone knows the admin. */
  readonly email: string;
}

/** The picture of an admin. */
export function AdminAvatar({ email }: AdminProps) {
  const [name = ""] = email.split("@", 1);
  return <Avatar name={email} letters={makeInitials(name)} isPerson size="sm" />;
}

/** An admin in a line of text: the picture, then the email address. */
export function Admin({ email }: AdminProps) {
  return (
    <span className={classes.admin}>
      <AdminAvatar email={email} />
      <span>{email}</span>
    </span>
  );
}

/** Returns the first letters of the first and the last word; a name of signs only has none. */
export function makeInitials(name: string): string {
  const words = name.split(/[\s.@_-]+/u).filter((word) => /^\p{L}|^\p{N}/u.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => Array.from(word ?? "")[0] ?? "")
    .join("")
    .toLocaleUpperCase();
}
