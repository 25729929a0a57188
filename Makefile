# Two commands matter: `make run` and `make test`. `make help` lists the rest.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run dev test test-rust test-web test-e2e histories lint fmt generate bench outages runbook web server release clean setup

TARGET_DIR := $(or $(CARGO_TARGET_DIR),target)

# What the web app is made of, tests left out. New files count before git knows them, and directories tell of
# deleted ones, except web/src itself, where the compiled texts come and go.
WEB_TRACKED := $(shell git ls-files --cached --others --exclude-standard -- web openapi.json 2>/dev/null)
WEB_FILES := $(wildcard $(filter-out %.test.ts %.test.tsx web/src/test/%,$(WEB_TRACKED)))
WEB_DIRECTORIES := $(filter-out web/src/,$(filter web/src/% web/public/%,$(sort $(dir $(WEB_FILES)))))

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Build what changed and serve http://127.0.0.1:8080 with demo content
	@$(MAKE) --no-print-directory --jobs=2 web server
	LIKSA_DEMO=1 LIKSA_DATA_DIR=data $(TARGET_DIR)/debug/liksa serve

dev: node_modules/.package-lock.json web ## Serve with hot reload of the web app and restarts of the server
	scripts/dev

test: setup ## Run every check and test, on both databases and in the browser
	scripts/test.mjs

test-rust: setup ## Run the Rust tests on SQLite and PostgreSQL
	scripts/test.mjs setup packages app build rust

test-web: setup ## Run the web app's unit tests
	scripts/test.mjs setup packages web

test-e2e: setup ## Measure the server and run the browser tests
	scripts/test.mjs setup packages app build figures browser

histories: setup ## Try 2000 random histories of money on both databases: LIKSA_HISTORIES, LIKSA_HISTORIES_SEED
	LIKSA_HISTORIES=$${LIKSA_HISTORIES:-2000} scripts/with-postgres \
		cargo test --workspace --test histories -- --nocapture random_histories_add_up

lint: setup ## Check format, lints and generated files
	scripts/test.mjs setup packages format app build lint generated

fmt: node_modules/.package-lock.json ## Format all sources
	cargo fmt --all
	npm run --silent --workspaces format

generate: server node_modules/.package-lock.json ## Write openapi.json and the API types made from it
	$(TARGET_DIR)/debug/liksa openapi > openapi.json.new
	mv openapi.json.new openapi.json
	npm run --silent --workspace web generate

bench: release ## Run the benchmarks: bench/README.md tells how to read them
	scripts/setup bench
	cargo bench --workspace --bench '*'
	bench/http
	bench/bills.mjs
	bench/payroll.mjs
	bench/pages.mjs
	bench/pdf

web: web/dist/index.html ## Build the web app if its sources changed

server: setup ## Build the server, unoptimised
	cargo build --bin liksa

release: setup web ## Build the server for real use
	cargo build --release --bin liksa

outages: release ## Break what a server needs, one after the other: docs/OUTAGES.md
	scripts/setup outages
	node_modules/.bin/node e2e/outages/main.ts $(TARGET_DIR)/release/liksa

runbook: release ## Follow docs/OPERATIONS.md word by word in an empty Debian, as root
	scripts/setup outages
	node_modules/.bin/node e2e/outages/runbook.ts $(TARGET_DIR)/release/liksa

clean: ## Remove all that was built, but not data/
	rm -rf $(TARGET_DIR) node_modules web/node_modules e2e/node_modules web/dist web/src/paraglide e2e/results

setup:
	@scripts/setup run

# npm writes this file last: it is as old as the last complete installation.
node_modules/.package-lock.json: package-lock.json package.json web/package.json e2e/package.json | setup
	npm ci --no-audit --no-fund
	touch $@

web/dist/index.html: node_modules/.package-lock.json $(WEB_FILES) $(WEB_DIRECTORIES)
	npm run --silent --workspace web build
