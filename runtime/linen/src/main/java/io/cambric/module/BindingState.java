package io.cambric.module;

import java.util.Map;

/**
 * The state of a binding that running methods change; a value.
 *
 * @param cursors the number of automatic names given, by prefix
 * @param inCompact whether a compact method runs
 * @param inSetup whether setup runs
 */
record BindingState(Map<String, Integer> cursors, boolean inCompact, boolean inSetup) {}
