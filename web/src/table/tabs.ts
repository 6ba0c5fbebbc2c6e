/** What the column beside the map can show. */
export type Tab = "decide" | "log" | "units" | "score" | "talk";
