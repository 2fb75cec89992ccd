# `make` alone prints what there is.
.DEFAULT_GOAL := help
.PHONY: help build release demo check format test test-system test-all test-long unit year extensions gateway home-assistant fleet pictures confinement lint appliance debian13 bench results \
  bench-gateway sanitize fuzz mutants power-cuts boots docs deb deb-arm64 dist test-arm64 image test-image install uninstall clean
SHELL := /bin/bash

PREFIX ?= /usr/local
SYSCONFDIR ?= /etc
UNITDIR ?= /etc/systemd/system
DESTDIR ?=
places = --prefix "$(PREFIX)" --sysconfdir "$(SYSCONFDIR)" --unitdir "$(UNITDIR)" --destdir "$(DESTDIR)"

swift := swift
# A target may import only what it names as its dependency.
checks := --explicit-target-dependency-import-check error
release_build := $(swift) build -c release --static-swift-stdlib $(checks)
release := $(release_build) --product holdfast

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "make %-19s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: dependencies-build ## the debug build, with tests
	$(swift) build --build-tests $(checks)

release: dependencies-build ## the programs as they are installed: .build/release/holdfast, holdfast-actions, holdfast-gateway
	$(release)
	$(release_build) --product holdfast-actions
	$(release_build) --product holdfast-gateway

demo: dependencies-build ## a day with a simulated panel, then the panel in your browser
	@$(swift) build --product holdfast $(checks)
	@$(swift) build --product holdfast-actions $(checks)
	@$(swift) build --product holdfast-gateway $(checks)
	@Examples/demo .build/debug

format: dependencies-build ## the Swift sources in their format, and the drawing of the targets as Package.swift has them
	$(swift) format --in-place --recursive --parallel Sources Tests Examples Package.swift
	Tests/Architecture/graph --write

check: dependencies-build dependencies-lint ## what is usually broken, in two minutes: lint, the documents, the unit tests that start no program
	Tests/run lint quick

test: dependencies-build ## the unit tests, the documents, a panel script, and the page in Chromium if it is there, in 10 minutes
	@echo "make test: about 10 minutes on 2 processors, most of them for the build"
	Tests/run unit once

test-system: dependencies-build dependencies-lint dependencies-extensions dependencies-gateway dependencies-confinement dependencies-appliance dependencies-packages ## extensions, gateway, confinement, and the daemon in emulated machines, in 35 minutes
	@echo "make test-system: about 35 minutes on 2 processors, and 6 for a kernel the first time"
	Tests/run lint extensions gateway confinement appliance

test-all: dependencies-build dependencies-lint dependencies-extensions dependencies-gateway dependencies-confinement dependencies-appliance dependencies-packages ## both, as CI runs them, in 40 minutes
	@echo "make test-all: about 40 minutes on 2 processors, and 6 for a kernel the first time"
	Tests/run lint unit once extensions gateway confinement appliance

test-long: dependencies-build dependencies-extensions dependencies-gateway dependencies-appliance dependencies-packages ## at full length: generated cases, a year of presses, storms, 200 restarts, all of Debian 12: over an hour
	HOLDFAST_EFFORT=full Tests/run unit year extensions gateway appliance

unit: dependencies-build ## the unit tests alone
	Tests/run unit

year: dependencies-build ## a household's year at its panel, in virtual time: store, writes, memory and descriptors
	Tests/run year

extensions: dependencies-build dependencies-extensions ## the examples, peers in Python and Go, extensions that misbehave
	Tests/run extensions

gateway: dependencies-build dependencies-gateway ## the HTTP API, attacks on it, the page in Chromium, both behind Caddy and nginx, and a panel on mosquitto
	Tests/run gateway

home-assistant: dependencies-build dependencies-gateway release ## a panel in a real Home Assistant, over mosquitto
	Tests/HomeAssistant/run --build .build/release --servers "$$(Tests/Gateway/unpack-servers)" --hass "$$(Tests/HomeAssistant/prepare)"

pictures: dependencies-build dependencies-gateway ## each view of the page in three widths, dark and light, and the pictures of the guide and README anew
	$(swift) build $(checks)
	"$$(Tests/Gateway/prepare)/python" Tests/Page/pictures --build .build/debug --guide

confinement: dependencies-build dependencies-confinement ## the core runs no program and opens no network socket
	Tests/run confinement

lint: dependencies-build dependencies-lint ## the format of Swift and shell sources
	Tests/run lint

appliance: dependencies-build dependencies-appliance dependencies-packages ## the daemon on a real kernel with systemd, in QEMU, Debian 12 and 13
	Tests/run appliance

