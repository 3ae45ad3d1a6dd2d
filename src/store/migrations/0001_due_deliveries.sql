CREATE TABLE "webhook_due_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"endpoint_id" text NOT NULL,
	"event_id" text NOT NULL,
	"application_id" text,
	"seq" bigint NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"lease_until" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "webhook_deliveries_due";--> statement-breakpoint
DROP INDEX "webhook_deliveries_lane";--> statement-breakpoint
CREATE INDEX "webhook_due_deliveries_turn" ON "webhook_due_deliveries" USING btree ("endpoint_id","due_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_due_deliveries_lane" ON "webhook_due_deliveries" USING btree ("endpoint_id","application_id","seq") WHERE "webhook_due_deliveries"."attempts" = 0;--> statement-breakpoint
-- A claim changes a row in place where its page has room, and an outcome likewise.
ALTER TABLE "webhook_due_deliveries" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "webhook_deliveries" SET (fillfactor = 50);--> statement-breakpoint
INSERT INTO "webhook_due_deliveries" ("id", "endpoint_id", "event_id", "application_id", "seq", "attempts", "due_at", "lease_until")
	SELECT "id", "endpoint_id", "event_id", "application_id", "seq", CASE WHEN "status" = 'pending' THEN 0 ELSE "attempts" END,
		coalesce("next_attempt_at", "due_at"), "lease_until"
	FROM "webhook_deliveries" WHERE "due_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP COLUMN "due_at";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP COLUMN "lease_until";