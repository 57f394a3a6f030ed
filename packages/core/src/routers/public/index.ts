import { router } from "../trpc.ts";
import { createOne, deleteOne, readOne, setOne } from "./objects.ts";
import { templates } from "./templates.ts";

/** The Public Object API (specification §4.1): six object types, four verbs each, and message templates. */
export const publicRouter = router({
  contacts: router({
    create: createOne("contact"),
    read: readOne("contact"),
    set: setOne("contact"),
    delete: deleteOne("contact"),
  }),
  companies: router({
    create: createOne("company"),
    read: readOne("company"),
    set: setOne("company"),
    delete: deleteOne("company"),
  }),
  deals: router({
    create: createOne("deal"),
    read: readOne("deal"),
    set: setOne("deal"),
    delete: deleteOne("deal"),
  }),
  tickets: router({
    create: createOne("ticket"),
    read: readOne("ticket"),
    set: setOne("ticket"),
    delete: deleteOne("ticket"),
  }),
  leads: router({
    create: createOne("lead"),
    read: readOne("lead"),
    set: setOne("lead"),
    delete: deleteOne("lead"),
  }),
  appointments: router({
    create: createOne("appointment"),
    read: readOne("appointment"),
    set: setOne("appointment"),
    delete: deleteOne("appointment"),
  }),
  templates,
});