debian13: dependencies-build dependencies-appliance ## all of the appliance's tests on Debian 13
	Tests/run debian13

bench: dependencies-build dependencies-appliance dependencies-bench release ## press to light against C and gpiozero, in QEMU
	Tests/Bench/run --holdfast .build/release/holdfast

fleet: dependencies-build dependencies-gateway release ## 500 panels, each a core and a gateway, on one mosquitto; as root
	"$$(Tests/Gateway/prepare)/python" Tests/Gateway/scale --build .build/release --servers "$$(Tests/Gateway/unpack-servers)"

results: ## the results page with the newest figures of the benches that have run here
	Documentation/write-results --take

bench-gateway: dependencies-build dependencies-bench-gateway release ## events, requests a second beside bare libmicrohttpd, floods, memory
	Tests/Gateway/bench --build .build/release

sanitize: dependencies-build ## the unit tests under AddressSanitizer and ThreadSanitizer
	Tests/run address thread

power-cuts: dependencies-build dependencies-appliance ## QEMU is killed 100 times, amidst changes of outputs and checks of PINs
	Tests/run power

boots: dependencies-build dependencies-appliance release ## the edges of outputs over 20 boots
	Tests/Appliance/cut-power bookworm --holdfast .build/release/holdfast --boots 20

fuzz: dependencies-build ## a keypad, panels' files, messages, stores and a broker's packets under libFuzzer (FUZZ_SECONDS=600 each)
	Tests/Fuzz/run

mutants: dependencies-build ## small mistakes in the lock, each of which a test has to notice
	Tests/Mutants/run

# The site is built from a copy of what the pages link to, so that their links are those of the repository.
docs: dependencies-build dependencies-docs ## the guide and the reference of the modules as a website, in .build/site
	@[ -x .build/docs-venv/bin/mkdocs ] || { python3 -m venv .build/docs-venv && \
	  .build/docs-venv/bin/pip install --quiet 'mkdocs-material>=9.5,<10'; }
	@rm -rf .build/docs-source && mkdir -p .build/docs-source
	@git ls-files -z -- '*.md' config Documentation Examples/Scripts LICENSE | \
	  tar --create --null --files-from=- | tar --extract --directory .build/docs-source
	NO_MKDOCS_2_WARNING=1 .build/docs-venv/bin/mkdocs build --strict
	Documentation/build-reference .build/site/reference

dependencies-%:
	@deploy/install-build-dependencies $*

deb: dependencies-build dependencies-packages release ## the Debian package for this machine's own release, in .build/packages
	deploy/make-packages --programs .build/release

deb-arm64: dependencies-build dependencies-packages dependencies-arm64 release ## the package for Debian 13 and Raspberry Pi OS on arm64, cross-built; as root
	deploy/make-packages --programs "$$(deploy/cross-arm64)" --suite trixie --arch arm64 --help-from .build/release

dist: dependencies-build dependencies-packages dependencies-arm64 ## a release in .build/dist: packages for Debian 12 and 13, amd64 and arm64, sources, checksums, notes; as root
	@deploy/make-dist --check
	$(MAKE) --no-print-directory release
	Tests/Appliance/link-gpiod2 .build/release/holdfast .build/release/holdfast-actions .build/release/holdfast-gateway
	deploy/make-dist --programs .build/release --gpiod2 .build/gpiod2/release --arm64 "$$(deploy/cross-arm64)"

test-arm64: dependencies-arm64-tests deb-arm64 ## that package, and the unit tests, on an emulated arm64 machine
	Tests/run arm64

image: dependencies-image deb-arm64 ## a card for the Raspberry Pi: .build/images/holdfast_VERSION_raspberry-pi.img.xz, with that package; as root
	deploy/make-image --package "$$(ls .build/packages/trixie-arm64/holdfast_*.deb)"

test-image: dependencies-image-tests dependencies-gateway ## that image on an emulated Raspberry Pi 3
	Tests/run image

# Built before, by whoever has Swift in their PATH: root often has not, and should not own what is built.
install: ## after `make release`, as root: programs, units and first panel (PREFIX, SYSCONFDIR, UNITDIR, DESTDIR)
	@missing=; for program in holdfast holdfast-actions holdfast-gateway; do \
	  [ -x ".build/release/$$program" ] || missing+=" .build/release/$$program"; done; [ -z "$$missing" ] || \
	  { echo "make install: missing:$$missing; run 'make release' first" >&2; exit 1; }
	deploy/install --programs .build/release $(places)

uninstall: ## takes them away again; the panel's file and the device's key stay
	deploy/uninstall $(places)

clean: ## all that was built
	rm -rf .build .build-arm64 .build-address .build-thread .build-fuzz .build-mutants
