import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { refetch } from "../../invalidation.ts";
import { noteJobEnd } from "../../waiting-rows.ts";

/** Refetches records when a job that changes many of them has ended. @param busy ids of the jobs that run */
export function useRefreshAtEnd(busy: readonly number[]): void {
  const client = useQueryClient();
  const before = useRef<readonly number[]>([]);
  const key = busy.join();
  useEffect(() => {
    const hasEnded = before.current.some((id) => !busy.includes(id));
    before.current = busy;
    if (!hasEnded) return;
    noteJobEnd();
    void refetch("records");
  }, [key, client]);
}
