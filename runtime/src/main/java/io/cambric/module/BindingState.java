package io.cambric.module;

import java.util.Map;

/**
 * What the running of methods changes in a binding; a value.
 *
 * @param cursors how many automatic names of each prefix were given
 * @param inCompact whether a compact method runs
 * @param inSetup whether setup runs
 */
record BindingState(Map<String, Integer> cursors, boolean inCompact, boolean inSetup) {}
