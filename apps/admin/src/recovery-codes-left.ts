import { notifications } from "@mantine/notifications";
import { api, queryClient } from "./api.ts";

const KEY = "rapport-used-recovery-code";
/** The notification asks for something, so it stays for longer than others. */
const SHOWN_MS = 15_000;

/** Notes a sign-in with a recovery code, for the page that opens next. */
export function noteSignIn(code: string | undefined): void {
  if (code !== undefined && !/^\d{6}$/.test(code.replaceAll(/\s/g, ""))) {
    sessionStorage.setItem(KEY, "yes");
  }
}

/** Says how many recovery codes are left if one was used to sign in. */
export async function tellRecoveryCodesLeft(): Promise<void> {
  if (sessionStorage.getItem(KEY) === null) return;
  sessionStorage.removeItem(KEY);
  const options = { ...api.access.secondFactor.read.queryOptions(), staleTime: 0 };
  const state = await queryClient.fetchQuery(options).catch(() => null);
  if (state === null) return;
  const left = state.recoveryCodesLeft;
  const count = left === 1 ? "1 recovery code" : `${left === 0 ? "no" : left} recovery codes`;
  notifications.show({
    message: `You have ${count} left. Get new ones in the menu at your email, under Second factor.`,
    color: left === 0 ? "red" : "teal",
    autoClose: SHOWN_MS,
  });
}
