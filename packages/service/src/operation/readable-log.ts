import { escapeControls } from "@rapport/model";
import { type PrettyOptions, prettyFactory } from "pino-pretty";

type Colors = Parameters<NonNullable<FormatFunction>>[3]["colors"];
type FormatFunction = Extract<PrettyOptions["messageFormat"], (...given: never[]) => string>;
type Line = Record<string, unknown>;
type Paint = (text: string) => string;

/** Returns a function that makes a line for people from a JSON line of the log. */
export function readableLines(hasColors: boolean): (json: string) => string {
  return prettyFactory({
    colorize: hasColors,
    customColors: "message:reset",
    hideObject: true,
    // `format` writes them. The library would put them before the text, with a colon.
    ignore: "time,level,pid,hostname,name,caller",
    messageFormat: (line, _key, _label, { colors }) => format(line, colors),
  });
}

function format(line: Line, colors: Colors): string {
  const time = colors.dim(new Date(Number(line.time)).toTimeString().slice(0, 8));
  const text = typeof line.route === "string" ? requestText(line, colors) : otherText(line, colors);
  // The return puts the line over the ^C that a terminal shows.
  return `\r  ${time}  ${text}`;
}

function requestText(line: Line, colors: Colors): string {
  const { status, ms, method, route, caller, project, aborted, requestId } = line;
  const paint = paintOfStatus(Number(status), colors);
  const details = [
    caller,
    project === undefined ? undefined : `project:${project}`,
    aborted === true ? "aborted" : undefined,
    Number(status) >= 500 ? requestId : undefined,
  ].filter((detail) => detail !== undefined);
  const parts = [
    paint(String(status)),
    colors.dim(duration(Number(ms)).padStart(8)),
    String(method).padEnd(6),
    colors.bold(escapeControls(String(route))),
    colors.dim(details.join(" ")),
  ];
  return parts.join("  ").trimEnd();
}

function duration(ms: number): string {
  return ms < 1_000 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function paintOfStatus(status: number, { green, cyan, yellow, red }: Colors): Paint {
  if (status >= 500) return red;
  if (status >= 400) return yellow;
  return status >= 300 ? cyan : green;
}

function otherText(line: Line, colors: Colors): string {
  const { level, time: _time, pid: _pid, hostname: _hostname, msg, err, ...fields } = line;
  const error = (err ?? {}) as { message?: string; stack?: string };
  const paint = paintOfLevel(Number(level), colors);
  const message = paint(escapeControls(String(msg ?? error.message ?? "")));
  const details = Object.entries(fields).map(([name, value]) => `${name}=${valueText(value)}`);
  const first = [message, colors.dim(details.join(" "))].join("  ").trimEnd();
  return error.stack === undefined ? first : `${first}\n${colors.dim(indented(error.stack))}`;
}

function paintOfLevel(level: number, { red, yellow, dim }: Colors): Paint {
  if (level >= 50) return (text) => red(`error: ${text}`);
  if (level >= 40) return (text) => yellow(`warning: ${text}`);
  return level < 30 ? dim : String;
}

function valueText(value: unknown): string {
  const text = escapeControls(typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
  return /^[\w.:/-]*$/.test(text) ? text : JSON.stringify(text);
}

function indented(stack: string): string {
  return stack
    .split("\n")
    .map((line) => `            ${escapeControls(line)}`)
    .join("\n");
}
