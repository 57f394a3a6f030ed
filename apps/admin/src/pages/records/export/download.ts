import { OWN_PAGE, queryClient, sessionEnd } from "../../../api.ts";

/** What to download: the body of `POST /downloads/records`. */
export interface TableDownload {
  readonly [member: string]: unknown;
}

/**
 * Downloads the records of a table as a file. The browser saves it only when all of it has arrived.
 *
 * @returns the name of the file
 * @throws Error with the server's message
 */
export async function downloadTable(wanted: TableDownload): Promise<string> {
  const response = await fetch("/downloads/records", {
    method: "POST",
    headers: { ...OWN_PAGE, "content-type": "application/json" },
    body: JSON.stringify(wanted),
  }).catch(() => {
    throw new Error("The server cannot be reached. Check the connection and try again.");
  });
  if (!response.ok) throw await refusalIn(response);
  const content = await response.blob().catch(() => {
    throw new Error("The download broke off. Try again.");
  });
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  save(content, name ?? "export");
  return name ?? "The file";
}

async function refusalIn(response: Response): Promise<Error> {
  if (response.status === 401) {
    queryClient.setQueryData(sessionEnd.queryKey, true);
    return new Error("Your session had ended, so nothing was downloaded. Try again.");
  }
  const answer = (await response.json().catch(() => null)) as {
    readonly message?: string;
    readonly issues?: readonly { readonly message: string }[];
  } | null;
  const faults = answer?.issues?.map(({ message }) => message).join(" ");
  return new Error(
    faults || answer?.message || `The server answered ${response.status}. Try again.`,
  );
}

/** Lets the browser save a file under a name. */
function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the content after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
