import { OWN_PAGE, queryClient, sessionEnd } from "../../../api.ts";
import { saveFile } from "../../../ui/save-file.ts";

/** What to download: the body of `POST /downloads/records`. */
export interface TableDownload {
  readonly [member: string]: unknown;
}

/** What has become of a download: a file that the browser saves, or an export that a worker writes. */
export type Downloaded = { readonly fileName: string } | { readonly exportId: number };

/**
 * Downloads the records of a table as a file. The browser saves it only when all of it has arrived. If there are many
 * records, the server writes the file in the background instead.
 *
 * @throws Error with the server's message
 */
export async function downloadTable(wanted: TableDownload): Promise<Downloaded> {
  const response = await fetch("/downloads/records", {
    method: "POST",
    headers: { ...OWN_PAGE, "content-type": "application/json" },
    body: JSON.stringify(wanted),
  }).catch(() => {
    throw new Error("The server cannot be reached. Check the connection and try again.");
  });
  if (!response.ok) throw await refusalIn(response);
  if (response.status === 202) {
    const answer = (await response.json()) as { readonly export: { readonly id: number } };
    return { exportId: answer.export.id };
  }
  const content = await response.blob().catch(() => {
    throw new Error("The download broke off. Try again.");
  });
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  saveFile(content, name ?? "export");
  return { fileName: name ?? "The file" };
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
