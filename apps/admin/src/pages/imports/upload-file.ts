import { OWN_PAGE } from "../../api.ts";

export interface FileToUpload {
  readonly projectId: number;
  readonly type: string;
  readonly name: string;
  readonly content: Blob;
}

/**
 * Uploads the file of an import. `fetch` does not report how far an upload has come.
 *
 * @param onProgress gets the share that was sent, from 0 to 1
 * @returns the id of the import in preparation
 * @throws Error with the server's message
 */
export function uploadFile(
  { projectId, type, name, content }: FileToUpload,
  onProgress: (share: number) => void,
): Promise<string> {
  const query = new URLSearchParams({ object: type, name });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", `/uploads/imports/${projectId}?${query}`);
    for (const [header, value] of Object.entries(OWN_PAGE)) request.setRequestHeader(header, value);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onload = () => {
      const { id, message } = (request.response ?? {}) as { id?: string; message?: string };
      if (request.status === 200 && id !== undefined) resolve(id);
      else reject(new Error(message ?? `The server answered ${request.status}. Try again.`));
    };
    request.onerror = () =>
      reject(new Error("The upload was interrupted. Check the connection and try again."));
    request.send(content);
  });
}
