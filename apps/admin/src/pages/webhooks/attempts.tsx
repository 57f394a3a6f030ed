import { Text } from "@mantine/core";
import { Panel } from "../../ui/pages/panel.tsx";
import { AttemptDetails } from "./attempt-details.tsx";
import classes from "./delivery.module.css";
import type { DeliveryDetails } from "./use-deliveries.ts";

/** The attempts of a delivery, newest first. */
export function Attempts({ delivery: { attempts } }: { readonly delivery: DeliveryDetails }) {
  return (
    <Panel title="Attempts">
      <div aria-live="polite">
        {attempts.length === 0 ? (
          <Text c="dimmed">Nothing has been sent yet.</Text>
        ) : (
          <ol className={classes.attempts} reversed>
            {attempts
              .map((attempt, i) => (
                <li key={attempt.at} className={classes.attempt}>
                  <AttemptDetails attempt={attempt} number={i + 1} />
                </li>
              ))
              .reverse()}
          </ol>
        )}
      </div>
    </Panel>
  );
}
