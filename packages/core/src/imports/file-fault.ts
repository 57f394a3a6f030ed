import { CrmError } from "../errors.ts";

/** Returns the refusal of a file. */
export function fileFault(code: string, message: string): CrmError {
  return new CrmError("INVALID_INPUT", message, { issues: [{ path: "", code, message }] });
}

export function notText(encoding: string): CrmError {
  return fileFault("encoding_invalid", `The file is not text in ${encoding}. Save it as UTF-8.`);
}
