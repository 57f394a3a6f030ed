import { Anchor } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";

/** Returns the id of the open row, which is part of the URL, or `new` for the form of a new one. */
export function useOpened() {
  const { open } = useSearch({ from: "/signed-in/p/$projectId/access/$section" });
  const navigate = useNavigate({ from: "/p/$projectId/access/$section" });
  return {
    open,
    show: (open: "new") => void navigate({ search: { open } }),
    close: () => void navigate({ search: {} }),
  };
}

interface OpenLinkProps {
  readonly id: string | number;
  readonly name: string;
}

/** A row's name, which opens its details. */
export function OpenLink({ id, name }: OpenLinkProps) {
  return (
    <Anchor
      inherit
      fw={500}
      c="inherit"
      underline="hover"
      renderRoot={(props) => (
        <Link {...props} from="/p/$projectId/access/$section" to="." search={{ open: id }} />
      )}
    >
      {name}
    </Anchor>
  );
}
