CREATE TABLE "events" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"tx" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"mode" text NOT NULL,
	"account_id" text,
	"guest_id" text,
	"order_id" text NOT NULL,
	"application_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "events_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"name" text,
	"email" "bytea",
	"clock_offset_seconds" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"hash" text NOT NULL,
	"prefix" text NOT NULL,
	"name" text,
	"mode" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"replaced_by" text,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "guest_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"token_hash" text NOT NULL,
	"clock_offset_seconds" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"claimed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "guest_sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "applications" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"mode" text NOT NULL,
	"product" text NOT NULL,
	"status" text NOT NULL,
	"profile_id" text,
	"form" "bytea",
	"action_required" jsonb,
	"authority_reference" text,
	"authorization" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"submitted_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"filing_due_at" timestamp (3) with time zone,
	"filing_attempts" integer DEFAULT 0 NOT NULL,
	"filing_lease_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"account_id" text,
	"guest_id" text,
	"once_id" text,
	"product" text NOT NULL,
	"speed" text NOT NULL,
	"travelers" integer NOT NULL,
	"email" "bytea",
	"promo_code" text,
	"partner_id" text,
	"price" jsonb NOT NULL,
	"currency" text NOT NULL,
	"total_minor" integer NOT NULL,
	"payment_status" text NOT NULL,
	"payment_session_id" text,
	"checkout_url" text,
	"payment_intent_id" text,
	"payment_problem" text,
	"refund_state" text,
	"refund_reason" text,
	"refund_requested_at" timestamp (3) with time zone,
	"refund_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"refunded_at" timestamp (3) with time zone,
	CONSTRAINT "orders_once_id_unique" UNIQUE("once_id"),
	CONSTRAINT "orders_payment_session_id_unique" UNIQUE("payment_session_id")
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"data" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_guest_id_guest_sessions_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guest_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_feed" ON "events" USING btree ("tx","seq");--> statement-breakpoint
CREATE INDEX "events_application" ON "events" USING btree ("application_id","seq");--> statement-breakpoint
CREATE INDEX "events_account" ON "events" USING btree ("account_id","tx","seq");--> statement-breakpoint
CREATE INDEX "api_keys_account" ON "api_keys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "applications_order" ON "applications" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "applications_profile" ON "applications" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "applications_due" ON "applications" USING btree ("filing_due_at") WHERE "applications"."filing_due_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_account" ON "orders" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_guest" ON "orders" USING btree ("guest_id");--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("payment_status","expires_at");--> statement-breakpoint
CREATE INDEX "orders_refunding" ON "orders" USING btree ("refund_requested_at") WHERE "orders"."refund_state" in ('requested', 'pending');--> statement-breakpoint
CREATE INDEX "profiles_account" ON "profiles" USING btree ("account_id","id");