package io.cambric.scope.lift;

import io.cambric.scope.LazyRng;
import io.cambric.scope.Variables;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of a transformed function, which takes them as one pytree: variables, random streams
 * and arguments.
 */
record Inputs(
    List<List<Variables>> variables,
    List<List<Map<String, LazyRng>>> rngs,
    List<? extends @Nullable Object> arguments) {

  @SuppressWarnings("unchecked") // the tree that asList made
  static Inputs of(List<@Nullable Object> tree) {
    return new Inputs(
        (List<List<Variables>>) tree.get(0),
        (List<List<Map<String, LazyRng>>>) tree.get(1),
        (List<@Nullable Object>) tree.get(2));
  }

  List<@Nullable Object> asList() {
    return Arrays.asList(variables, rngs, arguments);
  }
}
