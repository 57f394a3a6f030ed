import { OWN_PAGE } from "./api.ts";

/**
 * Sends a file to the server. `fetch` does not report how far an upload has come.
 *
 * @param onProgress gets the share that was sent, from 0 to 1
 * @param signal stops it
 * @returns the server's answer
 * @throws Error with the server's message
 */
export function sendFile<Answer>(
  path: string,
  content: Blob,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", path);
    for (const [header, value] of Object.entries(OWN_PAGE)) request.setRequestHeader(header, value);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onload = () => {
      if (request.status === 200) return resolve(request.response as Answer);
      const { message } = (request.response ?? {}) as { message?: string };
      reject(new Error(message ?? `The server answered ${request.status}. Try again.`));
    };
    request.onerror = () =>
      reject(new Error("The upload was interrupted. Check the connection and try again."));
    request.onabort = () => reject(new Error("The upload was cancelled."));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(content);
  });
}

/** Lets the browser save a file under a name. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the content after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
