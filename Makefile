# Short names for the steps of .ci/run; there is nothing here that it does not do.
steps := $(shell .ci/run list)

.PHONY: all $(steps)

all:
	@.ci/run

$(steps):
	@.ci/run $@
