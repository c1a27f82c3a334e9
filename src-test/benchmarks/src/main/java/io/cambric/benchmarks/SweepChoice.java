package io.cambric.benchmarks;

import io.cambric.benchmarks.sweep.Case;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.regex.Pattern;

/**
 * The choice of cases and peers of a sweep.
 *
 * @param isSweep whether there is a sweep
 * @param seed of the shapes
 * @param only a pattern that the line of a case contains
 * @param cases lines of cases that are measured in place of drawn ones
 * @param peers commands of processes that run the same cases
 */
record SweepChoice(
    boolean isSweep, long seed, Pattern only, List<String> cases, List<String> peers) {

  SweepChoice {
    cases = List.copyOf(cases);
    peers = List.copyOf(peers);
  }

  /** {@return the chosen cases of a sweep} */
  List<Case> of(LongFunction<List<Case>> draw, Function<String, Case> parse) {
    return cases.isEmpty()
        ? draw.apply(seed).stream().filter(one -> only.matcher(one.text()).find()).toList()
        : cases.stream().map(parse).toList();
  }
}
